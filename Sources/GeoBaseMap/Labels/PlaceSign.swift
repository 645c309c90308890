import GeoMap

/// The sign of a place of interest, which shows its kind before its name is read.
struct PlaceSign {
  /// The filled shape around (0, 0), in points.
  let shape: Path
  let color: Color

  /// The distance from its middle to its edges in points.
  let radius: Double

  /// Returns the sign of a kind of place; nil for most kinds.
  ///
  /// - Parameters:
  ///   - category: the main tag, such as `amenity=cafe`.
  ///   - isCrowded: whether to show shops, the most frequent kind, as dots.
  static func sign(_ category: String, isCrowded: Bool = false) -> PlaceSign? {
    if let sign = signs[category] { return sign }
    guard category.hasPrefix("shop=") else { return nil }
    return isCrowded ? shopDot : shop
  }

  private init(_ light: UInt32, _ dark: UInt32, _ shape: String, radius: Double = 6) {
    color = Style.color(light, dark)
    self.shape = Path(text: shape) ?? Path()
    self.radius = radius
  }

  private static let shopDot = PlaceSign(
    0x8E5BA6, 0xB68BCB, "M-2 0C-2 -2.67 2 -2.67 2 0C2 2.67 -2 2.67 -2 0Z", radius: 3)

  private static let shop = PlaceSign(
    0x8E5BA6, 0xB68BCB,
    "M-4 -2L4 -2L4.6 5.4L-4.6 5.4ZM-2.4 -2.5C-2.4 -6.6 2.4 -6.6 2.4 -2.5L1.4 -2.5C1.4 -5.2 -1.4 -5.2 -1.4 -2.5Z")

  private static let cross =
    "M-1.7 -5L1.7 -5L1.7 -1.7L5 -1.7L5 1.7L1.7 1.7L1.7 5L-1.7 5L-1.7 1.7L-5 1.7L-5 -1.7L-1.7 -1.7Z"

  /// The name of the sign shared by all shops.
  static let shopName = "shop"

  /// All signs with their names and categories; the shops' sign has no list of categories.
  static let named: [(name: String, categories: [String], sign: PlaceSign)] =
    all.map { categories, sign in
      let categories = categories.split(separator: " ").map(String.init)
      return (String(categories[0].split(separator: "=")[1]), categories, sign)
    } + [(shopName, [], shop)]

  private static let signs: [String: PlaceSign] = {
    var signs: [String: PlaceSign] = [:]
    for (_, categories, sign) in named { for category in categories { signs[category] = sign } }
    return signs
  }()

  private static let all: [(categories: String, sign: PlaceSign)] = [
    // The front of a train.
    (
      "railway=station railway=halt public_transport=station",
      PlaceSign(
        0x2F6DB5, 0x76A5DC,
        """
        M-4 -5.5L4 -5.5L4 2.6L-4 2.6ZM-2.8 -4L-2.8 -1L2.8 -1L2.8 -4ZM-2.8 0.4L-2.8 1.6L-1.4 1.6L-1.4 0.4ZM1.4 0.4L1.4 1.6L2.8 \
        1.6L2.8 0.4ZM-4.2 5.5L-2.6 3.2L-1.4 3.2L-2.8 5.5ZM4.2 5.5L2.8 5.5L1.4 3.2L2.6 3.2Z
        """)
    ),
    // A bus or tram from the side.
    (
      "railway=tram_stop amenity=bus_station",
      PlaceSign(
        0x2F6DB5, 0x76A5DC,
        """
        M-5 -4L5 -4L5 3.2L-5 3.2ZM-4 -2.8L-4 0L-0.6 0L-0.6 -2.8ZM0.6 -2.8L0.6 0L4 0L4 -2.8ZM-3.6 3.7L-1.6 3.7L-1.6 5L-3.6 \
        5ZM1.6 3.7L3.6 3.7L3.6 5L1.6 5Z
        """)
    ),
    // The letter P.
    (
      "amenity=parking",
      PlaceSign(
        0x4A7FBF, 0x76A5DC,
        "M-3 -5.5L1 -5.5C4.6 -5.5 4.6 1 1 1L-1 1L-1 5.5L-3 5.5ZM-1 -3.8L-1 -0.8L0.8 -0.8C2.4 -0.8 2.4 -3.8 0.8 -3.8Z")
    ),
    ("amenity=hospital amenity=clinic amenity=doctors", PlaceSign(0xC7443F, 0xDF7B76, cross)),
    ("amenity=pharmacy", PlaceSign(0x3C8F4C, 0x74B981, cross)),
    // A graduation cap.
    (
      "amenity=school amenity=university amenity=college amenity=kindergarten",
      PlaceSign(
        0x86713A, 0xBFA970, "M0 -4.5L6 -1.5L0 1.5L-6 -1.5ZM-3.4 0.8L0 2.6L3.4 0.8L3.4 3C1.5 4.8 -1.5 4.8 -3.4 3Z")
    ),
    // A church with a spire.
    (
      "amenity=place_of_worship",
      PlaceSign(
        0x55585F, 0xA9ADB5,
        "M0 -6L1.6 -2.5L1.6 -1L5 1.2L5 5L1.2 5L1.2 2.2L-1.2 2.2L-1.2 5L-5 5L-5 1.2L-1.6 -1L-1.6 -2.5Z")
    ),
    // A fork and knife.
    (
      "amenity=restaurant amenity=fast_food amenity=food_court",
      PlaceSign(
        0xBF6F24, 0xDC9E63,
        """
        M-4.2 -5.5L-3.5 -5.5L-3.5 -2L-3 -2L-3 -5.5L-2.2 -5.5L-2.2 -2L-1.7 -2L-1.7 -5.5L-1 -5.5L-1 -1.4L-2 -0.2L-2 5.5L-3.2 \
        5.5L-3.2 -0.2L-4.2 -1.4ZM1.4 -5.5C3.4 -4.8 3.8 -2 3.6 0.8L2.7 0.8L2.7 5.5L1.4 5.5Z
        """)
    ),
    // A cup.
    (
      "amenity=cafe amenity=ice_cream",
      PlaceSign(
        0xBF6F24, 0xDC9E63,
        """
        M-4.6 -3L3 -3L3 -2.2L3.8 -2.2C6 -2.2 6 1.8 3.8 1.8L2.7 1.8C2.3 3 1.2 3.6 0 3.6L-1.6 3.6C-3.4 3.6 -4.6 2.6 -4.6 0.8ZM3 \
        -1.1L3 0.7L3.8 0.7C4.7 0.7 4.7 -1.1 3.8 -1.1ZM-4.6 4.4L3.2 4.4L3.2 5.4L-4.6 5.4Z
        """)
    ),
    // A glass.
    (
      "amenity=bar amenity=pub amenity=biergarten",
      PlaceSign(
        0xBF6F24, 0xDC9E63, "M-4.8 -5L4.8 -5L0.7 0.4L0.7 4L2.8 5.4L-2.8 5.4L-0.7 4L-0.7 0.4Z")
    ),
    // A bed.
    (
      "tourism=hotel tourism=hostel tourism=guest_house tourism=motel",
      PlaceSign(
        0x2F6DB5, 0x76A5DC,
        """
        M-5.6 -4L-4.5 -4L-4.5 0.6L-0.8 0.6L-0.8 -1.8L3.4 -1.8C5 -1.8 5.6 -0.8 5.6 0.6L5.6 4L4.5 4L4.5 2.4L-4.5 2.4L-4.5 4L-5.6 \
        4ZM-3.9 -0.1L-3.9 -1.8L-1.5 -1.8L-1.5 -0.1Z
        """)
    ),
    // Columns below a roof.
    (
      "tourism=museum tourism=gallery amenity=theatre amenity=library",
      PlaceSign(
        0x86593A, 0xC29672,
        """
        M0 -5.6L5.6 -2.8L5.6 -1.7L-5.6 -1.7L-5.6 -2.8ZM-4.5 -1L-3 -1L-3 3.4L-4.5 3.4ZM-0.75 -1L0.75 -1L0.75 3.4L-0.75 3.4ZM3 \
        -1L4.5 -1L4.5 3.4L3 3.4ZM-5.6 4L5.6 4L5.6 5.4L-5.6 5.4Z
        """)
    ),
    // A tree.
    (
      "leisure=park leisure=garden leisure=playground",
      PlaceSign(
        0x4C8F3F, 0x86B97A,
        "M0 -5.6L3.8 -0.8L2.2 -0.8L4.8 2.8L0.8 2.8L0.8 5.5L-0.8 5.5L-0.8 2.8L-4.8 2.8L-2.2 -0.8L-3.8 -0.8Z")
    ),
  ]
}
