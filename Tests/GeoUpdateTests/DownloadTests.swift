import Foundation
import GeoSupport
import GeoTestKit
import Testing

@testable import GeoUpdate

/// Downloads of extracts.
struct DownloadTests {
  private let site = TemporaryFolder()
  private let server: FileServer
  private let store: String
  private let folder: UpdateFolder
  private let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) })

  init() throws {
    server = FileServer(folder: site.path)
    store = site.file("places.sqlite")
    folder = try UpdateFolder(of: store)
    try content.write(to: URL(fileURLWithPath: site.file("x.osm.pbf")))
  }

  private func download(_ pauses: [Double] = []) -> ExtractDownload {
    let transfer = Transfer()
    transfer.pauses = pauses
    return ExtractDownload(server.address + "/x.osm.pbf", into: folder, transfer)
  }

  private var received: Data? { FileManager.default.contents(atPath: folder.file("x.osm.pbf")) }

  @Test("comes whole; what did not change is not fetched again, and is new until it is in the store")
  func whole() throws {
    #expect(try download().run() && received == content)
    #expect(try download().run())
    folder.tidy(keeping: [folder.file("x.osm.pbf")])
    #expect(try !download().run() && received == content)
    #expect(server.requests.filter { $0 == "GET /x.osm.pbf" }.count == 1)
    try (content + [1]).write(to: URL(fileURLWithPath: site.file("x.osm.pbf")))
    #expect(try download().run() && received == content + [1])
  }

  @Test("an address where there is nothing leaves no folder; what has come stays, and so does a folder that was there")
  func nothing() throws {
    func fetch(_ name: String, _ store: String) throws {
      let folder = try UpdateFolder(of: site.file(store))
      let transfer = Transfer()
      transfer.pauses = []
      _ = try ExtractDownload(server.address + name, into: folder, transfer).run()
    }
    func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: site.file(path)) }
    #expect(throws: UpdateError.self) { try fetch("/y.osm.pbf", "new.sqlite") }
    #expect(!isThere("new.sqlite.updates"))
    try fetch("/x.osm.pbf", "new.sqlite")
    #expect(isThere("new.sqlite.updates/x.osm.pbf"))
    let own = site.file("own.sqlite.updates")
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: false)
    #expect(throws: UpdateError.self) { try fetch("/y.osm.pbf", "own.sqlite") }
    #expect(isThere("own.sqlite.updates"))
  }

  @Test("goes on where the last attempt ended, in this process and the next")
  func resumes() throws {
    server.fail("/x.osm.pbf", .ignoresRange, .cut(after: 100_000), .cut(after: 50_000))
    #expect(throws: UpdateError.self) { try download([0]).run() }
    #expect(received == nil)
    #expect(try download().run() && received == content)
    #expect(
      server.requests.filter { $0.hasPrefix("GET /x.osm.pbf@") } == ["GET /x.osm.pbf@100000", "GET /x.osm.pbf@150000"])
  }

  @Test("begins anew where the file is another one by now, and where the server knows no parts")
  func changed() throws {
    let (file, other) = (URL(fileURLWithPath: site.file("x.osm.pbf")), Data(content.reversed()))
    server.fail("/x.osm.pbf", .ignoresRange, .cut(after: 100_000))
    #expect(throws: UpdateError.self) { try download().run() }
    try other.write(to: file)
    #expect(try download().run() && received == other)
    try content.write(to: file)
    server.fail("/x.osm.pbf", .ignoresRange, .cut(after: 100_000), .ignoresRange)
    #expect(throws: UpdateError.self) { try download().run() }
    #expect(try download().run() && received == content)
  }

  @Test("is compared with the sum beside it")
  func sum() throws {
    var sum = MD5()
    content.withUnsafeBytes { sum.add($0) }
    let path = URL(fileURLWithPath: site.file("x.osm.pbf.md5"))
    try Data("\(sum.text())  x.osm.pbf\n".utf8).write(to: path)
    #expect(try download().run())
    try Data("0123456789abcdef0123456789abcdef  x.osm.pbf\n".utf8).write(to: path)
    try (content + [1]).write(to: URL(fileURLWithPath: site.file("x.osm.pbf")))
    #expect { try download().run() } throws: {
      ($0 as? UpdateError)?.message.contains("its .md5 says 0123456789abcdef") == true
    }
    #expect(received == content)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".part") } == [])
  }

  @Test("follows a redirect, and says what is wrong with an address")
  func redirect() throws {
    let there = server.address + "/x.osm.pbf"
    server.fail("/latest.osm.pbf", .redirect(to: there), .redirect(to: there))
    let transfer = Transfer()
    transfer.pauses = []
    #expect(try ExtractDownload(server.address + "/latest.osm.pbf", into: folder, transfer).run())
    #expect(FileManager.default.contents(atPath: folder.file("latest.osm.pbf")) == content)
    #expect { try ExtractDownload(server.address + "/none.osm.pbf", into: folder, transfer).run() } throws: {
      ($0 as? UpdateError)?.message.hasSuffix("/none.osm.pbf: there is no such file; check the address") == true
    }
  }

  @Test("what the disk has no room for is not begun, and what fills it on its way is stopped; both say so")
  func full() throws {
    let transfer = Transfer()
    transfer.pauses = []
    transfer.room = { _ in 299_999 }
    #expect { try ExtractDownload(server.address + "/x.osm.pbf", into: folder, transfer).run() } throws: {
      guard let error = $0 as? UpdateError else { return false }
      return error.code == .cannotWrite
        && error.message.contains(
          "300 kB are to come, and the disk has room for 300 kB beside the 268 MB that stay free; make room")
    }
    #expect(FileManager.default.contents(atPath: folder.file("x.osm.pbf.part"))?.isEmpty == true && received == nil)
    // Other programs fill the disk in the meantime.
    try Data(count: 40 << 20).write(to: URL(fileURLWithPath: site.file("x.osm.pbf")))
    let looks = Looks()
    transfer.room = { _ in looks.next() == 1 ? 1 << 40 : -1 }
    #expect { try ExtractDownload(server.address + "/x.osm.pbf", into: folder, transfer).run() } throws: {
      ($0 as? UpdateError)?.message.contains("the disk has room for 0 bytes") == true
    }
    // The downloaded part stays, and the next download continues it.
    let part = FileManager.default.contents(atPath: folder.file("x.osm.pbf.part"))?.count ?? 0
    #expect(part >= 16 << 20 && part < 17 << 20)
    transfer.room = { _ in nil }
    #expect(try ExtractDownload(server.address + "/x.osm.pbf", into: folder, transfer).run())
    #expect(server.requests.contains("GET /x.osm.pbf@\(part)") && received?.count == 40 << 20)
  }

  @Test("of a disk some stays free, a twentieth of a small one")
  func room() throws {
    let descriptor = open(folder.file("lock"), O_RDONLY)
    defer { close(descriptor) }
    var disk = statvfs()
    #expect(fstatvfs(descriptor, &disk) == 0)
    let (free, all) = (Int64(disk.f_bavail * disk.f_frsize), Int64(disk.f_blocks * disk.f_frsize))
    let left = try #require(DiskRoom.left(descriptor))
    // Other programs write in the meantime.
    #expect(abs(free - min(256 << 20, all / 20) - left) < 1 << 30)
    let whole = try #require(DiskRoom.free(inFolder: folder.path))
    #expect(abs(free - whole) < 1 << 30)
    #expect(DiskRoom.free(inFolder: folder.file("none")) == nil)
  }

  @Test("a symbolic link in the place of a file that comes is not followed")
  func link() throws {
    let other = site.file("other")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: other))
    for name in ["x.osm.pbf.part", "x.osm.pbf.part.version", "x.osm.pbf.new"] {
      try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: other)
    }
    #expect { try download().run() } throws: { ($0 as? UpdateError)?.code == .cannotWrite }
    unlink(folder.file("x.osm.pbf.part"))
    #expect(try download().run() && received == content)
    #expect(FileManager.default.contents(atPath: other) == Data("mine".utf8))
  }

  @Test(
    "a redirect to what is no address of the web is refused with a sentence",
    arguments: ["file:///etc/passwd", "ftp://x/y"])
  func refusedRedirect(target: String) throws {
    server.fail("/latest.osm.pbf", .redirect(to: target))
    let transfer = Transfer()
    transfer.pauses = []
    #expect {
      try ExtractDownload(server.address + "/latest.osm.pbf", into: folder, transfer).run()
    } throws: {
      ($0 as? UpdateError)?.message.hasSuffix(
        "/latest.osm.pbf: the server sends us to what is neither an http nor an https address; give an address that needs no such step"
      )
        == true
    }
  }
}

/// Counts calls.
private final class Looks: @unchecked Sendable {
  private var count = 0
  func next() -> Int {
    count += 1
    return count
  }
}
