/// Which columns of a file hold the coordinate, as indexes from 0.
enum CoordinateColumns: Equatable, Sendable {
  case pair(latitude: Int, longitude: Int)
  case combined(Int)

  /// As the note for the user and the journal say it.
  func description(names: [String]) -> String {
    func named(_ index: Int) -> String { names.indices.contains(index) ? "\"\(names[index])\"" : "number \(index + 1)" }
    switch self {
    case .pair(let latitude, let longitude):
      return "latitude is column \(named(latitude)), longitude \(named(longitude))"
    case .combined(let index): return "the coordinate is column \(named(index))"
    }
  }
}
