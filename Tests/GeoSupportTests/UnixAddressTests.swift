import GeoSupport
import GeoTestKit
import Testing

@Suite("Addresses of Unix sockets") struct UnixAddressTests {
  private func made(_ path: some Collection<UInt8>, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32)
    -> (code: Int32?, descriptor: Int32)
  {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    return (UnixAddress.with(path) { call(descriptor, $0, $1) }, descriptor)
  }

  @Test("of paths, the longest among them; longer ones have none")
  func paths() {
    let folder = TemporaryFolder()
    let short = folder.file("s")
    let long = folder.file(String(repeating: "l", count: UnixAddress.pathLimit - folder.file("").utf8.count))
    for path in [short, long] {
      let listening = made(path.utf8) { bind($0, $1, $2) == 0 ? listen($0, 1) : -1 }
      let connected = made(path.utf8) { connect($0, $1, $2) }
      #expect(listening.code == 0 && connected.code == 0 && access(path, F_OK) == 0, "\(path)")
      for descriptor in [listening.descriptor, connected.descriptor] { close(descriptor) }
    }
    let tooLong = made((long + "l").utf8) { bind($0, $1, $2) }
    #expect(tooLong.code == nil)
    close(tooLong.descriptor)
  }

  @Test("of abstract names, to the byte")
  func abstractNames() {
    let name = [0] + Array("geocode-\(getpid())".utf8)
    let listening = made(name) { bind($0, $1, $2) == 0 ? listen($0, 1) : -1 }
    let (same, other) = (made(name) { connect($0, $1, $2) }, made(name + [0]) { connect($0, $1, $2) })
    #expect(listening.code == 0 && same.code == 0 && other.code == -1)
    for descriptor in [listening.descriptor, same.descriptor, other.descriptor] { close(descriptor) }
  }
}
