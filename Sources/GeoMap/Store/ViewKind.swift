/// The properties of a view that matter for clusters and collisions, so that no view need exist.
///
/// Many annotations share a kind.
struct ViewKind: Hashable {
  /// The number of its cluster group; 0 when it never clusters.
  var group = 0
  /// The size of its frame in points, after rotation.
  var width = 0.0, height = 0.0
  /// The offset from the coordinate to the middle of the frame, in points.
  var offsetX = 0.0, offsetY = 0.0
  /// The priority, from 0 to 1000; at 1000 it is never hidden.
  var priority: Float = 1000
  /// The shape of the frame in collisions.
  var mode = CollisionMode.rectangle
  /// The template that makes the views; -1 when the delegate is asked.
  var template = -1

  /// Whether it takes part in collisions.
  var collides: Bool { mode != .none && width > 0 && height > 0 }
  /// Whether another view may hide it.
  var canBeHidden: Bool { collides && priority < 1000 }
}

extension ViewKind {
  /// Creates the kind of a view, without its cluster group.
  ///
  /// - Parameter template: the template of the view; -1 for none. Annotations of a template share a kind, so views that
  ///   turn by heading count as if they headed north.
  init(of view: AnnotationView, template: Int = -1) {
    let isUpright = template >= 0 && view.rotation == .heading
    let frame = isUpright ? view.size : view.turnedSize
    (width, height) = (frame.width, frame.height)
    (offsetX, offsetY) = (view.centerOffset.x, view.centerOffset.y)
    priority = view.displayPriority.rawValue
    mode = view.collisionMode
    self.template = template
  }
}

/// All view kinds of a map, by number. Number 0 is that of annotations about which nothing is known yet.
struct ViewKinds {
  private(set) var kinds = [ViewKind()]
  /// The index for annotations of each kind.
  private(set) var homes: [UInt16] = [0]
  private var numbers: [ViewKind: Int] = [:]
  /// Unused kind numbers.
  private var free: [Int] = []
  /// Whether the views of at least one kind, or of a cluster, can be hidden.
  private(set) var haveLimitedPriority = false

  /// Records that a cluster's view can be hidden.
  mutating func noteLimitedPriority() { haveLimitedPriority = true }

  subscript(number: Int) -> ViewKind { kinds[number] }

  /// Gives a kind that does not cluster an index of its own.
  mutating func setHome(_ home: UInt16, of number: Int) { homes[number] = home }

  mutating func number(of kind: ViewKind) -> Int {
    if let known = numbers[kind] { return known }
    if kind.canBeHidden { haveLimitedPriority = true }
    let number = free.popLast() ?? kinds.count
    if number == kinds.count {
      kinds.append(kind)
      homes.append(0)
    }
    (kinds[number], homes[number]) = (kind, UInt16(kind.group))
    numbers[kind] = number
    return number
  }

  /// The number of known kinds.
  var count: Int { numbers.count + 1 }
  /// The memory of all kinds and their lookup tables in bytes.
  var byteCount: Int { kinds.capacity * MemoryLayout<ViewKind>.stride * 2 + 32 * numbers.capacity }

  /// Removes unused kinds, whose numbers are reused.
  ///
  /// - Parameter used: whether each kind, by number, is in use.
  mutating func keepOnly(_ used: [Bool]) {
    numbers = numbers.filter { used[$0.value] }
    while kinds.count > 1, !used[kinds.count - 1] {
      kinds.removeLast()
      homes.removeLast()
    }
    let taken = Set(numbers.values)
    free = (1..<kinds.count).filter { !taken.contains($0) }
    for number in free { homes[number] = 0 }
    if kinds.capacity > 4 * kinds.count { (kinds, homes) = (Array(kinds[...]), Array(homes[...])) }
  }
}
