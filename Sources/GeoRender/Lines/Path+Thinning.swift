import GeoMap

// What is recorded of a long track has far more points than a picture of all of it has pixels.
extension Path {
  /// Paths of fewer steps are drawn as they are.
  private static let fewSteps = 1_000

  /// The path without the points that lie so near to the one before that nobody sees them, if these are half of its many points or more;
  /// else the path as it is. Parts end where they ended.
  func thinned(to distance: Double) -> Path {
    guard count(thinnedTo: distance) < elements.count else { return self }
    var path = Path()
    forEachKept(distance) { path.append($0) }
    return path
  }

  /// How many steps the thinned path has.
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
