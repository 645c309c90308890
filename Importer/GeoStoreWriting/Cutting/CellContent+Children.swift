import GeoModel
import GeoStore

// How the content of a square is passed down to its quarters:
//
// 1. Points go by their Hilbert index: those of a quarter are one range.
// 2. Lines keep the runs of consecutive segments that touch the quarter.
// 3. Polygons keep the runs of consecutive edges that touch it. Edges west of the whole quarter become toggles. Seen
//    from the quarter, consecutive edges a-b-c count the same as one edge a-c, because the vertex b would toggle twice.
//    So each run of western edges toggles only at the latitudes of its two ends.
// 4. A toggle at or below the southernmost row flips `startsInside`, one above the northernmost row is dropped, and two
//    at the same latitude cancel. Nothing is ever clipped, so no vertices are added and nothing is rounded.
// 5. A polygon without edges and toggles covers the quarter or is absent from it.
extension CellContent {
  /// The content of the quarter that comes `digit`-th along the curve.
  func child(_ digit: Int, _ input: CutInput) -> CellContent {
    var child = CellContent(cell: cell.child(digit), in: runs.workspace)
    if child.box.isEmpty { return child }
    child.covering = covering
    child.addresses = input.addresses.range(in: child.cell, of: addresses)
    child.lenders = input.lenders.range(in: child.cell, of: lenders)
    child.features = input.features.range(in: child.cell, of: features)
    child.places = input.places.range(in: child.cell, of: places)
    for place in reaching where input.reaches[Int(place)].touches(child.box) { child.reaching.append(place) }
    input.points.withUnsafeBufferPointer { points in
      for run in runs { child.take(run, of: points) }
      for piece in pieces { child.take(piece, of: self, points) }
    }
    child.covering.sort()
    child.weigh(input)
    return child
  }

  // MARK: Lines

  /// Keeps the parts of a line that touch the quarter.
  private mutating func take(_ run: CutRun, of points: UnsafeBufferPointer<FixedPoint>) {
    if box.contains(run.box) { return runs.append(run) }
    guard box.intersects(run.box) else { return }
    var first: Int?
    for index in run.vertices.edges {
      if segmentTouches(points[index], points[index + 1]) {
        first = first ?? index
      } else if let start = first {
        append(run.line, start, through: index, points)
        first = nil
      }
    }
    if let first { append(run.line, first, through: run.vertices.edges.upperBound, points) }
  }

  /// Whether the box of a segment touches the quarter.
  ///
  /// A few segments too many do no harm, as queries compute distances.
  private func segmentTouches(_ from: FixedPoint, _ to: FixedPoint) -> Bool {
    min(from.x, to.x) <= box.maxX && max(from.x, to.x) >= box.minX && min(from.y, to.y) <= box.maxY
      && max(from.y, to.y) >= box.minY
  }

  /// Keeps a part of a line.
  private mutating func append(
    _ line: UInt32, _ start: Int, through end: Int, _ points: UnsafeBufferPointer<FixedPoint>
  ) {
    let box = FixedBox(around: points[start...end])
    runs.append(CutRun(line: line, vertices: PointRange(start: start, count: end - start + 1), box: box))
  }

  // MARK: Polygons

  /// Keeps a polygon's part in the quarter, unless it covers the quarter or is absent.
  private mutating func take(_ piece: CutPiece, of parent: CellContent, _ points: UnsafeBufferPointer<FixedPoint>) {
    var taken = piece
    let firstChain = chains.count
    let firstToggle = toggles.count
    // Most pieces are a single small ring, which lies in one quarter and is irrelevant to the others.
    if piece.toggles.isEmpty, piece.chains.count == 1 {
      let chain = parent.chains[piece.chains.lowerBound]
      if box.contains(chain.box) {
        chains.append(chain)
        (taken.chains, taken.toggles) = (firstChain..<firstChain + 1, firstToggle..<firstToggle)
        return pieces.append(taken)
      }
      if !piece.startsInside, isNotCounted(chain.box) { return }
    }
    for index in piece.toggles { toggle(parent.toggles[index], &taken.startsInside) }
    for index in piece.chains { take(parent.chains[index], points, &taken.startsInside) }
    cancelPairs(from: firstToggle)
    taken.chains = firstChain..<chains.count
    taken.toggles = firstToggle..<toggles.count
    if !taken.chains.isEmpty || !taken.toggles.isEmpty {
      pieces.append(taken)
    } else if taken.startsInside {
      if piece.owner == .area { covering.append(piece.position + 1) } else { pieces.append(taken) }
    }
  }

  /// Keeps the edges of a chain that touch the quarter, and turns those west of it into toggles.
  private mutating func take(
    _ chain: CutChain, _ points: UnsafeBufferPointer<FixedPoint>, _ startsInside: inout Bool
  ) {
    let (start, end) = (chain.vertices.start, chain.vertices.edges.upperBound)
    if box.contains(chain.box) { return chains.append(chain) }
    if isNotCounted(chain.box) { return }
    if chain.box.maxX < box.minX {
      toggle(points[start].y, &startsInside)
      return toggle(points[end].y, &startsInside)
    }
    var runSide = EdgeSide.elsewhere
    var runStart = start
    for index in start..<end {
      let side = EdgeSide.of(points[index], points[index + 1], seenFrom: box)
      if side == runSide { continue }
      close(runSide, runStart, through: index, points, &startsInside)
      runSide = side
      runStart = index
    }
    close(runSide, runStart, through: end, points, &startsInside)
  }

  /// Whether no point of the quarter counts an edge of a chain with this box. The box is then east of the quarter, or
  /// above or below all its rows.
  @inline(__always) private func isNotCounted(_ chain: FixedBox) -> Bool {
    chain.minX > box.maxX || chain.minY > box.maxY || chain.maxY <= box.minY
  }

  /// Ends a run of edges on the same side.
  private mutating func close(
    _ side: EdgeSide, _ start: Int, through end: Int, _ points: UnsafeBufferPointer<FixedPoint>,
    _ startsInside: inout Bool
  ) {
    switch side {
    case .elsewhere: break
    case .touching:
      let box = FixedBox(around: points[start...end])
      chains.append(CutChain(vertices: PointRange(start: start, count: end - start + 1), box: box))
    case .west:
      toggle(points[start].y, &startsInside)
      toggle(points[end].y, &startsInside)
    }
  }

  /// Records that the number of western edges changes at this latitude and north of it.
  private mutating func toggle(_ latitude: Int32, _ startsInside: inout Bool) {
    if latitude <= box.minY { startsInside.toggle() } else if latitude <= box.maxY { toggles.append(latitude) }
  }

  /// Sorts the toggles from a position on and removes equal pairs.
  private mutating func cancelPairs(from start: Int) {
    guard toggles.count > start else { return }
    toggles.sort(from: start)
    var kept = start
    for index in start..<toggles.count {
      if kept > start, toggles[kept - 1] == toggles[index] {
        kept -= 1
      } else {
        toggles[kept] = toggles[index]
        kept += 1
      }
    }
    toggles.removeLast(toggles.count - kept)
  }
}

extension MappedArray<Int32> {
  /// Sorts the elements from a position on.
  fileprivate mutating func sort(from start: Int) {
    withUnsafeMutableBufferPointer { buffer in
      var part = UnsafeMutableBufferPointer(rebasing: buffer[start...])
      part.sort()
    }
  }
}

/// The side of a box that an edge is on, for counting the edges west of points in the box.
enum EdgeSide {
  /// It crosses west of every point of the box within its latitudes.
  case west
  /// It touches the box, or its line passes so near that points must be tested one by one.
  case touching
  /// It is never west of a point of the box, because it is east of the box, or above or below all its rows.
  case elsewhere

  /// Determines the side of an edge.
  ///
  /// A point counts the edge when `(from.y > y) != (to.y > y)` and the edge's line is strictly west of the point, as in
  /// ``Tile/contains(_:piece:)``. The side of a line is linear in the point, so testing two corners of the box is
  /// enough.
  @inline(__always) static func of(_ from: FixedPoint, _ to: FixedPoint, seenFrom box: FixedBox) -> EdgeSide {
    if min(from.y, to.y) > box.maxY || max(from.y, to.y) <= box.minY { return .elsewhere }
    if max(from.x, to.x) < box.minX { return .west }
    if min(from.x, to.x) > box.maxX { return .elsewhere }
    let risesEastward = (to.x > from.x) == (to.y > from.y)
    let westernmost = FixedPoint(x: box.minX, y: risesEastward ? box.maxY : box.minY)
    if from.y != to.y, Tile.crossesWest(from, to, of: westernmost) { return .west }
    let easternmost = FixedPoint(x: box.maxX, y: risesEastward ? box.minY : box.maxY)
    if from.y != to.y, !Tile.crossesWest(from, to, of: easternmost) { return .elsewhere }
    return .touching
  }
}
