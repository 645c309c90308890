import GeoMap
import GeoModel
import GeoWire

// The bytes of memory that values hold outside of themselves: the capacity of their arrays and texts, and the
// allocator's overhead for each. The numbers are upper estimates. Shared memory counts for each owner.

extension Array {
  /// The bytes of its elements, without what these hold themselves.
  var storageBytes: Int { isEmpty ? 0 : capacity * MemoryLayout<Element>.stride + 48 }
}

extension String {
  /// Texts up to 15 bytes are stored inline.
  var heldBytes: Int { utf8.count <= 15 ? 0 : utf8.count + 64 }
}

extension String? {
  var heldBytes: Int { self?.heldBytes ?? 0 }
}

extension AnnotationID {
  var heldBytes: Int { if case .text(let text) = self { text.heldBytes } else { 0 } }
}

extension OverlayID {
  var heldBytes: Int { if case .text(let text) = self { text.heldBytes } else { 0 } }
}

extension Path {
  var heldBytes: Int { elements.storageBytes }
}

extension Gradient {
  var heldBytes: Int { colors.storageBytes + locations.storageBytes }
}

extension Drawing {
  var heldBytes: Int { steps.storageBytes + steps.reduce(0) { $0 + $1.heldBytes } }
}

extension Drawing {
  /// The bytes of its steps alone: the paths and colors of overlays belong to their renderers.
  var stepBytes: Int {
    steps.reduce(steps.storageBytes) { sum, step in
      switch step {
      case .stroke(_, _, let style), .gradientStroke(_, _, let style): sum + style.dash.storageBytes
      default: sum
      }
    }
  }
}

extension Drawing.Step {
  var heldBytes: Int {
    switch self {
    case .clip(let path, _), .fill(let path, _, _): path.heldBytes
    case .stroke(let path, _, let style): path.heldBytes + style.dash.storageBytes
    case .gradientStroke(let path, let gradient, let style):
      path.heldBytes + gradient.heldBytes + style.dash.storageBytes
    case .linearGradient(let gradient, _, _), .radialGradient(let gradient, _, _): gradient.heldBytes
    case .text(let text, _, _): text.heldBytes
    // Pictures are counted where they are stored.
    case .image, .save, .restore, .alpha, .blend, .beginGroup, .endGroup: 0
    }
  }
}

extension CalloutAccessory {
  var heldBytes: Int {
    switch kind {
    case .textButton(let text), .text(let text): id.heldBytes + text.heldBytes
    case .button, .image: id.heldBytes
    }
  }
}

extension GeoJSONObject {
  /// The number of points, lines and areas; a feature without any counts as one.
  var thingCount: Int {
    switch self {
    case .feature(let feature): max(1, feature.geometry.reduce(0) { $0 + $1.thingCount })
    case .multiPoint(let points): points.points.count
    default: 1
    }
  }

  var heldBytes: Int {
    switch self {
    case .feature(let feature):
      feature.geometry.storageBytes + feature.geometry.reduce(0) { $0 + $1.heldBytes }
        + (feature.properties?.storageBytes ?? 0) + feature.identifier.heldBytes
    // A point is a separate object.
    case .point: 128
    default: overlay.map { HeldShape($0).bytes } ?? 0
    }
  }
}

/// The memory of a shape.
struct HeldShape {
  /// The number of points in all its lines and rings.
  private(set) var points = 0
  /// The bytes of the points and of their containers.
  private(set) var bytes = 64

  init(_ shape: any Overlay) { add(shape) }

  private mutating func add(_ shape: any Overlay) {
    switch shape {
    case let lines as MultiPolyline: for line in lines.polylines { add(line) }
    case let polygons as MultiPolygon: for polygon in polygons.polygons { add(polygon) }
    case let shape as any MultiPointShape:
      points += shape.points.count
      bytes += shape.points.storageBytes + HeldShape.partBytes
      if let line = shape as? GeodesicPolyline { bytes += 16 * line.points.count }
      for hole in (shape as? Polygon)?.interiorPolygons ?? [] { add(hole) }
    default: bytes += HeldShape.partBytes
    }
  }

  /// The bytes of a line or ring without its points, in an array that may have spare capacity.
  private static let partBytes = 2 * MemoryLayout<Polygon>.stride
}
