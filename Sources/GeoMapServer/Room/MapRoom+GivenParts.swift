import GeoMap
import GeoModel
import GeoSupport
import GeoWire

// Parts of overlays that the delegate draws or loads.
extension MapRoom {
  /// Stores the parts that the delegate has sent.
  ///
  /// Parts that cannot be parsed count as missing.
  func take(_ answer: JSONNode, given asked: [GivenPart], _ problems: inout AnswerProblems) {
    let isTiles = asked.first?.kind == .tiles
    let nodes = answer.member(isTiles ? "tiles" : "parts").flatMap { $0.all { $0 } } ?? []
    if nodes.count != asked.count, !answer.members.isEmpty {
      problems.note("'\(isTiles ? "tiles" : "parts")' must be an array of \(asked.count), in the order of the question")
    }
    for (index, part) in asked.enumerated() {
      let said = index < nodes.count ? content(nodes[index], of: part) : nil
      if said == nil, index < nodes.count, !nodes[index].saysNothing {
        problems.note(
          "\(isTiles ? "tile" : "part") \(index) of overlay '\(part.overlay)' cannot be read: it must have \(part.expected)"
        )
      }
      give(said?.content ?? .nothing, bytes: said?.bytes ?? 0, of: part)
    }
    overlaysChanged()
    wasGiven()
  }

  private func give(_ content: GivenParts.Content, bytes: Int, of part: GivenPart) {
    guard let parts = parts(of: part.overlay) else { return }
    let isKept = (try? reserve(bytes)) != nil
    _ = parts.take(isKept ? content : .nothing, bytes: isKept ? bytes : 0, of: part)
  }

  private func content(_ node: JSONNode, of part: GivenPart) -> (content: GivenParts.Content, bytes: Int)? {
    switch part {
    case .tile:
      guard let data = node.member("data"), data.isString, let bytes = Base64.decode(data.text),
        bytes.count <= MapRoom.tileBytes, MapImages.isTile(bytes)
      else { return nil }
      return (.tile(bytes), bytes.storageBytes)
    case .drawing(let id, let rect, _, _):
      if let image = node.member("image")?.string.flatMap({ images[$0] }), let overlay = map.overlay(for: id) {
        let origin = overlay.boundingMapRect.origin
        var drawing = Drawing()
        drawing.append(
          .image(
            image,
            in: ScreenRect(
              x: rect.minX - origin.x, y: rect.minY - origin.y, width: rect.width, height: rect.height)))
        return (.drawing(drawing), MapRoom.objectBytes)
      }
      guard let said = node.member("drawing"), let drawing = Drawing(said, image: { images[$0] }) else { return nil }
      return (.drawing(drawing), drawing.heldBytes)
    }
  }

  /// Gives up waiting for parts: tiles have failed, and drawings are requested again where they are needed.
  func giveUp(_ asked: [GivenPart]) {
    for part in asked where isAwaited(part) {
      if part.kind == .tiles {
        give(.nothing, bytes: 0, of: part)
        // Pages that are loading the tile learn that it does not come.
        overlaysChanged()
      } else {
        parts(of: part.overlay)?.forget { $0 == part }
      }
    }
    wasGiven()
  }
}

extension GivenPart {
  /// The members that an answer must have.
  fileprivate var expected: String {
    switch self {
    case .tile: "'data', a PNG or JPEG of at most \(MapRoom.tileBytes) bytes in base64, or 'error'"
    case .drawing: "'drawing', an array of steps, 'image', the key of a picture, or 'canDraw', false"
    }
  }
}

extension JSONNode {
  /// Whether the client reports that there is no such part.
  fileprivate var saysNothing: Bool { member("canDraw")?.bool == false || member("error") != nil }
}
