/// A recorded conversation between a client and a server.
///
/// Lines of the client begin with `> ` and those of the server with `< `; all others are comments.
///
/// Tests send the client's lines and expect the server's, byte for byte and in this order.
struct Conversation: CustomStringConvertible, Sendable {
  enum Step: Hashable, Sendable {
    case send(String)
    case expect(String)
  }

  let name: String
  let steps: [Step]
  var description: String { name }

  init(name: String, text: Substring) {
    self.name = name
    steps = text.split(whereSeparator: \.isNewline).compactMap { line in
      if line.hasPrefix("> ") { return .send(String(line.dropFirst(2))) }
      if line.hasPrefix("< ") { return .expect(String(line.dropFirst(2))) }
      return nil
    }
  }

  /// Whether the conversation uses maps.
  var isOfMaps: Bool { steps.contains { if case .send(let line) = $0 { line.contains("mapView.") } else { false } } }

  /// Whether a line is as recorded, except for the bytes of a picture, which are not recorded.
  static func isLike(_ line: String, _ recorded: String) -> Bool {
    guard let gap = recorded.firstRange(of: #""data":"…""#) else { return false }
    let (start, end) = (recorded[..<gap.lowerBound] + #""data":""#, "\"" + recorded[gap.upperBound...])
    return line.count > start.count + end.count && line.hasPrefix(start) && line.hasSuffix(end)
  }

  /// The conversations in a document: its code blocks that begin with a client's line.
  static func blocks(of document: String, name: String) -> [Conversation] {
    let parts = document.split(separator: "\n```", omittingEmptySubsequences: false)
    return stride(from: 1, to: parts.count, by: 2).compactMap { index in
      let body = parts[index].drop { !$0.isNewline }.dropFirst()
      guard body.hasPrefix("> ") else { return nil }
      let heading = parts[index - 1].split(separator: "\n").last { $0.hasPrefix("#") } ?? "start"
      return Conversation(name: "\(name) \(heading) (\(index / 2))", text: body)
    }
  }
}
