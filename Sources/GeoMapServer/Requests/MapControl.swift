import GeoMap
import GeoWire

/// A control that stays in its corner of all pages of a map: a text, a legend, or a button.
struct MapControl {
  /// The kinds of controls.
  enum Kind: String, CaseIterable {
    case text, legend, button
  }

  /// The corner of a control.
  enum Position: String, CaseIterable {
    case topLeft, topRight, bottomLeft, bottomRight
  }

  /// The maximum number of controls of a map, and of lines in a legend.
  static let limit = 32

  let kind: Kind
  let position: Position
  /// The id of a button in callbacks.
  let id: String?
  let title: String?
  /// The lines of a legend: colors with their meanings.
  let entries: [(color: Color, title: String)]

  /// Reads a control.
  init(_ node: JSONNode) throws(WireError) {
    guard node.isObject else {
      throw WireError(.invalidQuery, "a control is an object, such as {\"kind\":\"text\",\"title\":…}")
    }
    let json = MapParameters(node)
    kind = try json.word("kind") ?? .text
    position = try json.word("position") ?? .topRight
    title = try json.string("title")
    if kind == .legend {
      let lines = try json.needed("entries", "an array of {\"color\":…,\"title\":…}, \(MapControl.limit) at most") {
        node in
        node.isArray ? Array(node.elements.prefix(MapControl.limit + 1)) : nil
      }
      guard lines.count <= MapControl.limit else {
        throw MapParameters.wrong("entries", "\(MapControl.limit) lines at most")
      }
      var entries: [(color: Color, title: String)] = []
      for line in lines {
        let json = MapParameters(line)
        guard let color = try json.color("color") else {
          throw WireError(.invalidQuery, "'color' of a legend's line is missing")
        }
        entries.append((color, try json.needed("title", "a text") { $0.string }))
      }
      self.entries = entries
    } else {
      guard title?.isEmpty == false else { throw WireError(.invalidQuery, "'title' of a control is missing") }
      entries = []
    }
    id = try kind == .button ? json.needed("id", "a text that names the button") { $0.string } : nil
  }
}

extension MapRoom {
  /// Replaces the controls on all pages.
  func setControls(_ json: MapParameters) throws(WireError) -> MapResult {
    guard let list = json.value("controls"), list.isArray else {
      throw WireError(.invalidQuery, "'controls' must be an array of objects; an empty one removes all")
    }
    var controls: [MapControl] = []
    for node in list.elements {
      guard controls.count < MapControl.limit else {
        throw WireError(.invalidQuery, "a map may have \(MapControl.limit) controls")
      }
      controls.append(try MapControl(node))
    }
    let buttons = controls.compactMap(\.id)
    guard Set(buttons).count == buttons.count else { throw WireError(.invalidQuery, "two buttons have the same 'id'") }
    try reserve(controls.reduce(0) { $0 + $1.heldBytes })
    self.controls = controls
    return MapRoom.done
  }

  /// Reports a tap on a button.
  func tapControl(_ id: String, on screen: Int) {
    guard controls.contains(where: { $0.id == id }) else { return }
    recorder.add(.didTapControl) { json in
      json.member("control", id)
      json.byUser(true, screen)
    }
  }

  /// The controls as JSON for pages.
  var controlsJSON: [UInt8] {
    var writer = JSONWriter()
    writer.object { json in
      json.member("controls", array: controls) { json, control in
        json.object { json in
          json.member("kind", control.kind.rawValue)
          json.member("position", control.position.rawValue)
          json.member("id", control.id)
          json.member("title", control.title)
          guard control.kind == .legend else { return }
          json.member("entries", array: control.entries) { json, entry in
            json.object { json in
              json.member("light", entry.color.light.text)
              json.member("dark", entry.color.dark.text)
              json.member("title", entry.title)
            }
          }
        }
      }
    }
    return Array(writer.bytes.dropFirst().dropLast())
  }
}
