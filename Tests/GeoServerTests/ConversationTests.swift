import GeoSupport
import GeoTestKit
import Testing

/// Conversations as clients in any language would hold them, recorded beside this file and in the protocol's
/// documentation.
@Suite(.serialized) struct ConversationTests {
  @Test("the recorded conversations go as recorded", arguments: try recorded())
  func recordedConversation(_ conversation: Conversation) async throws { try await hold(conversation) }

  @Test("the examples of the protocol's documentation are true", arguments: try documented())
  func documentedConversation(_ conversation: Conversation) async throws { try await hold(conversation) }

  private func hold(_ conversation: Conversation) async throws {
    try await TestServer.run({ $0.workers = 1 }) { server in
      let client = try server.connect()
      for step in conversation.steps {
        switch step {
        case .send(let line): client.sendLine(line)
        case .expect(let line):
          let said = client.readLine() ?? ""
          #expect(said == line || Conversation.isLike(said, line), "in \(conversation.name), \(said) for \(line)")
        }
      }
      // Nothing may come beyond the recorded lines.
      #expect(client.ask(#"{"id":"last","method":"server.ping"}"#) == #"{"jsonrpc":"2.0","id":"last","result":{}}"#)
    }
  }

  /// The conversations beside this file.
  static func recorded() throws -> [Conversation] {
    let folder = SharedData.packageRoot + "/Tests/GeoServerTests/Conversations"
    let names = FileFolder.names(in: folder).filter { $0.hasSuffix(".txt") }
    guard names.count > 5 else { throw TestFailure("no conversations in \(folder)") }
    return try names.filter { hasMap || !$0.hasPrefix("map") }.sorted()
      .map { Conversation(name: $0, text: Substring(try read(folder + "/" + $0))) }
  }

  private static func documented() throws -> [Conversation] {
    let text = try read(SharedData.packageRoot + "/Sources/GeoWire/PROTOCOL.md")
    let blocks = Conversation.blocks(of: text, name: "PROTOCOL.md")
    guard blocks.count > 8 else { throw TestFailure("the examples of PROTOCOL.md were not found") }
    return blocks.filter { hasMap || !$0.isOfMaps }
  }

  /// The text of a file.
  static func read(_ path: String) throws -> String {
    String(decoding: try FileContents.bytes(of: path), as: UTF8.self)
  }
}
