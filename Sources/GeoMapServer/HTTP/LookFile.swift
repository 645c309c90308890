import GeoMap
import GeoModel
import GeoRender
import GeoSupport

/// The appearance of a view, as the file that pages show.
struct LookFile: Sendable {
  let drawing: Drawing
  let size: ScreenSize
  let isDark: Bool

  /// The SVG picture, if the view consists of nothing else: browsers draw it themselves.
  var picture: [UInt8]? {
    guard drawing.steps.count == 1, case .image(let image, _)? = drawing.steps.first, image.format == .svg else {
      return nil
    }
    return image.bytes
  }

  /// The view as SVG.
  ///
  /// Pictures that are SVG themselves, such as one in a marker, are inserted unchanged, because browsers can draw them
  /// and this program cannot. They are on top of everything else; markers draw them last anyway.
  func svg(in memory: DrawingMemory, until deadline: ContinuousClock.Instant) async throws -> [UInt8] {
    var own: [(image: MapImage, rect: ScreenRect)] = []
    var rest = Drawing()
    for step in drawing.steps {
      if case .image(let image, let rect) = step, image.format == .svg {
        own.append((image, rect))
      } else {
        rest.append(step)
      }
    }
    let snapshot = MapSnapshot(
      MapPicture(
        size: size, scale: 1, userInterfaceStyle: isDark ? .dark : .light,
        visibleMapRect: MapRect(x: 0, y: 0, width: size.width, height: size.height),
        layers: [MapPicture.Layer(drawing: rest)]))
    let room = try await memory.room(snapshot.memoryBytes(as: .svg), until: deadline)
    defer { withExtendedLifetime(room) {} }
    let bytes = try snapshot.rendered(as: .svg, until: deadline).bytes
    let end = Array("</svg>".utf8)
    guard !own.isEmpty, let close = bytes.indices.last(where: { bytes[$0...].starts(with: end) }) else { return bytes }
    return bytes[..<close] + own.flatMap { LookFile.element($0.image, $0.rect) } + bytes[close...]
  }

  private static func element(_ image: MapImage, _ rect: ScreenRect) -> [UInt8] {
    let place = "x=\"\(rect.minX)\" y=\"\(rect.minY)\" width=\"\(rect.width)\" height=\"\(rect.height)\""
    return Array("<image \(place) xlink:href=\"data:image/svg+xml;base64,".utf8) + Base64.encode(image.bytes)
      + Array("\"/>\n".utf8)
  }
}
