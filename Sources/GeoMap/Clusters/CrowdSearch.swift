import GeoModel

/// Visits the annotations of crowds in ``FrontOrder``. It searches the quadtrees of their sorted runs best first, and
/// skips cells covered by placed frames. So showing a hundred of a million annotations costs little more than a hundred
/// alone.
struct CrowdSearch {
  /// A cell of a run's quadtree, or an entry of the run.
  private struct Item: Comparable {
    /// For an entry, its order; for a cell, a lower bound for the orders of its entries, with the number -1.
    var order: FrontOrder
    var source: Int32
    /// For an entry, only `x` and `y` count.
    var cell: SortedRun.Cell

    static func == (a: Item, b: Item) -> Bool { a.order == b.order }
    static func < (a: Item, b: Item) -> Bool { a.order < b.order }
  }

  /// An annotation that is not covered.
  struct Found {
    var order: FrontOrder
    var look: ViewKind
    var frame: CollisionFrame
    var slot: Int { order.number }
  }

  private let ranges: [WorldRange]
  private let middle: ScreenMiddle
  private let size: ScreenSize
  private let sources: [(look: ViewKind, run: SortedRun)]
  private var heap = BinaryHeap<Item>()
  /// Whether something was skipped because it is covered.
  private(set) var hasCovered = false
  /// Whether nothing is left to visit.
  var isEmpty: Bool { heap.isEmpty }

  /// Cells with at most this many entries are not divided.
  private static let leaf = 8

  init(_ crowds: [Crowd], in ranges: [WorldRange], _ middle: ScreenMiddle, _ size: ScreenSize) {
    (self.ranges, self.middle, self.size) = (ranges, middle, size)
    sources = crowds.flatMap { crowd in crowd.index.sortedRuns().map { (crowd.look, $0) } }
    for (number, source) in sources.enumerated() where !source.run.isEmpty {
      let order = FrontOrder(source.look, ScreenMiddle.Offset(x: 0, y: 0), -1)
      heap.insert(Item(order: order, source: Int32(number), cell: source.run.root))
    }
  }

  /// Returns the next annotation that is not covered.
  ///
  /// - Returns: nil when there is none before the limit.
  mutating func next(before limit: FrontOrder?, _ placed: CollisionGrid) -> Found? {
    while let first = heap.first, limit.map({ first.order < $0 }) ?? true {
      heap.removeFirst()
      let look = sources[Int(first.source)].look
      if first.order.number >= 0 {
        let frame = CollisionFrame(look, middle.offset(x: first.cell.x, y: first.cell.y), size)
        if !look.canBeHidden || !placed.isHit(frame) { return Found(order: first.order, look: look, frame: frame) }
        hasCovered = true
      } else if !leavesOut(first.cell, look, placed) {
        divide(first, look, placed)
      }
    }
    return nil
  }

  /// Replaces a cell with those of its quarters or entries that are in sight and not covered.
  private mutating func divide(_ item: Item, _ look: ViewKind, _ placed: CollisionGrid) {
    let run = sources[Int(item.source)].run
    var part = item
    if item.cell.entries.count <= CrowdSearch.leaf || item.cell.isSmallest {
      for index in item.cell.entries {
        guard let (slot, x, y) = run.entry(index), ranges.contains(where: { $0.contains(x, y) }) else { continue }
        part.order = FrontOrder(look, middle.offset(x: x, y: y), slot)
        (part.cell.x, part.cell.y) = (x, y)
        heap.insert(part)
      }
    } else {
      run.forEachQuarter(of: item.cell) { cell in
        guard ranges.contains(where: { $0.meets(cell.x, cell.y, cell.lastUnit) }), !leavesOut(cell, look, placed)
        else { return }
        part.order = FrontOrder(look, middle.nearest(x: cell.x, y: cell.y, others: cell.lastUnit), -1)
        part.cell = cell
        heap.insert(part)
      }
    }
  }

  /// Whether a single placed frame covers everything that may stand in a cell.
  private mutating func leavesOut(_ cell: SortedRun.Cell, _ look: ViewKind, _ placed: CollisionGrid) -> Bool {
    guard look.canBeHidden, cell.depth > 1 else { return false }
    let first = middle.offset(x: cell.x, y: cell.y)
    let last = middle.offset(x: cell.x + cell.lastUnit, y: cell.y + cell.lastUnit)
    // A cell on the other side of the world may lie half to the left and half to the right of the screen.
    guard first.x <= last.x, placed.covers(CollisionFrame(look, first, size), to: CollisionFrame(look, last, size))
    else { return false }
    hasCovered = true
    return true
  }
}
