import GeoMap

// A recorded track may have far more points than its picture has pixels.
extension Path {
  /// The number of steps below which a path is not thinned.
  private static let fewSteps = 1_000

  /// Returns the path without points that are indistinguishably close to the previous one. If fewer than half of the
  /// points would go, returns the path unchanged. The ends of subpaths stay.
  func thinned(to distance: Double) -> Path {
    guard count(thinnedTo: distance) < elements.count else { return self }
    var path = Path()
    forEachKept(distance) { path.append($0) }
    return path
  }

  /// Returns the number of steps of the thinned path.
  func count(thinnedTo distance: Double) -> Int {
    guard elements.count >= Path.fewSteps, distance > 0 else { return elements.count }
    var kept = 0
    forEachKept(distance) { _ in kept += 1 }
    return kept <= elements.count / 2 ? kept : elements.count
  }

  private func forEachKept(_ distance: Double, _ keep: (Element) -> Void) {
    var last = ScreenPoint.zero
    var waiting: Element?
    for element in elements {
      if case .line(let point) = element, point.distance(to: last) < distance {
        waiting = element
        continue
      }
      switch element {
      case .line(let point): last = point
      case .move(let point), .quadratic(_, let point), .cubic(_, _, let point):
        if let waiting { keep(waiting) }
        last = point
      case .close: if let waiting { keep(waiting) }
      }
      waiting = nil
      keep(element)
    }
    if let waiting { keep(waiting) }
  }

  private mutating func append(_ element: Element) {
    switch element {
    case .move(let point): move(to: point)
    case .line(let point): addLine(to: point)
    case .quadratic(let control, let point): addQuadCurve(to: point, control: control)
    case .cubic(let a, let b, let point): addCurve(to: point, control1: a, control2: b)
    case .close: closeSubpath()
    }
  }
}
