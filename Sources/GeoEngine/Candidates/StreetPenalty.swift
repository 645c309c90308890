import GeoStore

/// Metres added to a way's distance before ways are compared, so that the street one can stand in front of wins over the
/// motorway behind the noise barrier, the tunnel below and the footpath between two gardens. The distance that is
/// reported stays the true one.
enum StreetPenalty {
  /// The penalty of a kind of way in metres.
  static func meters(kind: StreetKind, isReference: Bool, layer: Int8) -> Double {
    meters(kind) + (isReference ? 10 : 0) + meters(layer: layer)
  }

  private static func meters(_ kind: StreetKind) -> Double {
    switch kind {
    case .motorway: 15
    case .construction: 8
    case .trunk, .other: 4
    case .track, .cycleway: 3
    // A link with a name is a street like others; those of motorways have numbers only.
    case .path, .footway, .steps, .link: 2
    default: 0
    }
  }

  /// Tunnels cannot be seen from the ground; a bridge passes over the street that is meant.
  private static func meters(layer: Int8) -> Double { layer < 0 ? 8 : layer > 0 ? 1 : 0 }
}
