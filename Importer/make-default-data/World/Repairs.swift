// What is put right in the borders of countries and subdivisions:
// 1. Crimea: ISO 3166-2 counts UA-43 and UA-40 to Ukraine, while the source draws them inside Russia. The codes decide, so that
//    a subdivision always lies in its country.
// 2. Alaska: its islands beyond longitude 180 lie in the country only.

/// Puts slips of the sources right.
enum Repairs {
  /// The boundaries with the repairs done.
  static func repaired(_ boundaries: [Boundary]) -> [Boundary] {
    var result = boundaries
    let crimea = ["UA-43", "UA-40"].flatMap { lines(of: $0, in: boundaries) }
    // A line that is added twice cuts its area out, by the rule of odd and even.
    add(crimea, to: "RU", in: &result)
    add(crimea, to: "UA", in: &result)
    let country = lines(of: "US", in: boundaries)
    let alaska = lines(of: "US-AK", in: boundaries)
    if !alaska.contains(where: isWesternAleutian) { add(country.filter(isWesternAleutian), to: "US-AK", in: &result) }
    return result
  }

  /// Whether a line lies around the islands between longitude 170 and 180, north of latitude 50.
  private static func isWesternAleutian(_ line: [GridPoint]) -> Bool {
    line.allSatisfy { $0.x >= 1_700_000_000 && $0.y >= 500_000_000 }
  }

  private static func lines(of code: String, in boundaries: [Boundary]) -> [[GridPoint]] {
    boundaries.filter { $0.code == code }.flatMap(\.lines)
  }

  private static func add(_ lines: [[GridPoint]], to code: String, in boundaries: inout [Boundary]) {
    guard let index = boundaries.firstIndex(where: { $0.code == code }) else { return }
    boundaries[index].lines += lines
  }
}

extension Boundary {
  /// The ISO 3166 code of a country or subdivision.
  var code: String? { tags["ISO3166-1"] ?? tags["ISO3166-2"] }
}
