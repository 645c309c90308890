import GeoMap

/// What a picture may take of its thread: time until a deadline, and work. The clock is looked at between two steps. Work is estimated before a
/// step is drawn, as nothing interrupts Cairo, in rows of pixels that edges cross; of everything else in what takes as long.
struct DrawingWork {
  /// When everything must be drawn; nil: whenever it is, whatever work it is.
  let deadline: ContinuousClock.Instant?
  /// Why the picture is given up; nil while it is not.
  private(set) var failure: RenderError?
  /// Work that may still be done.
  private var left: Double

  /// - Parameters:
  ///   - deadline: nil: there is time for everything. A later one than ``PictureLimits/time`` from now is that.
  ///   - limit: all work, in crossings.
  init(until deadline: ContinuousClock.Instant?, limit: Double = PictureLimits.crossingsInAll) {
    self.deadline = deadline.map { min($0, .now + PictureLimits.time) }
    left = limit
  }

  /// Whether there is time for another step, and whoever waits still does.
  mutating func isLeft() -> Bool {
    guard let deadline, failure == nil else { return failure == nil }
    if ContinuousClock.now >= deadline || Task.isCancelled { failure = .tooLate }
    return failure == nil
  }

  /// Counts the work of an outline, and gives the picture up where that, or all of it, is too much.
  ///
  /// - Parameter crossings: how many rows of pixels are crossed, each as often as it is.
  mutating func spend(crossings: Double) -> Bool {
    if deadline != nil, crossings > PictureLimits.crossings { failure = failure ?? .tooIntricate }
    return spend(crossings)
  }

  /// The same for pixels that are covered.
  mutating func spend(pixels: Double) { _ = spend(pixels / 32) }

  /// The same for a text.
  ///
  /// - Parameter height: pixels of its letters.
  mutating func spend(_ text: String, height: Double, hasHalo: Bool) -> Bool {
    spend(Double(text.utf8.count) * (hasHalo ? 1_500 + 100 * height : 60 + 4 * height))
  }

  private mutating func spend(_ work: Double) -> Bool {
    // What has no size that is a number is not drawn, and must not make all that follows one that is not compared.
    guard deadline != nil, work.isFinite else { return failure == nil }
    left -= work
    if left < 0 { failure = failure ?? .tooMuch }
    return failure == nil
  }
}

extension Path {
  /// How far its lines go up and down in all, between two heights.
  ///
  /// - Parameter place: where a point's height is.
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
