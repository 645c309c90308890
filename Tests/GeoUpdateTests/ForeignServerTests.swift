import Foundation
import GeoSupport
import GeoTestKit
import OSMFile
import Testing

@testable import GeoUpdate

/// The address of changes in an extract, and the owner of the folder of updates.
struct ForeignServerTests {
  @Test(
    "an extract names no file, no server of this machine or its network, and no password",
    arguments: [
      "file:///etc", "/etc", "x", "ftp://example.org/", "https://", "http://:80/", "http://localhost:1/",
      "http://a.localhost./",
      "http://127.0.0.1/", "http://127.1/", "http://2130706433/", "http://0x7f000001/", "http://10.1.2.3:8080/",
      "http://172.31.0.1", "http://192.168.1.1?x", "http://169.254.169.254/", "http://100.64.0.1/", "http://0.0.0.0/",
      "HTTP://[::1]:80/", "https://[fe80::1%25eth0]/", "https://[fd00::1]/", "https://[::ffff:10.0.0.1]/",
      "https://[64:ff9b::7f00:1]/", "https://example.org@127.0.0.1/", "https://me:word@example.org/",
    ])
  func refused(address: String) { #expect(ForeignServer.problem(of: address) != nil) }

  @Test(
    "it may name servers that everybody can reach",
    arguments: [
      "https://download.geofabrik.de/europe/monaco-updates", "http://planet.openstreetmap.org/replication/day/",
      "https://172.32.0.1/", "https://100.128.0.1:8443/", "https://[2001:db8::1]/x", "https://localhost.example.org",
    ])
  func allowed(address: String) { #expect(ForeignServer.problem(of: address) == nil) }

  @Test("an update does not ask such a server, says what to type, and asks it once the user has named it")
  func update() throws {
    let rig = try UpdateRig()
    try rig.publishFour()
    unlink(rig.store + ".updates/server")
    #expect {
      try rig.update()
    } throws: {
      guard let error = $0 as? UpdateError else { return false }
      return error.code == .badArgument
        && error.message.hasSuffix(
          "if you trust it, type 'geocode update \(rig.store) --replication \(rig.server.address)'")
    }
    #expect(rig.server.requests == [])
    #expect(try rig.update { ($0.replication, $0.maximumChanges) = (rig.server.address, 1) }.fetched == 1)
    #expect(try rig.update().fetched == 3 && rig.houses() == UpdateRig.afterFour)
  }

  @Test("a name that leads to this machine is refused when it is connected to, and so is a redirect")
  func names() throws {
    let site = TemporaryFolder()
    let server = FileServer(folder: site.path)
    try Data("x".utf8).write(to: URL(fileURLWithPath: site.file("state.txt")))
    let transfer = Transfer()
    (transfer.pauses, transfer.isForeign) = ([], true)
    #expect {
      _ = try transfer.text(server.address + "/state.txt")
    } throws: {
      guard let error = $0 as? TransferError else { return false }
      return error.kind == .refused && error.message.contains("this leads to 127.0.0.1, an address of this machine")
    }
    #expect(server.requests == [])
    transfer.isForeign = false
    #expect(try transfer.text(server.address + "/state.txt") == "x")
  }

  @Test("a folder of updates that others own or may write into is refused with what to type")
  func folder() throws {
    let site = TemporaryFolder()
    let store = site.file("places.sqlite")
    let path = store + ".updates"
    #expect(mkdir(path, 0o755) == 0)
    for mode: mode_t in [0o775, 0o757, 0o777] {
      #expect(chmod(path, mode) == 0)
      #expect { _ = try UpdateFolder(of: store) } throws: {
        ($0 as? UpdateError)?.message.contains("type 'chmod go-w \(path)', else remove it") == true
      }
    }
    #expect(chmod(path, 0o755) == 0)
    withExtendedLifetime(try UpdateFolder(of: store)) {}
    guard geteuid() == 0 else { return }
    #expect(chown(path, 12_345, 12_345) == 0)
    #expect { _ = try UpdateFolder(of: store) } throws: {
      ($0 as? UpdateError)?.message.contains("type 'chown -R 0 \(path)', else remove it") == true
    }
  }

  @Test("a lock that is a symbolic link is not followed")
  func lock() throws {
    let site = TemporaryFolder()
    let store = site.file("places.sqlite")
    #expect(mkdir(store + ".updates", 0o755) == 0)
    #expect(symlink(site.file("made"), store + ".updates/lock") == 0)
    #expect { _ = try UpdateFolder(of: store) } throws: { ($0 as? UpdateError)?.code == .cannotWrite }
    #expect(access(site.file("made"), F_OK) != 0)
  }
}
