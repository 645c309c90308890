extension Path {
  /// The path in SVG notation: M, L, Q, C and Z with absolute positions.
  package var text: String {
    func words(_ letter: String, _ points: ScreenPoint...) -> String {
      letter + points.map { "\($0.x) \($0.y)" }.joined(separator: " ")
    }
    return elements.map { element in
      switch element {
      case .move(let point): words("M", point)
      case .line(let point): words("L", point)
      case .quadratic(let control, let point): words("Q", control, point)
      case .cubic(let first, let second, let point): words("C", first, second, point)
      case .close: "Z"
      }
    }.joined()
  }

  /// Parses a path; nil when the text is no path, or draws before its first move.
  package init?(text: String) {
    self.init()
    var bytes = Substring(text).utf8
    let separators: (UInt8) -> Bool = { $0 <= 0x20 || $0 == UInt8(ascii: ",") }
    func numbers(_ count: Int) -> [ScreenPoint]? {
      var values: [Double] = []
      for _ in 0..<count * 2 {
        bytes = bytes.drop(while: separators)
        let word = bytes.prefix { !separators($0) && ($0 < UInt8(ascii: "A") || $0 | 0x20 == UInt8(ascii: "e")) }
        guard let value = Double(Substring(word)), value.isFinite else { return nil }
        values.append(value)
        bytes = bytes.dropFirst(word.count)
      }
      return stride(from: 0, to: values.count, by: 2).map { ScreenPoint(x: values[$0], y: values[$0 + 1]) }
    }
    var command = UInt8(ascii: "M")
    while true {
      bytes = bytes.drop(while: separators)
      guard let next = bytes.first else { return }
      // Numbers without a letter repeat the previous command; after a move they are lines.
      if next >= UInt8(ascii: "A") {
        command = next
        bytes = bytes.dropFirst()
      } else if isEmpty || command | 0x20 == UInt8(ascii: "z") {
        return nil
      }
      switch command {
      case UInt8(ascii: "Z"), UInt8(ascii: "z"): closeSubpath()
      case UInt8(ascii: "M"):
        guard let points = numbers(1) else { return nil }
        move(to: points[0])
        command = UInt8(ascii: "L")
      case _ where isEmpty: return nil
      case UInt8(ascii: "L"):
        guard let points = numbers(1) else { return nil }
        addLine(to: points[0])
      case UInt8(ascii: "Q"):
        guard let points = numbers(2) else { return nil }
        addQuadCurve(to: points[1], control: points[0])
      case UInt8(ascii: "C"):
        guard let points = numbers(3) else { return nil }
        addCurve(to: points[2], control1: points[0], control2: points[1])
      default: return nil
      }
    }
  }
}
