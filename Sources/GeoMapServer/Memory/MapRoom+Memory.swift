import GeoMap
import GeoModel
import GeoWire
import Synchronization

// What a map takes: counted before things are added, and again from time to time, as what was replaced counts as well until then.
extension MapRoom {
  /// Bytes of a map on which nothing is.
  static let roomBytes = 32 << 10
  /// Bytes of an annotation that was added in columns, without its texts and view.
  static let rowBytes = 160
  /// Bytes of what few rows have, a subtitle or a heading.
  static let extraBytes = 100
  /// Bytes of an annotation or overlay that is an object of its own, without what it holds.
  static let objectBytes = 300
  /// Bytes of what is drawn of a vertex.
  static let vertexBytes = 64

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

  /// Takes room for what is there already, whether or not there is any: then nothing else gets some.
  func note(_ bytes: Int) {
    rooms.force(bytes)
    heldBytes += bytes
  }

  /// Counts what the map takes: much was removed, or replaced.
  func countAgain() {
    map.forgetUnused()
    exactBytes = MapRoom.roomBytes + map.heldBytes + annotationBytes + overlayBytes + lookBytes + pageBytes
    seenBytes = currentSeenBytes
    // What a picture in line still shows goes with it.
    content.freed += heldBytes - exactBytes
    heldBytes = exactBytes
    content = MapContent(rooms)
  }

  /// Counts what a layout has made anew.
  func countSeen() {
    let now = currentSeenBytes
    if now != seenBytes { note(now - seenBytes) }
    seenBytes = now
  }

  /// What layouts make and throw away.
  private var currentSeenBytes: Int { map.heldViewBytes + pageBytes }

  private var pageBytes: Int {
    screens.values.reduce(looks.byteCount) { $0 + $1.heldBytes }
  }

  private var annotationBytes: Int {
    let names = map.annotationIDs.reduce(0) { $0 + $1.heldBytes }
    return map.annotations.reduce(names) { sum, annotation in
      guard let own = annotation as? WireAnnotation else {
        return sum + annotation.title.heldBytes + annotation.subtitle.heldBytes
      }
      return sum + MapRoom.objectBytes + own.heldBytes
    }
  }

  private var overlayBytes: Int {
    vertices.keys.reduce(0) { sum, id in
      let overlay = map.overlay(for: id) as? WireOverlay
      let parts = (map.renderer(for: id) as? any GivenRenderer)?.parts.byteCount ?? 0
      return sum + id.heldBytes + (overlay?.heldBytes ?? 0) + parts
    }
  }

  private var lookBytes: Int {
    let own = templates.reduce(0) { $0 + $1.key.heldBytes + $1.value.registeredBytes }
    let chosen = chosenLooks.values.reduce(0) { $0 + ($1?.heldBytes ?? 0) + MemoryLayout<RendererLook>.stride }
    return own + chosen + images.heldBytes + controls.reduce(0) { $0 + $1.heldBytes }
  }
}

/// What is on a map between two counts. Pictures in line hold it, so that what they still show counts until they are drawn.
final class MapContent: Sendable {
  private let rooms: MapRooms
  private let bytes = Mutex(0)

  init(_ rooms: MapRooms) { self.rooms = rooms }

  /// Bytes that were removed, or counted too high.
  var freed: Int {
    get { bytes.withLock { $0 } }
    set { bytes.withLock { $0 = newValue } }
  }

  deinit { rooms.release(freed) }
}

extension WireAnnotation {
  /// Bytes of it, in the box of an annotation, and of what it holds; with its view, which is asked for when it is in sight.
  var heldBytes: Int {
    let own = id.heldBytes + title.heldBytes + subtitle.heldBytes + (data?.storageBytes ?? 0)
    return MemoryLayout<WireAnnotation>.stride + own + (view.map { $0.heldBytes + $0.clusterBytes } ?? 0)
  }
}

extension MapViewLook {
  /// Bytes that it holds.
  var heldBytes: Int {
    let texts = reuseIdentifier.heldBytes + glyphText.heldBytes + image.heldBytes + selectedImage.heldBytes
    let sides = accessories.values.reduce(accessories.isEmpty ? 0 : 512) { sum, accessory in
      switch accessory {
      case .picture(let key): sum + key.heldBytes
      case .other(let accessory): sum + accessory.heldBytes
      }
    }
    return texts + sides + clusteringIdentifier.heldBytes + (drawing?.heldBytes ?? 0)
  }

  /// Bytes for the clustering identifier, which may be one that no other has.
  var clusterBytes: Int { clusteringIdentifier == nil ? 0 : MapView.groupBytes }

  /// Bytes of a template that looks so: the look is kept twice.
  var registeredBytes: Int { 2 * MemoryLayout<MapViewLook>.stride + 512 + heldBytes }
}

extension WireOverlay {
  /// Bytes of it and of its renderer, with what is drawn of it.
  var heldBytes: Int {
    let shape = HeldShape(shapeOverlay)
    let own = title.heldBytes + (data?.storageBytes ?? 0) + (look?.heldBytes ?? 0)
    return MapRoom.objectBytes + 2 * MemoryLayout<WireOverlay>.stride + id.heldBytes + own + shape.bytes
      + MapRoom.vertexBytes * shape.points
  }
}

extension MapControl {
  var heldBytes: Int {
    entries.reduce(MemoryLayout<MapControl>.stride + id.heldBytes + title.heldBytes + entries.storageBytes) {
      $0 + $1.title.heldBytes
    }
  }
}
