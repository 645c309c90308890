import GeoServer
import GeoSupport
import GeoTestKit
import Logging

/// Runs a server in a folder of its own during a test.
struct TestServer {
  let path: String
  let world: SampleWorld
  let server: GeocodeServer

  /// Runs a body beside a server, on a thread that may block. Then stops the server and waits for its end.
  static func run(
    _ configure: (inout ServerOptions) -> Void = { _ in }, _ body: @escaping @Sendable (TestServer) throws -> Void
  ) async throws {
    try await withServer(configure) { server in
      try await onThread { try body(server) }
    }
  }

  /// The same for an asynchronous body.
  static func withServer(
    _ configure: (inout ServerOptions) -> Void = { _ in }, _ body: @Sendable (TestServer) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/s"
      var options = ServerOptions()
      configure(&options)
      let world = SampleWorld()
      let server = try GeocodeServer.withMaps(
        options: options, source: world, socket: try ListeningSocket(path: path))
      try await running([server.run]) { try await body(TestServer(path: path, world: world, server: server)) }
    }
  }

  func connect() throws -> RawClient {
    guard let client = RawClient(path: path) else { throw TestFailure("nobody listens on \(path)") }
    return client
  }
}

/// Runs services beside a body, then stops them and waits for their end, even if the body fails.
func running(_ services: [@Sendable () async throws -> Void], _ body: () async throws -> Void) async throws {
  try await withTaskExecutorPreference(ThreadExecutor.shared) {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for run in services { group.addTask { try await run() } }
      let result: Result<Void, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      group.cancelAll()
      try await group.waitForAll()
      try result.get()
    }
  }
}

struct TestFailure: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

let quietLogger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// A folder for one test with a path short enough for a socket, removed with its contents.
func withTemporaryFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
  var template = Array("/tmp/gs-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw TestFailure("no temporary folder") }
  let folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  defer {
    for name in FileFolder.names(in: folder) { unlink(folder + "/" + name) }
    rmdir(folder)
  }
  return try await body(folder)
}
