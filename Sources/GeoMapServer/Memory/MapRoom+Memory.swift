import GeoMap
import GeoModel
import GeoWire
import Synchronization

// The memory of a map: counted before things are added, and recounted at intervals, because replaced things stay
// counted until then.
extension MapRoom {
  /// The bytes of an empty map.
  static let roomBytes = 32 << 10
  /// The bytes of an annotation that was added in columns, without its texts and view.
  static let rowBytes = 160
  /// The bytes of the parts that few rows have: a subtitle or a heading.
  static let extraBytes = 100
  /// The bytes of an annotation or overlay that is a separate object, without what it holds.
  static let objectBytes = 300
  /// The bytes of a drawn vertex.
  static let vertexBytes = 64

  /// Reserves memory for things to be added.
  ///
  /// - Throws: ``WireError`` if all maps together would exceed the limit.
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

  /// Counts memory of existing things; negative to lower the count.
  ///
  /// Beyond the limit, nothing more can be added.
  func note(_ bytes: Int) {
    rooms.force(bytes)
    heldBytes += bytes
  }

  /// Recounts the map's memory after much was removed or replaced.
  func countAgain() {
    map.forgetUnused()
    exactBytes = MapRoom.roomBytes + map.heldBytes + annotationBytes + overlayBytes + lookBytes + pageBytes
    seenBytes = currentSeenBytes
    // Drawings that wait still hold the old content, so its bytes are released with them.
    content.freed += heldBytes - exactBytes
    heldBytes = exactBytes
    content = MapContent(rooms)
  }

  /// Recounts the memory that layouts change.
  func countSeen() {
    let now = currentSeenBytes
    if now != seenBytes { note(now - seenBytes) }
    seenBytes = now
  }

  /// The memory of everything that layouts create and discard.
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

/// The contents of a map between two counts.
///
/// Waiting drawings hold it, so that the old contents count until the drawings that show them are done.
final class MapContent: Sendable {
  private let rooms: MapRooms
  private let bytes = Mutex(0)

  init(_ rooms: MapRooms) { self.rooms = rooms }

  /// The bytes that were removed or overestimated.
  var freed: Int {
    get { bytes.withLock { $0 } }
    set { bytes.withLock { $0 = newValue } }
  }

  deinit { rooms.release(freed) }
}

extension WireAnnotation {
  /// The bytes of the boxed annotation, of everything that it holds, and of the view that it gets once it is visible.
  var heldBytes: Int {
    let own = id.heldBytes + title.heldBytes + subtitle.heldBytes + (data?.storageBytes ?? 0)
    return MemoryLayout<WireAnnotation>.stride + own + (view.map { $0.heldBytes + $0.clusterBytes } ?? 0)
  }
}

extension MapViewLook {
  /// The bytes that it holds.
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

  /// The bytes for the clustering identifier, which may be unique to this view.
  var clusterBytes: Int { clusteringIdentifier == nil ? 0 : MapView.groupBytes }

  /// The bytes of a template with this appearance, which is stored twice.
  var registeredBytes: Int { 2 * MemoryLayout<MapViewLook>.stride + 512 + heldBytes }
}

extension WireOverlay {
  /// Its bytes with its renderer and drawing.
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
