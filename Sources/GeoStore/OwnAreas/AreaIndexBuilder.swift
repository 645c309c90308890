import GeoModel

/// Cuts areas into the cells of an index.
///
/// 1. The areas are numbered in the order in which placemarks list them.
/// 2. The first cell is the smallest one around all areas. A cell is cut into quarters until it has few enough edges.
///    Each quarter gets the edges near it, by polygon. Of the edges west of it, only the latitudes are kept at which
///    their number changes from even to odd or back. All others are dropped.
/// 3. Nothing is clipped or rounded. So exactly one of two areas with a common border contains a point on that border.
///
/// Where hundreds of areas overlap, cutting would list all of them in every quarter. So a cell is not cut when it has
/// at most twice as many edges as areas that cover it. Cutting also stops once the cells have about ``growth`` entries
/// for each edge and polygon of the areas.
struct AreaIndexBuilder {
  /// The most edges in a cell that is not cut.
  private static let mostEdges = 48
  /// The most entries of all cells for each edge or polygon of the areas.
  private static let growth = 16

  private struct Edge {
    var from: FixedPoint
    var to: FixedPoint
  }

  /// A polygon's part in a cell. `toggles` and `edges` are the ends of its entries in the cell's lists.
  private struct Piece {
    var area: UInt32
    var isInside: Bool
    var toggles: Int
    var edges: Int
  }

  /// The content of a cell.
  private struct Content {
    var pieces: [Piece] = []
    var toggles: [Int32] = []
    var edges: [Edge] = []
    /// The number of polygons that cover the whole cell.
    var covering = 0
  }

  /// The finished cells, ascending.
  private(set) var keys: [UInt64] = []
  private(set) var starts: [Int] = [0]
  var bytes: [UInt8] { output.bytes }
  private var output = AreaBytes()
  private var allowance = 0

  /// Cuts areas, whose numbers are their positions in the list.
  init(_ areas: [OwnArea]) {
    var content = Content()
    for (number, area) in areas.enumerated() {
      for polygon in area.polygons {
        for ring in polygon { AreaIndexBuilder.add(ring, to: &content.edges) }
        content.pieces.append(
          Piece(area: UInt32(number), isInside: false, toggles: 0, edges: content.edges.count))
      }
    }
    allowance = AreaIndexBuilder.growth * (content.edges.count + content.pieces.count) + 4096
    if !content.edges.isEmpty { cut(AreaIndexBuilder.smallestCell(around: content.edges), content) }
  }

  /// Adds the edges of a ring, except those along a parallel, which no line from west to east crosses.
  private static func add(_ ring: [FixedPoint], to edges: inout [Edge]) {
    guard var from = ring.last else { return }
    for to in ring {
      if from.y != to.y { edges.append(Edge(from: from, to: to)) }
      from = to
    }
  }

  private mutating func cut(_ cell: AreaCell, _ content: consuming Content) {
    guard !content.pieces.isEmpty else { return }
    let isFine =
      content.edges.count <= max(AreaIndexBuilder.mostEdges, 2 * content.covering)
      || cell.level == AreaCell.finestLevel || allowance <= 0
    if isFine { return write(cell, content) }
    for number in 0..<4 as Range<UInt64> {
      let quarter = cell.quarter(number)
      cut(quarter, AreaIndexBuilder.part(of: content, in: Frame(quarter)))
    }
  }

  // MARK: Quarters

  /// The smallest cell around all polygons.
  ///
  /// Starting there avoids copying the areas of one town at every level above it.
  private static func smallestCell(around edges: [Edge]) -> AreaCell {
    var box = FixedBox.empty
    for edge in edges {
      box.formUnion(edge.from)
      box.formUnion(edge.to)
    }
    var cell = AreaCell.root
    while cell.level < AreaCell.finestLevel {
      let (x, y) = (cell.minX + cell.side / 2, cell.minY + cell.side / 2)
      guard (Int64(box.minX) < x) == (Int64(box.maxX) < x), (Int64(box.minY) < y) == (Int64(box.maxY) < y) else {
        break
      }
      cell = cell.quarter((Int64(box.minX) < x ? 0 : 1) + (Int64(box.minY) < y ? 0 : 2))
    }
    return cell
  }

  /// The edges of a cell, all inclusive.
  private struct Frame {
    let minX: Int64, minY: Int64, maxX: Int64, maxY: Int64

    init(_ cell: AreaCell) {
      (minX, minY) = (cell.minX, cell.minY)
      (maxX, maxY) = (minX + cell.side - 1, minY + cell.side - 1)
    }

    enum Side { case elsewhere, west, near }

    /// Classifies an edge by its effect on the points of the cell.
    ///
    /// An `.elsewhere` edge has no effect. A `.west` edge lies west of every point of the cell within the edge's
    /// latitudes. A `.near` edge must be tested against each point.
    func side(of edge: Edge) -> Side {
      let (low, high) = edge.from.y < edge.to.y ? (edge.from, edge.to) : (edge.to, edge.from)
      if Int64(high.y) <= minY || Int64(low.y) > maxY { return .elsewhere }
      let (west, east) = (Int64(min(low.x, high.x)), Int64(max(low.x, high.x)))
      if west > maxX { return .elsewhere }
      if east < minX { return .west }
      // The edge's longitudes within the cell's latitudes, compared with one unit of tolerance for rounding.
      let slope = (Double(high.x) - Double(low.x)) / (Double(high.y) - Double(low.y))
      func x(_ y: Int64) -> Double { Double(low.x) + slope * Double(y - Int64(low.y)) }
      let (first, last) = (x(max(Int64(low.y), minY)), x(min(Int64(high.y), maxY)))
      if max(first, last) < Double(minX - 1) { return .west }
      return min(first, last) > Double(maxX + 1) ? .elsewhere : .near
    }
  }

  private static func part(of content: borrowing Content, in frame: Frame) -> Content {
    var part = Content()
    var (toggle, edge) = (0, 0)
    var toggles: [Int32] = []
    for piece in content.pieces {
      toggles.removeAll(keepingCapacity: true)
      let firstEdge = part.edges.count
      var isInside = piece.isInside
      /// Records that the number of edges to the west changes from even to odd or back at a latitude.
      func change(at latitude: Int32) {
        if Int64(latitude) <= frame.minY {
          isInside.toggle()
        } else if Int64(latitude) <= frame.maxY {
          // An edge begins where the previous one ends, so the two changes there usually cancel out.
          if toggles.last == latitude { toggles.removeLast() } else { toggles.append(latitude) }
        }
      }
      for latitude in content.toggles[toggle..<piece.toggles] { change(at: latitude) }
      for edge in content.edges[edge..<piece.edges] {
        switch frame.side(of: edge) {
        case .elsewhere: break
        case .near: part.edges.append(edge)
        case .west:
          change(at: edge.from.y)
          change(at: edge.to.y)
        }
      }
      (toggle, edge) = (piece.toggles, piece.edges)
      let firstToggle = part.toggles.count
      AreaIndexBuilder.add(&toggles, to: &part.toggles)
      let isPlain = part.edges.count == firstEdge && part.toggles.count == firstToggle
      if isPlain, !isInside { continue }
      if isPlain { part.covering += 1 }
      part.pieces.append(
        Piece(area: piece.area, isInside: isInside, toggles: part.toggles.count, edges: part.edges.count))
    }
    return part
  }

  /// Adds latitudes in ascending order. Two equal ones cancel out.
  private static func add(_ toggles: inout [Int32], to list: inout [Int32]) {
    if toggles.count > 1 { toggles.sort() }
    var index = 0
    while index < toggles.count {
      if index + 1 < toggles.count, toggles[index] == toggles[index + 1] {
        index += 2
      } else {
        list.append(toggles[index])
        index += 1
      }
    }
  }

  // MARK: Bytes

  private mutating func write(_ cell: AreaCell, _ content: borrowing Content) {
    keys.append(cell.key)
    output.put(UInt64(content.pieces.count))
    var (toggle, edge) = (0, 0)
    var area: UInt32 = 0
    for piece in content.pieces {
      let isPlain = toggle == piece.toggles && edge == piece.edges
      output.put(UInt64(piece.area - area) << 1 | (isPlain ? 0 : 1))
      area = piece.area
      if !isPlain { put(content, piece, toggle..<piece.toggles, edge..<piece.edges, in: cell) }
      (toggle, edge) = (piece.toggles, piece.edges)
    }
    starts.append(output.bytes.count)
    allowance -= content.pieces.count + content.edges.count
  }

  private mutating func put(
    _ content: borrowing Content, _ piece: Piece, _ toggles: Range<Int>, _ edges: Range<Int>, in cell: AreaCell
  ) {
    output.put(UInt64(toggles.count) << 1 | (piece.isInside ? 1 : 0))
    var latitude = cell.minY
    for toggle in toggles {
      output.put(UInt64(Int64(content.toggles[toggle]) - latitude))
      latitude = Int64(content.toggles[toggle])
    }
    // Consecutive edges that share a vertex form a line.
    var lines: [Range<Int>] = []
    for edge in edges {
      if let last = lines.last, content.edges[edge - 1].to == content.edges[edge].from {
        lines[lines.count - 1] = last.lowerBound..<edge + 1
      } else {
        lines.append(edge..<edge + 1)
      }
    }
    output.put(UInt64(lines.count))
    for line in lines {
      output.put(UInt64(line.count + 1))
      var (x, y) = (cell.minX, cell.minY)
      func difference(_ point: FixedPoint) -> (Int64, Int64) {
        defer { (x, y) = (Int64(point.x), Int64(point.y)) }
        return (Int64(point.x) - x, Int64(point.y) - y)
      }
      output.put(signed: difference(content.edges[line.lowerBound].from))
      for edge in line { output.put(signed: difference(content.edges[edge].to)) }
    }
  }
}
