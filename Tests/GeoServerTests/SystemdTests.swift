import GeoSupport
import GeoTestKit
import Testing

@testable import GeoServer

@Suite(.serialized) struct SystemdTests {
  @Test("a socket that systemd made is taken over, answers, and is not removed")
  func activation() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/s"
      let descriptor = try listen(on: path)
      let environment = ["LISTEN_FDS": "1", "LISTEN_PID": "\(getpid())"]
      let socket = try #require(try SocketActivation.socket({ environment[$0] }, descriptor: descriptor))
      #expect(socket.path == nil)
      let server = try GeocodeServer(
        options: ServerOptions(), source: SampleWorld(), socket: socket, logger: quietLogger)
      try await running([server.run]) {
        let answer = try await onThread { RawClient(path: path)?.ask("47.1 9.4") }
        #expect(answer == "Street 4710, West, Sampleland")
      }
      #expect(access(path, F_OK) == 0)
    }
  }

  @Test("variables for another process, or none, mean no activation")
  func foreignVariables() throws {
    for environment in [
      [:], ["LISTEN_FDS": "1"], ["LISTEN_FDS": "1", "LISTEN_PID": "1"],
      ["LISTEN_FDS": "0", "LISTEN_PID": "\(getpid())"],
    ] {
      #expect(try SocketActivation.socket({ environment[$0] }) == nil)
    }
  }

  @Test("something that is not a listening Unix socket is refused")
  func wrongDescriptor() throws {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    defer { for end in ends { close(end) } }
    let environment = ["LISTEN_FDS": "1", "LISTEN_PID": "\(getpid())"]
    let error = #expect(throws: ServerError.self) {
      try SocketActivation.socket({ environment[$0] }, descriptor: ends[0])
    }
    #expect(error?.code == .badActivation)
    let two = ["LISTEN_FDS": "2", "LISTEN_PID": "\(getpid())"]
    #expect(throws: ServerError.self) { try SocketActivation.socket({ two[$0] }) }
  }

  @Test("systemd is told when the daemon is ready, reloads and stops")
  func notifications() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/n"
      let descriptor = try bound(path, Int32(SOCK_DGRAM.rawValue))
      defer { close(descriptor) }
      let notifier = ServiceNotifier { $0 == "NOTIFY_SOCKET" ? path : nil }
      notifier.ready()
      notifier.reloading()
      notifier.stopping()
      #expect(receive(descriptor) == "READY=1\nSTATUS=Serving\n")
      #expect(receive(descriptor).hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
      #expect(receive(descriptor) == "STOPPING=1\n")
      // Without a listener nothing happens.
      ServiceNotifier { _ in folder + "/nobody" }.ready()
    }
  }

  @Test("systemd's watchdog hears from the daemon until a worker does not come back")
  func watchdog() async throws {
    try await withTemporaryFolder { folder in
      let descriptor = try bound(folder + "/n", Int32(SOCK_DGRAM.rawValue))
      defer { close(descriptor) }
      let environment = ["NOTIFY_SOCKET": folder + "/n", "WATCHDOG_USEC": "30000"]
      var options = ServerOptions()
      options.queryTimeout = .milliseconds(50)
      options.stopTimeout = .milliseconds(100)
      let world = SampleWorld()
      let server = try GeocodeServer(
        options: options, source: world, socket: try ListeningSocket(path: folder + "/s"),
        notifier: ServiceNotifier { environment[$0] }, logger: quietLogger)
      try await running([server.run]) {
        try await onThread {
          try eventually("a sign of life") { receive(descriptor) == "WATCHDOG=1\n" }
          let client = RawClient(path: folder + "/s")
          // On a busy machine, the time limit of a query may expire before a worker takes it.
          try eventually("a stuck worker") {
            client?.sendLine("72 9")
            usleep(10_000)
            return server.state.threads[0].stuck > 0
          }
          // The signal is due every hundredth of a second; one may still be on its way.
          try eventually("silence") {
            server.state.threads[0].stuck > 0
              && (0..<50).allSatisfy { _ in
                usleep(2000)
                return receive(descriptor) == ""
              }
          }
          world.isGateOpen.store(true, ordering: .relaxed)
          try eventually("another sign of life") { receive(descriptor) == "WATCHDOG=1\n" }
          withExtendedLifetime(client) {}
        }
      }
      #expect(ServiceNotifier { ["WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"][$0] }.watchdog == nil)
      #expect(ServiceNotifier { ["WATCHDOG_USEC": "1000000"][$0] }.watchdog == .seconds(1))
    }
  }

  @Test("the unit files quote what systemd would misread")
  func units() {
    func text(
      _ command: [String], socket: String? = nil, bytes: Int? = nil, maps: Int = 0, keys: String? = nil,
      users: Bool = false,
      network: Bool = false, http: Bool = false, system: Bool = false
    )
      -> String
    {
      SystemdUnits(
        command: command, socket: socket, storeBytes: bytes, mapBytes: maps, keyFile: keys, asksForUsers: users,
        usesNetwork: network,
        answersHTTP: http,
        isSystemWide: system
      ).text
    }
    // At an HTTP address nothing listens before the service runs.
    let answering = text(["/x"], http: true, system: true)
    #expect(answering.contains("systemctl enable --now geocoded.socket geocoded.service\n"))
    #expect(text(["/x"], system: true).contains("systemctl enable --now geocoded.socket\n"))
    let user = text(["/usr/bin/geocoded", "--database", "/data/50% off/$x.sqlite"], bytes: 300 << 20)
    #expect(user.contains("ExecStart=/usr/bin/geocoded --database \"/data/50%% off/$$x.sqlite\"\n"))
    #expect(user.contains("ListenStream=%t/geocoded.sock\n") && user.contains("SocketMode=0600\n"))
    // The memory for the clients' maps is added to that for the stores.
    let maps = text(["/x"], bytes: 300 << 20, maps: 2 << 30)
    #expect(maps.contains("\nMemoryHigh=3672M\n") && maps.contains("two of them, 2048M of maps (--map-memory) and 1G"))
    // In a private user namespace the daemon could not identify the client's user.
    #expect(text(["/x"], system: true).contains("\nPrivateUsers=true\n"))
    #expect(text(["/x"], users: true, system: true).contains("\nPrivateUsers=false\n"))
    #expect(text(["/x"], users: true).contains("\nSocketMode=0666\n"))
    let keys = text(["/x"], keys: "/etc/50% off/keys", system: true)
    #expect(keys.contains("ExecStart=/x --api-keys %d/api-keys\n"))
    #expect(keys.contains("\nLoadCredential=api-keys:/etc/50%% off/keys\n"))
    #expect(text(["/x"], system: true).contains("\n#LoadCredential=api-keys:/etc/geocoded/api-keys\n"))
    // Two stores are mapped while one replaces the other.
    #expect(user.contains("\nMemoryHigh=1624M\n") && !text(["/x"]).contains("\nMemoryHigh="))
    #expect(user.contains("\nPrivateNetwork=true\n") && !text(["/x"], network: true).contains("PrivateNetwork"))
    #expect(text(["/x"], socket: "/a%b").contains("ListenStream=/a%%b\n"))
    let system = text(["/x"], system: true)
    #expect(system.contains("ListenStream=/run/geocoded/geocoded.sock\n") && system.contains("DynamicUser=true\n"))
    #expect(system.contains("WantedBy=multi-user.target\n") && !system.contains("--user"))
    #expect(!system.contains("geocoded-update"))
    let updated = SystemdUnits(
      command: ["/x"], socket: nil, storeBytes: nil, usesNetwork: false, answersHTTP: false,
      update: .init(program: "/usr/bin/geocode-update", store: "/data/50% off/x.sqlite", seconds: 900),
      isSystemWide: false
    ).text
    #expect(updated.contains("ExecStart=/usr/bin/geocode-update \"/data/50%% off/x.sqlite\" --quiet\n"))
    #expect(updated.contains("\nReadWritePaths=\"/data/50%% off\"\n") && updated.contains("\nOnUnitInactiveSec=900s\n"))
    #expect(updated.contains("enable --now geocoded.socket geocoded-update.timer\n"))
  }

  private func receive(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }

  private func listen(on path: String) throws -> Int32 {
    let descriptor = try bound(path, Int32(SOCK_STREAM.rawValue))
    guard Glibc.listen(descriptor, 16) == 0 else { throw TestFailure("cannot listen") }
    return descriptor
  }

  private func bound(_ path: String, _ type: Int32) throws -> Int32 {
    let descriptor = socket(AF_UNIX, type, 0)
    let code = UnixAddress.with(path.utf8) { bind(descriptor, $0, $1) }
    guard code == 0 else { throw TestFailure("cannot bind \(path)") }
    return descriptor
  }
}
