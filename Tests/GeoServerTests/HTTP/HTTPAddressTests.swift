import GeoSupport
import Testing

@testable import GeoServer

@Suite struct HTTPAddressTests {
  @Test(
    "addresses are read as people type them",
    arguments: [
      ("127.0.0.1:8080", "127.0.0.1:8080"), ("localhost:80", "localhost:80"), ("[::1]:8080", "[::1]:8080"),
      (":8080", "localhost:8080"), ("8080", "localhost:8080"), ("*:8080", "*:8080"), ("0.0.0.0:0", "0.0.0.0:0"),
      ("http://localhost:8080/", "localhost:8080"), ("unix:/run/g", "unix:/run/g"), ("unix:///run/g", "unix:/run/g"),
      ("unix:g.sock", "unix:g.sock"),
    ])
  func addresses(_ text: String, _ expected: String) throws {
    #expect(try HTTPAddress(parsing: text).description == expected)
  }

  @Test(
    "an address that makes no sense is an error that names it and says what would be right",
    arguments: [
      ("", "it is empty"), ("localhost", "the port is missing"), ("localhost:", "its port is not a number"),
      ("localhost:http", "its port is not a number"), ("localhost:70000", "its port is not a number"),
      ("localhost:-1", "its port is not a number"), ("::1:8080", "an IPv6 address stands in brackets"),
      ("[::1]", "after the brackets"), ("[::1", "after the brackets"), ("unix:", "the path of the socket is missing"),
      ("/run/g", "a socket's path is written unix:/run/g"), ("localhost/x:80", "a host has no slash"),
    ])
  func badAddresses(_ text: String, _ reason: String) {
    let error = #expect(throws: ServerError.self) { try HTTPAddress(parsing: text) }
    #expect(error?.code == .badOption)
    #expect(error?.message.hasPrefix("'\(text)' is not an address for --http: \(reason)") == true)
    #expect(error?.message.hasSuffix("write it like 127.0.0.1:8080, [::1]:8080 or unix:/path") == true)
  }

  @Test("one of Photon's is read in the same way, and its errors name its option")
  func photon() throws {
    #expect(try HTTPAddress(parsing: "2322", for: .photon).description == "localhost:2322")
    let bad = #expect(throws: ServerError.self) { try HTTPAddress(parsing: "localhost", for: .photon) }
    #expect(bad?.message.hasPrefix("'localhost' is not an address for --photon: the port is missing") == true)
    let first = try HTTPListener.open(HTTPAddress(parsing: "127.0.0.1:0"))
    let taken = #expect(throws: ServerError.self) {
      try HTTPListener.open(HTTPAddress(parsing: first[0].name, for: .photon))
    }
    #expect(taken?.message.hasSuffix("choose another port with --photon") == true)
  }

  @Test("a port that is taken is told before anything else happens")
  func portInUse() throws {
    let first = try HTTPListener.open(HTTPAddress(parsing: "127.0.0.1:0"))
    #expect(first.count == 1)
    #expect(first[0].isLocal)
    let error = #expect(throws: ServerError.self) { try HTTPListener.open(HTTPAddress(parsing: first[0].name)) }
    #expect(error?.code == .addressInUse)
    #expect(
      error?.message
        == "another program listens on \(first[0].name); stop it or choose another port with --http")
  }

  @Test(
    "a port that one command gives twice is told as such, however the address is written",
    arguments: [
      ("127.0.0.1", "127.0.0.1"), ("127.0.0.1", "localhost"), ("localhost", "127.0.0.1"), ("*", "127.0.0.1"),
      ("127.0.0.1", "0.0.0.0"),
    ])
  func twice(_ first: String, _ second: String) throws {
    // A port that is free again.
    let free = try HTTPListener.open(HTTPAddress(parsing: "127.0.0.1:0"))
    close(free[0].descriptor)
    let port = free[0].name.split(separator: ":")[1]
    let addresses = [
      try HTTPAddress(parsing: "\(first):\(port)"), try HTTPAddress(parsing: "\(second):\(port)", for: .photon),
    ]
    let error = #expect(throws: ServerError.self) { try HTTPListener.open(addresses) }
    #expect(error?.code == .badOption)
    #expect(
      error?.message
        == "\(second):\(port) is given twice, as this command already listens there; choose another port with --photon")
    // What holds a port is no address of this list.
    let taken = try HTTPListener.open(HTTPAddress(parsing: "127.0.0.1:0"))[0].name
    let list = try ["127.0.0.1:0", taken].map { try HTTPAddress(parsing: $0) }
    let another = #expect(throws: ServerError.self) { try HTTPListener.open(list) }
    #expect(another?.code == .addressInUse)
  }

  @Test("all addresses of a name share one port")
  func localhost() throws {
    let listeners = try HTTPListener.open(HTTPAddress(parsing: "localhost:0"))
    #expect(Set(listeners.map { $0.name.split(separator: ":").last }).count == 1)
    #expect(listeners.filter { !$0.isLocal }.isEmpty)
  }

  @Test("an address of every network is not local")
  func everyNetwork() throws {
    let listeners = try HTTPListener.open(HTTPAddress(parsing: "0.0.0.0:0"))
    #expect(!listeners.isEmpty)
    #expect(listeners.filter(\.isLocal).isEmpty)
  }

  @Test("a name that means nothing and an address of another machine are refused")
  func strangers() {
    let name = #expect(throws: ServerError.self) { try HTTPListener.open(HTTPAddress(parsing: "no.such.invalid:1")) }
    #expect(name?.message.hasPrefix("'no.such.invalid' is not an address of this machine") == true)
    let number = #expect(throws: ServerError.self) { try HTTPListener.open(HTTPAddress(parsing: "192.0.2.1:0")) }
    #expect(number?.message.contains("192.0.2.1:0 is not an address of this machine") == true)
  }

  @Test(
    "a Unix socket for HTTP is for its user alone; a left one is replaced, a living one refused by its option's name")
  func unixSocket() async throws {
    try await withTemporaryFolder { folder in
      let address = try HTTPAddress(parsing: "unix:\(folder)/h")
      let first = try HTTPListener.open(address)
      var status = stat()
      stat(folder + "/h", &status)
      #expect(status.st_mode & 0o777 == 0o600)
      let error = #expect(throws: ServerError.self) { try HTTPListener.open(address) }
      #expect(
        error?.message
          == "\(folder)/h is given twice, as this command already listens there; choose another path with --http")
      withExtendedLifetime(first) {}
    }
  }

  @Test(
    "rate limits are read as people type them",
    arguments: [("5/s", 5, 5), ("120/m", 2, 120), ("3600/h", 1, 3600), ("10", 10, 10), ("0.5/s", 0.5, 1)])
  func rateLimits(_ text: String, _ perSecond: Double, _ burst: Double) throws {
    #expect(try RateLimit(parsing: text) == RateLimit(perSecond: perSecond, burst: burst))
  }

  @Test("a rate limit that makes no sense is refused", arguments: ["", "x/s", "5/y", "-1/s", "0/s", "nan", "5/s/s"])
  func badRateLimits(_ text: String) {
    let error = #expect(throws: ServerError.self) { try RateLimit(parsing: text) }
    #expect(error?.message.hasPrefix("--rate-limit: '\(text)' is not a rate limit") == true)
  }
}
