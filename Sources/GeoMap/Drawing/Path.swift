import GeoSupport

/// Lines and curves (`CGPath`).
public struct Path: Hashable, Sendable {
  /// A step of a path.
  public enum Element: Hashable, Sendable {
    /// Begins a subpath without drawing.
    case move(ScreenPoint)
    /// A straight line.
    case line(ScreenPoint)
    /// A quadratic curve with one control point.
    case quadratic(control: ScreenPoint, to: ScreenPoint)
    /// A cubic curve with two control points.
    case cubic(ScreenPoint, ScreenPoint, to: ScreenPoint)
    /// A line back to the beginning of the subpath.
    case close
  }

  /// The steps in order.
  public private(set) var elements: [Element] = []

  /// Creates an empty path.
  public init() {}

  /// Whether there is nothing to draw.
  public var isEmpty: Bool { elements.isEmpty }

  /// Begins a subpath.
  public mutating func move(to point: ScreenPoint) { elements.append(.move(point)) }
  /// Adds a straight line from the current point; begins a subpath when there is none.
  public mutating func addLine(to point: ScreenPoint) {
    elements.append(elements.isEmpty ? .move(point) : .line(point))
  }
  /// Adds a quadratic curve; begins a subpath at `point` when there is no current point.
  public mutating func addQuadCurve(to point: ScreenPoint, control: ScreenPoint) {
    elements.append(elements.isEmpty ? .move(point) : .quadratic(control: control, to: point))
  }
  /// Adds a cubic curve; begins a subpath at `point` when there is no current point.
  public mutating func addCurve(to point: ScreenPoint, control1: ScreenPoint, control2: ScreenPoint) {
    elements.append(elements.isEmpty ? .move(point) : .cubic(control1, control2, to: point))
  }
  /// Closes the subpath; does nothing on an empty path.
  public mutating func closeSubpath() { if !elements.isEmpty { elements.append(.close) } }

  /// Adds a subpath through several points. Inlinable because store maps pass many thousands of points from lazy
  /// sequences.
  @inlinable public mutating func addLines(_ points: some Sequence<ScreenPoint>, closed: Bool = false) {
    var isFirst = true
    for point in points {
      if isFirst { move(to: point) } else { addLine(to: point) }
      isFirst = false
    }
    if closed, !isFirst { closeSubpath() }
  }

  /// Adds a rectangle.
  public mutating func addRect(_ rect: ScreenRect) {
    addLines(
      [
        rect.origin, ScreenPoint(x: rect.maxX, y: rect.minY), ScreenPoint(x: rect.maxX, y: rect.maxY),
        ScreenPoint(x: rect.minX, y: rect.maxY),
      ], closed: true)
  }

  /// Adds the ellipse in a rectangle as four curves, accurate to 0.03 % of its radius.
  public mutating func addEllipse(in rect: ScreenRect) {
    let (x, y, rx, ry) = (rect.midX, rect.midY, rect.width / 2, rect.height / 2)
    let k = 0.552_284_749_830_793_4
    func at(_ dx: Double, _ dy: Double) -> ScreenPoint { ScreenPoint(x: x + dx * rx, y: y + dy * ry) }
    move(to: at(0, -1))
    addCurve(to: at(1, 0), control1: at(k, -1), control2: at(1, -k))
    addCurve(to: at(0, 1), control1: at(1, k), control2: at(k, 1))
    addCurve(to: at(-1, 0), control1: at(-k, 1), control2: at(-1, k))
    addCurve(to: at(0, -1), control1: at(-1, -k), control2: at(-k, -1))
    closeSubpath()
  }

  /// Adds all steps of another path.
  public mutating func addPath(_ path: Path) {
    // Shared copy-on-write: pictures waiting to be drawn share the long lines of a map.
    if elements.isEmpty { elements = path.elements } else { elements += path.elements }
  }

  /// Returns the path with each of its points transformed.
  public func map(_ change: (ScreenPoint) -> ScreenPoint) -> Path {
    var result = Path()
    result.elements = elements.map { element in
      switch element {
      case .move(let point): .move(change(point))
      case .line(let point): .line(change(point))
      case .quadratic(let control, let point): .quadratic(control: change(control), to: change(point))
      case .cubic(let a, let b, let point): .cubic(change(a), change(b), to: change(point))
      case .close: .close
      }
    }
    return result
  }

  /// All points of the path, including control points.
  public var points: [ScreenPoint] {
    elements.flatMap { element -> [ScreenPoint] in
      switch element {
      case .move(let point), .line(let point): [point]
      case .quadratic(let control, let point): [control, point]
      case .cubic(let a, let b, let point): [a, b, point]
      case .close: []
      }
    }
  }
}

/// Which places count as inside a path (`CGPathFillRule`).
public enum FillRule: String, Hashable, Sendable, CaseIterable {
  /// The places that the path winds around, counting direction.
  case winding
  /// The places from which a ray crosses the path an odd number of times. Holes are empty whatever their direction.
  case evenOdd
}
