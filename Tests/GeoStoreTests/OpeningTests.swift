import Foundation
import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Opening what is not a good store says what is wrong")
struct OpeningTests {
  let folder = TemporaryFolder()

  /// The error of opening a file with these bytes.
  func error(opening bytes: Data) throws -> StoreError? {
    let path = folder.file("broken.sqlite")
    try bytes.write(to: URL(fileURLWithPath: path))
    return error(opening: path)
  }

  func error(opening path: String) -> StoreError? {
    do throws(StoreError) {
      _ = try StoreReader(path: path)
      return nil
    } catch {
      return error
    }
  }

  func wholeStore() throws -> Data {
    var content = StoreContent()
    for index in 0..<300 {
      content.address("\(index)", street: "Street \(index)", at: FixedPoint(x: Int32(index) * 1_000, y: 0))
    }
    let path = folder.file("whole.sqlite")
    _ = try StoreWriter(threads: 1).write(content, metadata: StoreMetadata(), to: path)
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test("a missing file")
  func missing() {
    let error = error(opening: folder.file("none.sqlite"))
    #expect(error?.code == .missing)
    #expect(error?.message.contains("geocode import") == true)
  }

  @Test("a folder")
  func folderAsFile() { #expect(error(opening: folder.path)?.code == .unreadable) }

  @Test("an empty file")
  func empty() throws { #expect(try error(opening: Data())?.code == .damaged) }

  @Test("a file that is not a database, short or long")
  func foreign() throws {
    #expect(try error(opening: Data("hello".utf8))?.code == .foreign)
    #expect(try error(opening: Data(repeating: 7, count: 5_000))?.code == .foreign)
  }

  @Test("a database of another program")
  func otherProgram() throws {
    var bytes = try wholeStore()
    bytes[68] = 0
    #expect(try error(opening: bytes)?.code == .foreign)
  }

  @Test(
    "another format version is named, and what to do",
    arguments: [(1, "import its extracts again"), (99, "newer version of this program")] as [(UInt8, String)])
  func outdated(version: UInt8, advice: String) throws {
    var bytes = try wholeStore()
    bytes[63] = version
    let error = try error(opening: bytes)
    #expect(error?.code == .outdated)
    #expect(error?.message.contains("format \(version)") == true && error?.message.contains(advice) == true)
  }

  @Test("the page about the format names its version")
  func page() throws {
    let page = try String(contentsOfFile: SharedData.packageRoot + "/Sources/STORE.md", encoding: .utf8)
    #expect(page.contains("format version \(StoreFormat.version),"))
    #expect(page.contains("`user_version` \(StoreFormat.version)."))
  }

  @Test("a store cut short anywhere", arguments: [1, 15, 16, 60, 99, 100, 4_095, 4_096, 10_000])
  func truncated(length: Int) throws {
    let error = try error(opening: wholeStore().prefix(length))
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("cut short") == true)
  }

  @Test("a path with characters that mean something in a URI")
  func oddPath() throws {
    let path = folder.file("a?b#c%20 ü.sqlite")
    _ = try StoreWriter(threads: 1).write(StoreContent(), metadata: StoreMetadata(), to: path)
    #expect(error(opening: path) == nil)
  }
}
