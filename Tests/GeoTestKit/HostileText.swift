import GeoModel
import GeoStore
import GeoStoreWriting

/// Names that try to become markup. Each special character is next to a scalar that joins it into one character.
package enum HostileText {
  /// The characters with a meaning in markup.
  package static let signs = ["<", ">", "\"", "'", "&"]

  /// Scalars that join the character before or after them, and line ends, which join each other: marks of all kinds,
  /// prepended marks, joiners, variation selectors, flags, jamo, tags.
  package static let joiners: [String] = [
    "\u{301}", "\u{338}", "\u{20D2}", "\u{20E3}", "\u{903}", "\u{94D}", "\u{E01EF}", "\u{FE0E}", "\u{FE0F}", "\u{200D}",
    "\u{200C}", "\u{1F3FD}", "\u{E0061}", "\u{E007F}", "\u{600}", "\u{6DD}", "\u{70F}", "\u{8E2}", "\u{D4E}",
    "\u{110BD}", "\u{111C2}", "\u{1F1E6}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{AC00}", "\r", "\n", "\r\n",
    "\u{85}", "\u{2028}", "\u{2029}", "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{202E}", "\u{0}", "\u{1B}",
  ]

  /// Every special character before and after every joiner.
  package static let pairs = signs.flatMap { sign in joiners.flatMap { [sign + $0, $0 + sign, $0 + sign + $0] } }

  /// More than a hundred names.
  ///
  /// If any of them becomes markup, it calls `hit` or makes an element of the class `hit`.
  package static let names: [String] = joiners.flatMap { mark in
    [
      "\(mark)<img class=hit src=x onerror=hit()>\(mark)", "A\(mark)<script\(mark)>hit()\(mark)</script>",
      "\(mark)\"\(mark) class=hit autofocus onfocus='hit()' onmouseover=hit() \(mark)'\(mark)\(mark)>\(mark)<b class=hit>",
      "\(mark)</title>\(mark)</textarea>\(mark)</pre>\(mark)<svg class=hit onload=hit()>\(mark)&\(mark)lt;",
    ]
  }
}

/// A row of streets from west to east, each with a house and a hostile name, in a town and a country with hostile
/// names.
package struct HostileTown {
  /// The store.
  package let store: TemporaryStore
  /// The names of the streets, from west to east.
  package let names: [String]

  /// Creates a store in which these names are used for every text.
  package init(_ names: [String] = HostileText.names) throws {
    self.names = names
    let last = HostileTown.x(names.count)
    func ring(_ west: Int32, _ east: Int32) -> [FixedPoint] {
      [(west, -9_000), (east, -9_000), (east, 9_000), (west, 9_000), (west, -9_000)].map {
        FixedPoint(x: $0.0, y: HostileTown.y + $0.1)
      }
    }
    var content = StoreContent()
    content.area(names[0], level: 2, countryCode: "LI", ring: ring(HostileTown.x(-1), last))
    for (index, name) in names.enumerated() {
      let (x, y) = (HostileTown.x(index), HostileTown.y)
      content.area(name, level: 8, ring: ring(x - 5_000, x + 5_000))
      content.street(name, [FixedPoint(x: x, y: y - 4_000), FixedPoint(x: x, y: y + 4_000)], postalCode: name)
      content.address(name, street: name, postalCode: name, houseName: name, at: FixedPoint(x: x + 500, y: y))
      content.feature(name, at: FixedPoint(x: x - 500, y: y + 3_000))
      content.object(
        "amenity=\(name)", name: name, tags: [(.extra, name, name)], .point(FixedPoint(x: x + 500, y: y - 3_000)))
    }
    var metadata = StoreMetadata()
    metadata.attribution = [names[0], names[1]]
    store = try TemporaryStore(content, metadata: metadata)
  }

  /// A place on a street, latitude first.
  package static func place(_ index: Int) -> Coordinate { Coordinate(FixedPoint(x: x(index), y: y)) }

  private static let y: Int32 = 470_000_000
  private static func x(_ index: Int) -> Int32 { 95_000_000 + Int32(index) * 10_000 }
}
