/// How fine an answer may be, from coarse to fine; the raw value is the word on the wire and on the command line.
public enum PlacemarkDetail: String, Hashable, Sendable, CaseIterable, Comparable {
  case country, state, county, city, suburb, street, address

  /// Coarser is less.
  public static func < (a: PlacemarkDetail, b: PlacemarkDetail) -> Bool { a.rank < b.rank }

  private var rank: UInt8 {
    switch self {
    case .country: 0
    case .state: 1
    case .county: 2
    case .city: 3
    case .suburb: 4
    case .street: 5
    case .address: 6
    }
  }
}
