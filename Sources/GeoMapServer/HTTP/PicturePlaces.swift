import GeoMap
import GeoModel
import GeoRender
import GeoWire

/// The response of `/map.json`: the positions of everything in the picture that the same request makes at `/map.png`.
/// Positions are in points from the picture's upper left corner; multiplied by the scale they are pixels.
struct PicturePlaces {
  let map: MapView
  let scene: MapScene
  /// The frame of the callout without its tip; nil if none is open.
  let calloutFrame: ScreenRect?

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("size")
      numbers([map.size.width, map.size.height], &writer)
      writer.member("scale", number: map.scale)
      let region = map.region
      writer.member("region") { writer in
        for (name, value) in [
          ("south", region.south), ("west", region.west), ("north", region.north), ("east", region.east),
        ] as [(StaticString, Double)] {
          writer.key(name)
          writer.degrees(value)
        }
      }
      let rect = map.visibleMapRect
      writer.member("visibleMapRect") { writer in
        for (name, value) in [
          ("x", rect.minX), ("y", rect.minY), ("width", rect.width), ("height", rect.height),
        ] as [(StaticString, Double)] {
          writer.key(name)
          writer.number(value)
        }
      }
      coordinate("center", map.centerCoordinate, &writer)
      writer.member("level", number: (map.level * 1000).rounded() / 1000)
      if let attribution = map.baseMap.attribution { writer.member("attribution", attribution) }
      if let asked = scene.items.first(where: { $0.role == .asked }) {
        writer.member("asked") { writer in place(asked.annotation.coordinate, &writer) }
      }
      writer.key("annotations")
      writer.beginArray()
      for item in scene.items where item.role != .asked { write(item, &writer) }
      writer.endArray()
      writeCallout(&writer)
    }
  }

  private func write(_ item: MapScene.Item, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("id")
      id(item.id, &writer)
      writer.member("role", item.role.rawValue)
      if let title = item.annotation.title, !title.isEmpty { writer.member("title", title) }
      if let subtitle = item.annotation.subtitle, !subtitle.isEmpty { writer.member("subtitle", subtitle) }
      if let meters = item.distanceMeters {
        writer.key("distanceMeters")
        writer.meters(meters)
      }
      place(item.annotation.coordinate, &writer)
      // An annotation outside of the picture, or beyond its limits, has no view.
      if let view = map.view(for: item.id) {
        writer.key("frame")
        numbers(view.frame, &writer)
      }
    }
  }

  private func writeCallout(_ writer: inout JSONWriter) {
    guard let view = map.selectedAnnotationView, let callout = view.callout, let id = view.annotationID else { return }
    writer.member("callout") { writer in
      writer.key("annotation")
      self.id(id, &writer)
      writer.member("title", callout.title)
      if let subtitle = callout.subtitle { writer.member("subtitle", subtitle) }
      if let calloutFrame {
        writer.key("frame")
        numbers(calloutFrame, &writer)
      }
    }
  }

  /// An id as the request gave it, or the generated number as text.
  private func id(_ id: AnnotationID, _ writer: inout JSONWriter) {
    if case .automatic(let number) = id { writer.string("\(number)") } else { writer.annotationID(id) }
  }

  private func place(_ coordinate: Coordinate, _ writer: inout JSONWriter) {
    self.coordinate("coordinate", coordinate, &writer)
    let point = map.point(for: coordinate)
    writer.key("point")
    numbers([point.x, point.y], &writer)
  }

  private func coordinate(_ name: StaticString, _ coordinate: Coordinate, _ writer: inout JSONWriter) {
    writer.key(name)
    writer.exactCoordinate(coordinate)
  }

  private func numbers(_ rect: ScreenRect, _ writer: inout JSONWriter) {
    numbers([rect.minX, rect.minY, rect.width, rect.height], &writer)
  }

  /// Rounds points to hundredths.
  private func numbers(_ values: [Double], _ writer: inout JSONWriter) {
    writer.beginArray()
    for value in values { writer.number((value * 100).rounded() / 100) }
    writer.endArray()
  }
}
