import GeoMap
import GeoMapLayer

/// The look of a store's map.
public enum MapStyle: String, Hashable, Sendable, CaseIterable {
  /// A map to look at: everything in the map layer, in color.
  case standard
  /// Like `standard`, in quiet colors, for data that should stand out.
  case muted
  /// A sketch of the geocoder's data, for use beside an explanation; available without a map layer too.
  case sketch
}

extension MapStyle {
  /// The colors of a style that uses the map layer; nil for the sketch.
  var palette: Palette? {
    switch self {
    case .standard: .standard
    case .muted: .muted
    case .sketch: nil
    }
  }
}

/// The colors of the ground, each for light and dark mode. Roads, texts and borders use those of ``Style``.
struct Palette {
  /// The color of each kind of area.
  private let areas: [Color?]
  let sea: Color
  let land: Color
  let building: Color
  let buildingEdge: Color
  /// Built-up land at low zoom levels, where nothing else shows that people live there.
  let worldTown: Color
  let rail: Color
  let isMuted: Bool

  static let standard = Palette(isMuted: false)
  static let muted = Palette(isMuted: true)

  private init(isMuted: Bool) {
    self.isMuted = isMuted
    func color(_ light: UInt32, _ dark: UInt32) -> Color {
      isMuted
        ? Style.color(Palette.quiet(light, toward: 0xF4, by: 0.35), Palette.quiet(dark, toward: 0x24, by: 0.2))
        : Style.color(light, dark)
    }
    sea = color(0xA9D3EA, 0x14222E)
    land = color(0xF6F3ED, 0x222428)
    building = color(0xE4DDD3, 0x34363B)
    buildingEdge = color(0xCDC2B4, 0x484B52)
    worldTown = color(0xE6DFD6, 0x2D2F34)
    rail = color(0x9B9AA3, 0x5F6269)
    var areas = [Color?](repeating: nil, count: 50)
    for (kind, light, dark) in Palette.ground { areas[Int(kind.rawValue)] = color(light, dark) }
    self.areas = areas
  }

  /// The color of a kind of area; nil for kinds that are not filled.
  func color(_ kind: MapKind) -> Color? { kind.isArea ? areas[Int(kind.rawValue)] : nil }

  /// The order in which areas are filled, from bottom to top, before waterways, buildings and roads.
  static let ground: [(kind: MapKind, light: UInt32, dark: UInt32)] = [
    (.farmland, 0xF2EEDA, 0x26271F), (.residential, 0xEEEAE5, 0x27292D), (.commercial, 0xF4E6E1, 0x2D282A),
    (.industrial, 0xE9E5EA, 0x2A292F), (.military, 0xEEDFDA, 0x2E2726), (.airport, 0xE7E8EF, 0x272930),
    (.campus, 0xF4EDD5, 0x2D2B24), (.grass, 0xDAEBC6, 0x25301F), (.scrub, 0xD0E2BB, 0x222C1E),
    (.wood, 0xBBDBA9, 0x1E2B1C), (.sand, 0xF5E9C4, 0x353020), (.rock, 0xE3DED7, 0x2B2B2B),
    (.glacier, 0xE3F1F8, 0x2B353B), (.wetland, 0xCFE3D9, 0x1F2E2B), (.park, 0xC8E7BA, 0x21331F),
    (.cemetery, 0xC6DCBF, 0x243025), (.golf, 0xCFEABB, 0x233420), (.sports, 0xD8EED0, 0x24331F),
    (.pitch, 0xB4DFB9, 0x284030), (.parking, 0xECEAEB, 0x2C2E33), (.apron, 0xDADBE5, 0x30323A),
    (.square, 0xEAE7EC, 0x303238), (.platform, 0xD8D4D9, 0x35363C), (.water, 0xA9D3EA, 0x14222E),
    (.pool, 0x8FCDE8, 0x1B3A4A), (.pier, 0xF6F3ED, 0x222428), (.bridge, 0xE2DFDB, 0x303136),
  ]

  /// Desaturates a color and moves it toward a gray.
  private static func quiet(_ color: UInt32, toward target: Double, by part: Double) -> UInt32 {
    func channel(_ shift: UInt32) -> Double { Double(color >> shift & 255) }
    let gray = 0.3 * channel(16) + 0.59 * channel(8) + 0.11 * channel(0)
    func changed(_ shift: UInt32) -> UInt32 {
      let pale = channel(shift) * 0.4 + gray * 0.6
      return UInt32(pale + (target - pale) * part) << shift
    }
    return changed(16) | changed(8) | changed(0)
  }
}
