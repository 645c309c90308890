import GeoClient
import GeoModel
import GeoSupport
import GeoTestKit
import GeoWire
import Testing

@testable import GeoServer

/// The users who may send requests over the socket.
@Suite(.serialized) struct AllowedPeersTests {
  @Test("root, the own user, who is named and whose group is named may ask; numbers are names, too")
  func rule() throws {
    #expect(try AllowedPeers(users: [], groups: []) == nil)
    let allowed = try #require(try AllowedPeers(users: ["70001", "root"], groups: ["70002"]))
    func asks(_ user: uid_t, _ groups: gid_t...) -> Bool { allowed.allow(SocketPeer(user: user, groups: Set(groups))) }
    #expect(asks(0) && asks(geteuid()) && asks(70_001, 5) && asks(70_009, 5, 70_002))
    #expect(!asks(70_002, 70_001) && !asks(70_009) && !asks(65_534, 65_534))
    let user = #expect(throws: ServerError.self) { try AllowedPeers(users: ["no such"], groups: []) }
    #expect(user?.message == "--allow-user: this machine has no user 'no such'; give a name or a number")
    #expect(throws: ServerError.self) { try AllowedPeers(users: [], groups: ["no such"]) }
    #expect(throws: ServerError.self) { try AllowedPeers(users: ["-1"], groups: []) }
  }

  @Test("the system says who is at the other side, with all groups")
  func peer() throws {
    var pair: [Int32] = [0, 0]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    defer { for descriptor in pair { close(descriptor) } }
    let peer = try #require(SocketPeer(pair[0]))
    var groups = [gid_t](repeating: 0, count: 1000)
    let count = getgroups(Int32(groups.count), &groups)
    #expect(peer.user == geteuid() && peer.groups == Set(groups.prefix(Int(max(0, count)))).union([getegid()]))
  }

  @Test("who may not ask gets one line that says so, and the connection ends; others are served beside")
  func refusal() async throws {
    var strangers = try #require(try AllowedPeers(users: ["70001"], groups: []))
    strangers.users = [70_001]
    try await TestServer.run {
      $0.allowedPeers = strangers
    } _: { server in
      for _ in 0..<3 {
        let client = try server.connect()
        client.sendLine(#"{"id":1,"method":"server.ping"}"#)
        #expect(
          client.readLine()
            == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32007,"message":"user \#(geteuid()) may not ask this server; "#
            + #"who runs it can allow that with its --allow-user or --allow-group","data":{"reason":"notAllowed"}}}"#)
        #expect(client.readLine() == nil)
      }
      let query = PlacemarkQuery(coordinate: try Coordinate(latitude: 47, longitude: 9))
      for _ in 0..<100 {
        let client = try GeoClient.Blocking(socketPath: server.path)
        let error = #expect(throws: GeocodingError.self) { try client.placemarks(for: query) }
        #expect(error?.message.contains("may not ask this server") == true)
      }
      try eventually("nobody to be counted") { server.server.state.counts.clientCount == 0 }
    }
    try await TestServer.withServer {
      $0.allowedPeers = strangers
    } _: { server in
      let client = GeoClient(socketPath: server.path)
      let point = try Coordinate(latitude: 47, longitude: 9)
      let error = await #expect(throws: GeocodingError.self) { try await client.placemark(at: point) }
      #expect(error?.message.contains("may not ask this server") == true)
    }
    let ours = try AllowedPeers(users: ["70001"], groups: [])
    try await TestServer.run {
      $0.allowedPeers = ours
    } _: { server in
      let client = try server.connect()
      client.sendLine(#"{"id":1,"method":"server.ping"}"#)
      #expect(client.readLine() == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    }
  }

  @Test("the socket lets all users connect only where the server asks who they are")
  func mode() async throws {
    try await withTemporaryFolder { folder in
      for (isOpen, mode) in [(true, mode_t(0o666)), (false, 0o600)] {
        let socket = try ListeningSocket(path: folder + "/s", isOpen: isOpen)
        var status = stat()
        #expect(stat(folder + "/s", &status) == 0 && status.st_mode & 0o777 == mode)
        socket.remove()
      }
    }
  }
}
