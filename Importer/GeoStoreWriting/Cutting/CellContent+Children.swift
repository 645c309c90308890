import GeoModel
import GeoStore

// Handing the content of a square down to one of its quarters.
//
// 1. Points go by their Hilbert index: those of a quarter are one range.
// 2. Lines keep the runs of consecutive segments that touch the quarter.
// 3. Polygons keep the runs of consecutive edges that touch it. Edges west of the whole quarter are summed up: seen from
//    the quarter, consecutive edges a-b-c count just like one edge a-c, because the vertex b would toggle twice. So
//    each run of western edges toggles at the latitudes of its two ends, whatever lies between.
// 4. A toggle at or below the southernmost row flips `startsInside`, one above the northernmost row is dropped, and two at the
//    same latitude cancel. Nothing is ever clipped, so no vertex is invented and no rounding happens.
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
    var first: UInt32?
    for index in run.start..<run.start + max(run.count, 1) - 1 {
      if segmentTouches(points[Int(index)], points[Int(index) + 1]) {
        first = first ?? index
      } else if let start = first {
        append(run.line, start, through: index, points)
        first = nil
      }
    }
    if let first { append(run.line, first, through: run.start + run.count - 1, points) }
  }

  /// Whether the boxes touch: a few segments too many do no harm, as distances decide later.
  private func segmentTouches(_ from: FixedPoint, _ to: FixedPoint) -> Bool {
    min(from.x, to.x) <= box.maxX && max(from.x, to.x) >= box.minX && min(from.y, to.y) <= box.maxY
      && max(from.y, to.y) >= box.minY
  }

  /// Keeps a part of a line.
  private mutating func append(
    _ line: UInt32, _ start: UInt32, through end: UInt32, _ points: UnsafeBufferPointer<FixedPoint>
  ) {
    let box = FixedBox(around: points[Int(start)...Int(end)])
    runs.append(CutRun(line: line, start: start, count: end - start + 1, box: box))
  }

  // MARK: Polygons

  /// Keeps a polygon's part in the quarter, unless it covers the quarter or is absent.
  private mutating func take(_ piece: CutPiece, of parent: CellContent, _ points: UnsafeBufferPointer<FixedPoint>) {
    var taken = piece
    let firstChain = chains.count
    let firstToggle = toggles.count
    // Most pieces are a small ring, which is in one quarter as a whole and no concern of the others.
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

  /// Keeps the edges of a chain that touch the quarter and sums up those west of it.
  private mutating func take(
    _ chain: CutChain, _ points: UnsafeBufferPointer<FixedPoint>, _ startsInside: inout Bool
  ) {
    let end = chain.start + chain.count - 1
    if box.contains(chain.box) { return chains.append(chain) }
    if isNotCounted(chain.box) { return }
    if chain.box.maxX < box.minX {
      toggle(points[Int(chain.start)].y, &startsInside)
      return toggle(points[Int(end)].y, &startsInside)
    }
    var runSide = EdgeSide.elsewhere
    var runStart = chain.start
    for index in chain.start..<end {
      let side = EdgeSide.of(points[Int(index)], points[Int(index) + 1], seenFrom: box)
      if side == runSide { continue }
      close(runSide, runStart, through: index, points, &startsInside)
      runSide = side
      runStart = index
    }
    close(runSide, runStart, through: end, points, &startsInside)
  }

  /// Whether no point of the quarter counts an edge of a chain with this box: it is east of it, or above or below all rows.
  @inline(__always) private func isNotCounted(_ chain: FixedBox) -> Bool {
    chain.minX > box.maxX || chain.minY > box.maxY || chain.maxY <= box.minY
  }

  /// Ends a run of edges that lie on one side.
  private mutating func close(
    _ side: EdgeSide, _ start: UInt32, through end: UInt32, _ points: UnsafeBufferPointer<FixedPoint>,
    _ startsInside: inout Bool
  ) {
    switch side {
    case .elsewhere: break
    case .touching:
      let box = FixedBox(around: points[Int(start)...Int(end)])
      chains.append(CutChain(start: start, count: end - start + 1, box: box))
    case .west:
      toggle(points[Int(start)].y, &startsInside)
      toggle(points[Int(end)].y, &startsInside)
    }
  }

  /// Notes that the number of western edges changes from this latitude northwards.
  private mutating func toggle(_ latitude: Int32, _ startsInside: inout Bool) {
    if latitude <= box.minY { startsInside.toggle() } else if latitude <= box.maxY { toggles.append(latitude) }
  }

  /// Sorts the last toggles and removes those that come in pairs.
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

/// Where an edge lies as seen from a box, for counting the edges west of the points in the box.
enum EdgeSide {
  /// Its crossing is west of every point of the box that is in its rows.
  case west
  /// It touches the box, or its line passes so near that points must be tested one by one.
  case touching
  /// It never lies west of a point of the box: it is east of it, or above or below all rows.
  case elsewhere

  /// Where an edge lies.
  ///
  /// A point counts the edge when `(from.y > y) != (to.y > y)` and the edge's line is strictly west of the point: just
  /// what ``Tile/contains(_:piece:)`` tests. The side of a line is linear in the point, so two corners of the box decide.
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
