import GeoMap
import GeoModel
import GeoWire

// What a map takes, estimated from above while things are added, and counted again from time to time.
extension MapRoom {
  /// Bytes of an annotation that was added in columns, without its texts.
  static let rowBytes = 120
  /// Bytes of an annotation, template or overlay that is an object of its own, without its texts.
  static let objectBytes = 700
  /// Bytes of a vertex, with what is drawn of it.
  static let vertexBytes = 80

  /// Takes room for what is added.
  ///
  /// - Throws: ``WireError`` when all maps together would take too much.
  func reserve(_ bytes: Int) throws(WireError) {
    if heldBytes + bytes > 2 * exactBytes + (16 << 20) { countAgain() }
    if !rooms.hold(bytes) {
      countAgain()
      guard rooms.hold(bytes) else {
        throw WireError(
          .loadingThrottled,
          "the maps of the server may take \(rooms.options.mapBytesInAll) bytes; remove something, or try again later")
      }
    }
    heldBytes += bytes
  }

  /// Counts what the map takes: much was removed, or replaced.
  func countAgain() {
    exactBytes = images.byteCount + MapRoom.objectBytes * templates.count
    for annotation in map.annotations {
      let texts = (annotation.title?.utf8.count ?? 0) + (annotation.subtitle?.utf8.count ?? 0)
      let own = annotation as? WireAnnotation
      exactBytes += texts + (own?.data?.count ?? 0) + (own == nil ? MapRoom.rowBytes : MapRoom.objectBytes)
      exactBytes += (own?.view?.drawing?.steps.count ?? 0) * MapRoom.objectBytes
    }
    for (id, count) in vertices {
      let overlay = map.overlay(for: id) as? WireOverlay
      exactBytes += (map.renderer(for: id) as? any GivenRenderer)?.parts.byteCount ?? 0
      exactBytes += MapRoom.objectBytes + MapRoom.vertexBytes * count + (overlay?.data?.count ?? 0)
    }
    rooms.release(heldBytes - exactBytes)
    heldBytes = exactBytes
  }
}
