import Foundation

// A town of the list is a quarter if it lies in the middle of a city of the same country with at least ten times its
// population.
//
// The radius of a city's middle is a factor times the square root of its population. A factor of 2.5 m gives 6.8 km for
// London, short of the towns around it. With that factor, 285 places of the list are in the middle of a city. All but a
// few are quarters (Kreuzberg, Śródmieście, Tsim Sha Tsui). With 3 m and more, more and more separate towns are among
// them.

/// Finds quarters of cities among towns.
struct Quarters {
  private let cells: [Cell: [City]]
  private static let middleMeters = 2.5

  /// A square of a fifth of a degree.
  private struct Cell: Hashable {
    var row: Int
    var column: Int
  }

  /// Prepares the search for the cities around a town.
  init(of cities: [City]) {
    cells = Dictionary(grouping: cities.filter { $0.population >= 150_000 }) { Self.cell($0) }
  }

  /// Whether a town is a quarter.
  func contains(_ town: City) -> Bool {
    if Self.others.contains(town.id) { return true }
    return !Self.townsOfTheirOwn.contains(town.id) && !town.isCapital
      && around(town).contains { isQuarter(town, of: $0) }
  }

  /// Towns that look like a quarter because of the list, their unit or their position but are not, by GeoNames id:
  /// Beverly Hills, Jersey City, Hoboken, Union City, Westmount, Frederiksberg, Pateros, Chacao, Lognes, Savar, Dohar,
  /// Tassin-la-Demi-Lune, Montgomery and North Aurora (Illinois), Moskovsky, Hatta.
  static let townsOfTheirOwn: Set = [
    "5328041", "5099836", "5099133", "5105634", "6179226", "2621942", "1703115", "3645981", "2997904",
    "1349452", "1185100", "2973317", "4902559", "4903818", "857690", "292862",
  ]

  /// Parts of a city that the list has as cities: Abobo and Koumassi in Abidjan, Larkin Lama in Johor Bahru, the Plano
  /// Piloto of Brasília, the old town of Winterthur.
  private static let others: Set = ["2293521", "2285853", "1732724", "13512576", "6295520"]

  private func isQuarter(_ town: City, of city: City) -> Bool {
    guard city.countryCode == town.countryCode, city.population >= 10 * town.population else { return false }
    return town.meters(to: city) <= Self.middleMeters * Double(city.population).squareRoot()
  }

  private func around(_ town: City) -> [City] {
    let cell = Self.cell(town)
    return (-1...1).flatMap { row in
      (-1...1).flatMap { cells[Cell(row: cell.row + row, column: cell.column + $0)] ?? [] }
    }
  }

  private static func cell(_ city: City) -> Cell {
    Cell(row: Int((city.latitude * 5).rounded(.down)), column: Int((city.longitude * 5).rounded(.down)))
  }
}
