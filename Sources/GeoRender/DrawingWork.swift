import GeoMap

/// The limits of drawing a picture: a deadline and an amount of work. The clock is checked between steps. Nothing
/// interrupts Cairo, so the work of a step is estimated beforehand, in rows of pixels crossed by edges. Other work is
/// converted to the equivalent number of crossings.
struct DrawingWork {
  /// The deadline; nil for neither a deadline nor a limit of work.
  let deadline: ContinuousClock.Instant?
  /// The reason for giving up the picture; nil while it continues.
  private(set) var failure: RenderError?
  /// The remaining work, in crossings.
  private var left: Double

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - deadline: the deadline, at most ``PictureLimits/time`` from now; nil for no limits.
  ///   - limit: the total work, in crossings.
  init(until deadline: ContinuousClock.Instant?, limit: Double = PictureLimits.crossingsInAll) {
    self.deadline = deadline.map { min($0, .now + PictureLimits.time) }
    left = limit
  }

  /// Whether the picture may continue: there is time left, and the task is not canceled.
  mutating func isLeft() -> Bool {
    guard let deadline, failure == nil else { return failure == nil }
    if ContinuousClock.now >= deadline || Task.isCancelled { failure = .tooLate }
    return failure == nil
  }

  /// Spends the work of an outline, and gives the picture up if a single outline or the total is too much.
  ///
  /// - Parameter crossings: the number of crossings of edges with rows of pixels.
  mutating func spend(crossings: Double) -> Bool {
    if deadline != nil, crossings > PictureLimits.crossings { failure = failure ?? .tooIntricate }
    return spend(crossings)
  }

  /// Spends the work of covering pixels.
  mutating func spend(pixels: Double) { _ = spend(pixels / 32) }

  /// Spends the work of a text.
  ///
  /// - Parameter height: the height of its letters in pixels.
  mutating func spend(_ text: String, height: Double, hasHalo: Bool) -> Bool {
    spend(Double(text.utf8.count) * (hasHalo ? 1_500 + 100 * height : 60 + 4 * height))
  }

  private mutating func spend(_ work: Double) -> Bool {
    // Work that is not finite belongs to something that is not drawn. It must not turn the remaining work into NaN.
    guard deadline != nil, work.isFinite else { return failure == nil }
    left -= work
    if left < 0 { failure = failure ?? .tooMuch }
    return failure == nil
  }
}

extension Path {
  /// The total vertical length of its lines between two heights.
  ///
  /// - Parameter place: returns the height of a point.
  func rows(within heights: ClosedRange<Double>, _ place: (ScreenPoint) -> Double) -> Double {
    var (first, last, sum) = (0.0, 0.0, 0.0)
    func go(to point: ScreenPoint) {
      let next = min(max(place(point), heights.lowerBound), heights.upperBound)
      sum += abs(next - last)
      last = next
    }
    for element in elements {
      switch element {
      case .move(let point):
        last = min(max(place(point), heights.lowerBound), heights.upperBound)
        first = last
      case .line(let point): go(to: point)
      case .quadratic(let control, let point):
        go(to: control)
        go(to: point)
      case .cubic(let a, let b, let point):
        go(to: a)
        go(to: b)
        go(to: point)
      case .close:
        sum += abs(first - last)
        last = first
      }
    }
    return sum
  }
}
