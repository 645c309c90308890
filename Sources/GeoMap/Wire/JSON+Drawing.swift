import GeoModel
import GeoWire

// Drawings in JSON: an array of steps, each an array that begins with a word. Paths are text as in SVG, with absolute commands.
extension JSONWriter {
  /// A drawing.
  ///
  /// - Parameter image: the key of a picture; nil leaves it out.
  package mutating func drawing(_ drawing: Drawing, image: (MapImage) -> String?) {
    beginArray()
    for step in drawing.steps {
      if case .image(let picture, let rect) = step {
        guard let key = image(picture) else { continue }
        self.step("image") { json in
          json.rectangle(rect)
          json.string(key)
        }
      } else {
        write(step)
      }
    }
    endArray()
  }

  private mutating func step(_ word: StaticString, _ members: (inout JSONWriter) -> Void = { _ in }) {
    beginArray()
    self.word(word)
    members(&self)
    endArray()
  }

  private mutating func write(_ step: Drawing.Step) {
    switch step {
    case .save: self.step("save")
    case .restore: self.step("restore")
    case .beginGroup: self.step("group")
    case .image: break
    case .alpha(let alpha): self.step("alpha") { $0.number(alpha) }
    case .blend(let mode): self.step("blend") { $0.string(mode.rawValue) }
    case .endGroup(let alpha, let mode):
      self.step("endGroup") { json in
        json.number(alpha)
        json.string(mode.rawValue)
      }
    case .clip(let path, let rule):
      self.step("clip") { json in
        json.string(path.text)
        json.string(rule.rawValue)
      }
    case .fill(let path, let color, let rule):
      self.step("fill") { json in
        json.string(path.text)
        json.string(color.text)
        json.string(rule.rawValue)
      }
    case .stroke(let path, let color, let style):
      self.step("stroke") { json in
        json.string(path.text)
        json.string(color.text)
        json.style(style)
      }
    case .gradientStroke(let path, let gradient, let style):
      self.step("gradientStroke") { json in
        json.string(path.text)
        json.gradient(gradient)
        json.style(style)
      }
    case .linearGradient(let gradient, let from, let to):
      self.step("linearGradient") { json in
        json.numbers([from.x, from.y])
        json.numbers([to.x, to.y])
        json.gradient(gradient)
      }
    case .radialGradient(let gradient, let center, let radius):
      self.step("radialGradient") { json in
        json.numbers([center.x, center.y])
        json.number(radius)
        json.gradient(gradient)
      }
    case .text(let text, let point, let style):
      self.step("text") { json in
        json.numbers([point.x, point.y])
        json.string(text)
        json.object { json in
          json.value("size", style.size)
          json.member("weight", style.weight)
          json.member("color", style.color.text)
          json.member("halo", style.halo?.text)
          json.member("anchor", style.anchor.rawValue)
          if style.rotation != 0 { json.value("rotation", style.rotation) }
          if style.isOblique {
            json.key("oblique")
            json.bool(true)
          }
        }
      }
    }
  }

  private mutating func style(_ style: StrokeStyle) {
    number(style.width)
    object { json in
      json.member("join", style.join.rawValue)
      json.member("cap", style.cap.rawValue)
      if style.miterLimit != 10 { json.value("miterLimit", style.miterLimit) }
      if !style.dash.isEmpty {
        json.key("dash")
        json.numbers(style.dash)
        json.value("phase", style.dashPhase)
      }
    }
  }

  private mutating func gradient(_ gradient: Gradient) {
    numbers(gradient.locations)
    beginArray()
    for color in gradient.colors { string(color.text) }
    endArray()
  }

  private mutating func rectangle(_ rect: ScreenRect) { numbers([rect.minX, rect.minY, rect.width, rect.height]) }

  private mutating func numbers(_ values: [Double]) {
    beginArray()
    for value in values { number(value) }
    endArray()
  }

  private mutating func value(_ name: StaticString, _ value: Double) {
    key(name)
    number(value)
  }
}

extension Path {
  /// The path as in SVG: M, L, Q, C and Z with absolute places.
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

  /// Reads a path; nil when the text is none, or draws before it has moved anywhere.
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
      // Numbers without a letter go on with what was before; behind a move they are lines.
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

extension Drawing {
  /// Steps of a drawing that is read at most.
  package static let readSteps = 100_000
  /// Groups within each other at most: each takes the memory of a picture.
  package static let readGroups = 8

  /// Reads a drawing; nil when it is none, or too long.
  ///
  /// - Parameter image: the picture of a key; nil leaves it out.
  package init?(_ node: JSONNode, image: (String) -> MapImage?) {
    guard node.isArray else { return nil }
    self.init()
    var depth = 0
    for element in node.elements {
      let parts = element.all { $0 } ?? []
      guard steps.count < Drawing.readSteps, let word = parts.first?.string else { return nil }
      if word == "image" {
        guard parts.count > 2, let rect = parts[1].rect, let key = parts[2].string else { return nil }
        if let picture = image(key) { append(.image(picture, in: rect)) }
      } else {
        guard let step = Drawing.step(word, Array(parts.dropFirst())) else { return nil }
        switch step {
        case .beginGroup: depth += 1
        case .endGroup: depth = max(0, depth - 1)
        default: break
        }
        guard depth <= Drawing.readGroups else { return nil }
        append(step)
      }
    }
  }

  private static func step(_ word: String, _ parts: [JSONNode]) -> Step? {
    func part(_ index: Int) -> JSONNode? { index < parts.count ? parts[index] : nil }
    func path() -> Path? { part(0)?.string.flatMap { Path(text: $0) } }
    func rule(_ index: Int) -> FillRule { part(index)?.string.flatMap(FillRule.init(rawValue:)) ?? .winding }
    func color(_ index: Int) -> Color? { part(index)?.string.flatMap { Color($0) } }
    func mode(_ index: Int) -> BlendMode? { part(index)?.string.flatMap(BlendMode.init(rawValue:)) }
    func number(_ index: Int) -> Double? { part(index)?.double.flatMap { $0.isFinite ? $0 : nil } }
    func gradient(_ index: Int) -> Gradient? {
      guard let locations = part(index)?.doubles,
        let colors = part(index + 1)?.all({ $0.string.flatMap { Color($0) } })
      else { return nil }
      return try? Gradient(colors: colors, locations: locations)
    }
    func style(_ index: Int) -> StrokeStyle? {
      guard let width = number(index), width >= 0 else { return nil }
      let more = part(index + 1)
      return StrokeStyle(
        width: width, join: more?.member("join")?.string.flatMap(LineJoin.init(rawValue:)) ?? .round,
        cap: more?.member("cap")?.string.flatMap(LineCap.init(rawValue:)) ?? .round,
        miterLimit: more?.member("miterLimit")?.double ?? 10, dash: more?.member("dash")?.doubles ?? [],
        dashPhase: more?.member("phase")?.double ?? 0)
    }
    switch word {
    case "save": return .save
    case "restore": return .restore
    case "group": return .beginGroup
    case "alpha": return number(0).map { .alpha(max(0, min(1, $0))) }
    case "blend": return mode(0).map { .blend($0) }
    case "endGroup":
      guard let alpha = number(0) else { return nil }
      return .endGroup(alpha: max(0, min(1, alpha)), mode(1) ?? .normal)
    case "clip": return path().map { .clip($0, rule(1)) }
    case "fill":
      guard let path = path(), let color = color(1) else { return nil }
      return .fill(path, color, rule(2))
    case "stroke":
      guard let path = path(), let color = color(1), let style = style(2) else { return nil }
      return .stroke(path, color, style)
    case "gradientStroke":
      guard let path = path(), let gradient = gradient(1), let style = style(3) else { return nil }
      return .gradientStroke(path, gradient, style)
    case "linearGradient":
      guard let from = part(0)?.point, let to = part(1)?.point, let gradient = gradient(2) else { return nil }
      return .linearGradient(gradient, from: from, to: to)
    case "radialGradient":
      guard let center = part(0)?.point, let radius = number(1), radius >= 0, let gradient = gradient(2) else {
        return nil
      }
      return .radialGradient(gradient, center: center, radius: radius)
    case "text":
      guard let point = part(0)?.point, let text = part(1)?.string else { return nil }
      return .text(text, at: point, textStyle(part(2)))
    default: return nil
    }
  }

  private static func textStyle(_ node: JSONNode?) -> TextStyle {
    func color(_ name: StaticString) -> Color? { node?.member(name)?.string.flatMap { Color($0) } }
    return TextStyle(
      size: max(0, min(1_000, node?.member("size")?.double ?? 12)),
      weight: max(100, min(900, node?.member("weight")?.integer ?? 400)), color: color("color") ?? .black,
      halo: color("halo"), anchor: node?.member("anchor")?.string.flatMap(TextStyle.Anchor.init(rawValue:)) ?? .center,
      rotation: node?.member("rotation")?.double ?? 0, isOblique: node?.member("oblique")?.bool ?? false)
  }
}
