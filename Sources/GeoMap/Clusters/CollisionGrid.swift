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
  private var squares: [Int64: [CollisionFrame]] = [:]

  /// Whether a frame meets one that was placed.
  func isHit(_ frame: CollisionFrame) -> Bool {
    var hit = false
    forEachSquare(of: frame) { square in
      if !hit, let placed = squares[square] { hit = placed.contains { $0.meets(frame) } }
    }
    return hit
  }

  /// Places a frame.
  mutating func place(_ frame: CollisionFrame) {
    forEachSquare(of: frame) { squares[$0, default: []].append(frame) }
  }

  private func forEachSquare(of frame: CollisionFrame, _ body: (Int64) -> Void) {
    // Views end somewhere: what is 16,000 points off the middle of the screen is in the last square.
    func square(_ value: Double) -> Int64 { Int64(max(-256, min(256, (value / 64).rounded(.down)))) }
    let (left, right) = (square(frame.centerX - frame.width / 2), square(frame.centerX + frame.width / 2))
    let (top, bottom) = (square(frame.centerY - frame.halfHeight), square(frame.centerY + frame.halfHeight))
    for row in top...bottom { for column in left...right { body(row &* 1_024 &+ column) } }
  }
}
