import GeoSupport

/// Lines and curves (`CGPath`).
public struct Path: Hashable, Sendable {
  /// A step of the pen.
  public enum Element: Hashable, Sendable {
    /// Begins a part without drawing.
    case move(ScreenPoint)
    /// A straight line.
    case line(ScreenPoint)
    /// A quadratic curve with one control point.
    case quadratic(control: ScreenPoint, to: ScreenPoint)
    /// A cubic curve with two control points.
    case cubic(ScreenPoint, ScreenPoint, to: ScreenPoint)
    /// A line back to where the part began.
    case close
  }

  /// The steps in order.
  public private(set) var elements: [Element] = []

  /// A path of nothing.
  public init() {}

  /// Whether there is nothing to draw.
  public var isEmpty: Bool { elements.isEmpty }

  /// Begins a part.
  public mutating func move(to point: ScreenPoint) { elements.append(.move(point)) }
  /// A straight line from where the pen is; begins a part when it is nowhere.
  public mutating func addLine(to point: ScreenPoint) {
    elements.append(elements.isEmpty ? .move(point) : .line(point))
  }
  /// A quadratic curve.
  public mutating func addQuadCurve(to point: ScreenPoint, control: ScreenPoint) {
    elements.append(elements.isEmpty ? .move(point) : .quadratic(control: control, to: point))
  }
  /// A cubic curve.
  public mutating func addCurve(to point: ScreenPoint, control1: ScreenPoint, control2: ScreenPoint) {
    elements.append(elements.isEmpty ? .move(point) : .cubic(control1, control2, to: point))
  }
  /// Closes the part; nothing when there is none.
  public mutating func closeSubpath() { if !elements.isEmpty { elements.append(.close) } }

  /// A part through several points. Inlinable, as the maps of stores hand over many thousand points that are worked out meanwhile.
  @inlinable public mutating func addLines(_ points: some Sequence<ScreenPoint>, closed: Bool = false) {
    var isFirst = true
    for point in points {
      if isFirst { move(to: point) } else { addLine(to: point) }
      isFirst = false
    }
    if closed, !isFirst { closeSubpath() }
  }

  /// A rectangle.
  public mutating func addRect(_ rect: ScreenRect) {
    addLines(
      [
        rect.origin, ScreenPoint(x: rect.maxX, y: rect.minY), ScreenPoint(x: rect.maxX, y: rect.maxY),
        ScreenPoint(x: rect.minX, y: rect.maxY),
      ], closed: true)
  }

  /// The ellipse in a rectangle, of four curves, within 0.03 % of its radius.
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

  /// All steps of another path.
  public mutating func addPath(_ path: Path) {
    // Shared until one of them changes: pictures that wait to be drawn have the long lines of a map in common.
    if elements.isEmpty { elements = path.elements } else { elements += path.elements }
  }

  /// The path with each of its points changed.
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

  /// All points of it, control points included.
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

/// Which places are inside of a path (`CGPathFillRule`).
public enum FillRule: String, Hashable, Sendable, CaseIterable {
  /// Those around which the path goes, by direction.
  case winding
  /// Those from which an odd number of its lines lies in any direction: holes are empty, whatever their direction.
  case evenOdd
}
