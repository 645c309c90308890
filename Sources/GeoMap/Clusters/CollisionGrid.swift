/// A frame that may collide.
struct CollisionFrame {
  var centerX: Double, centerY: Double
  var width: Double, height: Double
  var isCircle: Bool

  /// Whether two frames overlap; touching is not enough. A circle has the frame's width.
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

  /// Whether a circle reaches into a rectangle whose middle is so far away.
  private static func circle(_ radius: Double, meets rect: CollisionFrame, _ dx: Double, _ dy: Double) -> Bool {
    let (outX, outY) = (max(0, dx - rect.width / 2), max(0, dy - rect.height / 2))
    return outX * outX + outY * outY < radius * radius
  }

  /// Points from the middle to the edges above and below.
  var halfHeight: Double { (isCircle ? width : height) / 2 }
}

/// Frames that were placed, in squares of 64 points, to find those that a new one meets.
struct CollisionGrid {
  /// A frame in a square, and the one that came before it there.
  private struct Link {
    var frame: Int32
    var next: Int32
  }

  private let columns: Int, rows: Int
  /// The last link of each square; -1 for none.
  private var heads: [Int32]
  private var links: [Link] = []
  private var frames: [CollisionFrame] = []
  private var ranks: [UInt64] = []

  /// Points around the screen that have squares of their own; what is farther out is in the last ones. So is what is beyond 16,000 points.
  private static let border = 256.0

  /// A grid for a screen.
  init(size: ScreenSize) {
    func squares(_ length: Double) -> Int { Int((min(16_000, length) + 2 * CollisionGrid.border) / 64) + 1 }
    (columns, rows) = (squares(size.width), squares(size.height))
    heads = [Int32](repeating: -1, count: columns * rows)
  }

  /// Whether a frame meets one that was placed.
  ///
  /// - Parameter rank: only those with a lower one count.
  func isHit(_ frame: CollisionFrame, before rank: UInt64 = .max) -> Bool {
    let (across, down) = squares(of: frame)
    for row in down {
      for column in across {
        var link = heads[row * columns + column]
        while link >= 0 {
          let index = Int(links[Int(link)].frame)
          if frames[index].meets(frame), ranks[index] < rank { return true }
          link = links[Int(link)].next
        }
      }
    }
    return false
  }

  /// Places a frame.
  mutating func place(_ frame: CollisionFrame, rank: UInt64) {
    frames.append(frame)
    ranks.append(rank)
    let (across, down) = squares(of: frame)
    for row in down {
      for column in across {
        links.append(Link(frame: Int32(frames.count - 1), next: heads[row * columns + column]))
        heads[row * columns + column] = Int32(links.count - 1)
      }
    }
  }

  /// The columns and rows of squares that a frame meets.
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
