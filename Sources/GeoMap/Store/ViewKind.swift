/// What clusters and collisions need to know of a view, so that no view need be there: many annotations share one.
struct ViewKind: Hashable {
  /// The group of its clustering identifier; 0 when it never clusters.
  var group = 0
  /// The size of its frame in points, turned as it is.
  var width = 0.0, height = 0.0
  /// From the coordinate to the middle of the frame, in points.
  var offsetX = 0.0, offsetY = 0.0
  /// 0 to 1000; 1000 is never hidden.
  var priority: Float = 1000
  /// How its frame is read.
  var mode = CollisionMode.rectangle
  /// The template that makes its views; -1 when the delegate is asked.
  var template = -1

  /// Whether it may hide, or be hidden by, another one.
  var collides: Bool { mode != .none && width > 0 && height > 0 }
  /// Whether another one may hide it.
  var canBeHidden: Bool { collides && priority < 1000 }
}

extension ViewKind {
  /// What counts of a view that does not cluster.
  ///
  /// - Parameter template: whose view it is; -1: nobody's. Annotations of a template share a kind, so those that head somewhere count as if they
  ///   headed north.
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

/// All kinds of a map by number; number 0 is that of annotations of which nothing is known yet.
struct ViewKinds {
  private(set) var kinds = [ViewKind()]
  /// The index in which annotations of each kind live.
  private(set) var homes: [UInt16] = [0]
  private var numbers: [ViewKind: Int] = [:]
  /// Numbers of kinds that nobody has.
  private var free: [Int] = []
  /// Whether any kind can be hidden by another.
  private(set) var haveLimitedPriority = false

  /// Notes that a view that is not an annotation's can be hidden, too.
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

  /// How many kinds are known.
  var count: Int { numbers.count + 1 }
  /// Bytes of all kinds, and of the tables that find them.
  var byteCount: Int { kinds.capacity * MemoryLayout<ViewKind>.stride * 2 + 32 * numbers.capacity }

  /// Forgets all but some kinds. The numbers of the others are given to new ones.
  ///
  /// - Parameter used: whether somebody has the kind of each number.
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
