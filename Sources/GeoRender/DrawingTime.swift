import GeoMap

/// How long a picture may take. The clock is looked at between two steps; what a single line or area takes is estimated before it is drawn,
/// as nothing interrupts Cairo.
struct DrawingTime {
  /// When everything must be drawn; nil: whenever it is.
  let deadline: ContinuousClock.Instant?
  /// Why the picture is given up; nil while it is not.
  private(set) var failure: RenderError?

  /// - Parameter deadline: nil: there is time for everything.
  init(until deadline: ContinuousClock.Instant?) { self.deadline = deadline }

  /// Whether there is time for another step, and whoever waits still does.
  mutating func isLeft() -> Bool {
    guard let deadline, failure == nil else { return failure == nil }
    if ContinuousClock.now >= deadline || Task.isCancelled { failure = .tooLate }
    return failure == nil
  }

  /// Gives the picture up if an outline cannot be drawn at once.
  ///
  /// - Parameter crossings: how many rows of pixels it crosses, each as often as it does.
  mutating func spend(_ crossings: Double) -> Bool {
    if deadline != nil, crossings > PictureLimits.crossings { failure = failure ?? .tooIntricate }
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
