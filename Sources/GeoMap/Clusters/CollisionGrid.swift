/// A frame that may collide.
struct CollisionFrame {
  var centerX: Double, centerY: Double
  var width: Double, height: Double
  var isCircle: Bool

  /// Whether two frames overlap; touching is not enough. A circle's diameter is the frame's width.
  func meets(_ other: CollisionFrame) -> Bool {
    let (dx, dy) = (abs(centerX - other.centerX), abs(centerY - other.centerY))
    switch (isCircle, other.isCircle) {
    case (false, false): return dx < (width + other.width) / 2 && dy < (height + other.height) / 2
    case (true, true):
      let reach = (width + other.width) / 2
      return dx * dx + dy * dy < reach * reach
    case (true, false): return CollisionFrame.circle(width / 2, meets: other, dx, dy)
    case (false, true): return CollisionFrame.circle(other.width / 2, meets: self, dx, dy)
    }
  }

  /// Whether a circle overlaps a rectangle whose middle is `dx`, `dy` away.
  private static func circle(_ radius: Double, meets rect: CollisionFrame, _ dx: Double, _ dy: Double) -> Bool {
    let (outX, outY) = (max(0, dx - rect.width / 2), max(0, dy - rect.height / 2))
    return outX * outX + outY * outY < radius * radius
  }

  /// The distance in points from the middle to the upper and lower edges.
  var halfHeight: Double { (isCircle ? width : height) / 2 }
}

extension CollisionFrame {
  /// Creates the frame of a view.
  ///
  /// - Parameter offset: the offset of the coordinate from the middle of a screen of that size.
  @inline(__always) init(_ look: ViewKind, _ offset: ScreenMiddle.Offset, _ size: ScreenSize) {
    centerX = size.width / 2 + offset.x + look.offsetX
    centerY = size.height / 2 + offset.y + look.offsetY
    (width, height) = (look.width, look.height)
    isCircle = look.mode == .circle
  }
}

/// The placed frames, in squares of 64 points, to quickly find those that a new one meets.
struct CollisionGrid {
  /// A frame in a square, linked to the frame placed there before it.
  private struct Link {
    var frame: Int32
    var next: Int32
  }

  private let columns: Int, rows: Int
  /// The newest link of each square; -1 for none.
  private var heads: [Int32]
  private var links: [Link] = []
  private var frames: [CollisionFrame] = []
  private var ranks: [UInt64] = []
  /// The largest width of any placed frame.
  private var largest = 0.0

  /// The border around the screen that has squares of its own, in points. Frames farther out, or beyond 16,000 points,
  /// are put into the outermost squares.
  private static let border = 256.0

  /// Creates a grid for a screen.
  init(size: ScreenSize) {
    func squares(_ length: Double) -> Int { Int((min(16_000, length) + 2 * CollisionGrid.border) / 64) + 1 }
    (columns, rows) = (squares(size.width), squares(size.height))
    heads = [Int32](repeating: -1, count: columns * rows)
  }

  /// Whether a frame meets a placed one.
  ///
  /// - Parameter rank: only placed frames with a lower rank count.
  func isHit(_ frame: CollisionFrame, before rank: UInt64 = .max) -> Bool {
    contains(near: frame) { frames[$0].meets(frame) && ranks[$0] < rank }
  }

  /// Whether any placed frame that shares a square with `frame` fulfills a condition.
  @inline(__always) private func contains(near frame: CollisionFrame, where matches: (Int) -> Bool) -> Bool {
    let (across, down) = squares(of: frame)
    for row in down {
      for column in across {
        var link = heads[row * columns + column]
        while link >= 0 {
          let index = Int(links[Int(link)].frame)
          if matches(index) { return true }
          link = links[Int(link)].next
        }
      }
    }
    return false
  }

  /// Whether a single placed frame meets every frame of a size whose middle lies in a rectangle.
  ///
  /// Checking the four corners suffices, because the middles of all frames that meet a placed one form a convex shape.
  ///
  /// - Parameters:
  ///   - first: the frame in the upper left corner.
  ///   - last: the frame in the lower right corner.
  func covers(_ first: CollisionFrame, to last: CollisionFrame) -> Bool {
    guard last.centerX - first.centerX < largest + first.width else { return false }
    var (right, left) = (first, last)
    (right.centerX, left.centerX) = (last.centerX, first.centerX)
    return contains(near: first) {
      frames[$0].meets(first) && frames[$0].meets(last) && frames[$0].meets(right) && frames[$0].meets(left)
    }
  }

  /// Places a frame.
  mutating func place(_ frame: CollisionFrame, rank: UInt64) {
    frames.append(frame)
    ranks.append(rank)
    largest = max(largest, frame.width)
    let (across, down) = squares(of: frame)
    for row in down {
      for column in across {
        links.append(Link(frame: Int32(frames.count - 1), next: heads[row * columns + column]))
        heads[row * columns + column] = Int32(links.count - 1)
      }
    }
  }

  /// The columns and rows of the squares that a frame touches.
  private func squares(of frame: CollisionFrame) -> (ClosedRange<Int>, ClosedRange<Int>) {
    func square(_ value: Double, _ count: Int) -> Int {
      Int(max(0, min(Double(count - 1), ((value + CollisionGrid.border) / 64).rounded(.down))))
    }
    return (
      square(frame.centerX - frame.width / 2, columns)...square(frame.centerX + frame.width / 2, columns),
      square(frame.centerY - frame.halfHeight, rows)...square(frame.centerY + frame.halfHeight, rows)
    )
  }
}
