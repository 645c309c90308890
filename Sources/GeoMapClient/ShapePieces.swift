import GeoMap
import GeoModel
import GeoWire

/// A shape of map points, split into pieces because a request holds only so many points. The first piece is in the
/// request that adds the overlay; each further one continues where the previous one ended.
struct ShapePieces {
  /// The content of a piece.
  enum Piece: Equatable {
    /// Lines, or areas as rings.
    case parts([[[MapPoint]]])
    /// Holes of the last area.
    case holes([[MapPoint]])
    /// Further points of the last line or ring.
    case places([MapPoint])
  }

  /// The name of a shape on the wire.
  enum Kind: String {
    case polyline, multiPolyline, polygon, multiPolygon
  }

  let kind: Kind
  private(set) var pieces: [Piece] = []
  // The current piece has either parts or holes.
  private var parts: [[[MapPoint]]] = []
  private var holes: [[MapPoint]] = []
  private var room: Int
  private let most: Int

  /// - Parameter most: the largest number of points in a piece; at least 3, the size of the smallest ring.
  /// - Returns: nil for shapes of other kinds.
  init?(_ overlay: any Overlay, most: Int) {
    func rings(_ polygon: Polygon) -> [[MapPoint]] { [polygon.points] + (polygon.interiorPolygons ?? []).map(\.points) }
    let all: [[[MapPoint]]]
    switch overlay {
    case let line as Polyline: (kind, all) = (.polyline, [[line.points]])
    case let lines as MultiPolyline: (kind, all) = (.multiPolyline, lines.polylines.map { [$0.points] })
    case let polygon as Polygon: (kind, all) = (.polygon, [rings(polygon)])
    case let polygons as MultiPolygon: (kind, all) = (.multiPolygon, polygons.polygons.map(rings))
    default: return nil
    }
    (self.most, room) = (most, most)
    for part in all { for (index, ring) in part.enumerated() { add(ring, isHole: index > 0) } }
    close()
  }

  /// Adds a line or ring to the current piece if it fits there completely, or else to the next.
  ///
  /// Splits a line or ring that is longer than a piece.
  private mutating func add(_ ring: [MapPoint], isHole: Bool) {
    if ring.count > room || (!isHole && !holes.isEmpty) { close() }
    let head = Array(ring.prefix(most))
    if !isHole {
      parts.append([head])
    } else if parts.isEmpty {
      holes.append(head)
    } else {
      parts[parts.count - 1].append(head)
    }
    room -= head.count
    guard ring.count > most else { return }
    close()
    for start in stride(from: most, to: ring.count, by: most) {
      pieces.append(.places(Array(ring[start...].prefix(most))))
    }
  }

  private mutating func close() {
    if !parts.isEmpty { pieces.append(.parts(parts)) }
    if !holes.isEmpty { pieces.append(.holes(holes)) }
    (parts, holes, room) = ([], [], most)
  }
}

extension JSONWriter {
  /// Writes the first piece as a shape.
  mutating func shape(_ pieces: ShapePieces) {
    guard case .parts(let parts)? = pieces.pieces.first else { return object { _ in } }
    object { json in
      json.dynamicKey(pieces.kind.rawValue)
      switch pieces.kind {
      case .polyline: json.line(parts[0][0])
      case .multiPolyline: json.lines(parts.map { $0[0] })
      case .polygon: json.lines(parts[0])
      case .multiPolygon: json.areas(parts)
      }
    }
  }

  /// Writes a further piece as a member of a request.
  mutating func member(_ piece: ShapePieces.Piece, of kind: ShapePieces.Kind) {
    switch piece {
    case .places(let places):
      key("places")
      line(places)
    case .holes(let holes):
      key("holes")
      lines(holes)
    case .parts(let parts) where kind == .multiPolyline:
      key("lines")
      lines(parts.map { $0[0] })
    case .parts(let parts):
      key("polygons")
      areas(parts)
    }
  }

  private mutating func line(_ points: [MapPoint]) { array(points) { $0.longitudeFirst($1) } }
  private mutating func lines(_ lines: [[MapPoint]]) { array(lines) { $0.line($1) } }
  private mutating func areas(_ areas: [[[MapPoint]]]) { array(areas) { $0.lines($1) } }

  private mutating func array<Element>(_ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
    beginArray()
    for element in elements { write(&self, element) }
    endArray()
  }
}
