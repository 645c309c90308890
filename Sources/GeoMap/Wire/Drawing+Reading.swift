import GeoModel
import GeoWire

// The counterpart of `JSON+Drawing.swift`. Drawings of programs and pages are untrusted input.
extension Drawing {
  /// The largest number of steps in a drawing that is read.
  package static let readSteps = 100_000
  /// The deepest nesting of groups, because each takes the memory of a picture.
  package static let readGroups = 8

  /// Reads a drawing; nil when it is invalid or too long.
  ///
  /// - Parameter image: returns the image of a key; nil leaves it out.
  package init?(_ node: JSONNode, image: (String) -> MapImage?) {
    guard node.isArray else { return nil }
    self.init()
    var depth = 0
    for element in node.elements {
      let parts = element.all { $0 } ?? []
      guard steps.count < Drawing.readSteps, let word = parts.first?.string else { return nil }
      if word == "image" {
        guard parts.count > 2, let rect = parts[1].drawnRect, let key = parts[2].string else { return nil }
        if let picture = image(key) { append(.image(picture, in: rect)) }
      } else {
        guard let step = StepParts(nodes: parts.dropFirst()).step(word) else { return nil }
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
}

/// The values that follow the word of a step. Optional values that are missing or invalid get their defaults.
private struct StepParts {
  let nodes: ArraySlice<JSONNode>

  /// The step of a word, except images; nil when the word is unknown or a required value is missing.
  func step(_ word: String) -> Drawing.Step? {
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
      guard let from = part(0)?.drawnPoint, let to = part(1)?.drawnPoint, let gradient = gradient(2) else { return nil }
      return .linearGradient(gradient, from: from, to: to)
    case "radialGradient":
      guard let center = part(0)?.drawnPoint, let radius = number(1), radius >= 0, let gradient = gradient(2) else {
        return nil
      }
      return .radialGradient(gradient, center: center, radius: radius)
    case "text":
      guard let point = part(0)?.drawnPoint, let text = part(1)?.string else { return nil }
      return .text(text, at: point, textStyle(2))
    default: return nil
    }
  }

  private func part(_ index: Int) -> JSONNode? { nodes.dropFirst(index).first }

  private func path() -> Path? { part(0)?.string.flatMap { Path(text: $0) } }

  private func rule(_ index: Int) -> FillRule { part(index)?.string.flatMap(FillRule.init(rawValue:)) ?? .winding }

  private func color(_ index: Int) -> Color? { part(index)?.string.flatMap { Color($0) } }

  private func mode(_ index: Int) -> BlendMode? { part(index)?.string.flatMap(BlendMode.init(rawValue:)) }

  private func number(_ index: Int) -> Double? { part(index)?.double.flatMap { $0.isFinite ? $0 : nil } }

  private func gradient(_ index: Int) -> Gradient? {
    guard let locations = part(index)?.doubles,
      let colors = part(index + 1)?.all({ $0.string.flatMap { Color($0) } })
    else { return nil }
    return try? Gradient(colors: colors, locations: locations)
  }

  private func style(_ index: Int) -> StrokeStyle? {
    guard let width = number(index), width >= 0 else { return nil }
    let more = part(index + 1)
    return StrokeStyle(
      width: width, join: more?.member("join")?.string.flatMap(LineJoin.init(rawValue:)) ?? .round,
      cap: more?.member("cap")?.string.flatMap(LineCap.init(rawValue:)) ?? .round,
      miterLimit: more?.member("miterLimit")?.double ?? 10, dash: more?.member("dash")?.doubles ?? [],
      dashPhase: more?.member("phase")?.double ?? 0)
  }

  private func textStyle(_ index: Int) -> TextStyle {
    let node = part(index)
    func color(_ name: StaticString) -> Color? { node?.member(name)?.string.flatMap { Color($0) } }
    return TextStyle(
      size: max(0, min(1_000, node?.member("size")?.double ?? 12)),
      weight: max(100, min(900, node?.member("weight")?.integer ?? 400)), color: color("color") ?? .black,
      halo: color("halo"), anchor: node?.member("anchor")?.string.flatMap(TextStyle.Anchor.init(rawValue:)) ?? .center,
      rotation: node?.member("rotation")?.double ?? 0, isOblique: node?.member("oblique")?.bool ?? false,
      maximumWidth: node?.member("maximumWidth")?.double)
  }
}
