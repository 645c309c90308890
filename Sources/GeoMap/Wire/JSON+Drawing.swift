import GeoModel
import GeoWire

// Drawings in JSON: an array of steps, each an array that begins with a word. Paths are in SVG notation with absolute
// commands.
extension JSONWriter {
  /// Writes a drawing.
  ///
  /// - Parameter image: returns the key of an image; nil leaves it out.
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
          json.member("size", number: style.size)
          json.member("weight", style.weight)
          json.member("color", style.color.text)
          json.member("halo", style.halo?.text)
          json.member("anchor", style.anchor.rawValue)
          if style.rotation != 0 { json.member("rotation", number: style.rotation) }
          if style.isOblique {
            json.member("oblique", true)
          }
          json.member("maximumWidth", number: style.maximumWidth)
        }
      }
    }
  }

  private mutating func style(_ style: StrokeStyle) {
    number(style.width)
    object { json in
      json.member("join", style.join.rawValue)
      json.member("cap", style.cap.rawValue)
      if style.miterLimit != 10 { json.member("miterLimit", number: style.miterLimit) }
      if !style.dash.isEmpty {
        json.key("dash")
        json.numbers(style.dash)
        json.member("phase", number: style.dashPhase)
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
}
