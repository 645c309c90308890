/// The parts of a tile's bytes. The first byte has a bit for each part that follows, in this order.
struct TileSections: OptionSet {
  let rawValue: UInt8

  static let covering = TileSections(rawValue: 1)
  static let alternatives = TileSections(rawValue: 2)
  static let places = TileSections(rawValue: 4)
  static let streets = TileSections(rawValue: 8)
  static let interpolations = TileSections(rawValue: 16)
  static let addresses = TileSections(rawValue: 32)
  static let features = TileSections(rawValue: 64)
  static let pieces = TileSections(rawValue: 128)

  /// Parts that may have something with a house number.
  static let mayHaveHouses: TileSections = [.interpolations, .addresses, .pieces]
}
