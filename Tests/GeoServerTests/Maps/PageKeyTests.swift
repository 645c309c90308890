import GeoSupport
import Testing

@testable import GeoMapServer
@testable import GeoServer

@Suite("The key of pages") struct PageKeyTests {
  /// The first vectors of the reference implementation, and one of a whole word.
  @Test("hashes as SipHash-2-4 with 128 bits")
  func vectors() throws {
    let key = try #require(PageKey(Array(0..<16)))
    for (count, expected) in [
      (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
      (8, "3b62a9ba6258f5610f83e264f31497b4"),
    ] {
      let (a, b) = key.hash(Array(0..<UInt8(count)))
      let bytes = [a, b].flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
      #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    }
    #expect(PageKey([1]) == nil)
    #expect(key.token("", isViewer: false).count == 32)
    #expect(key.token("fleet", isViewer: false) != key.token("fleet", isViewer: true))
  }

  @Test("is found again in its file, unless others may read that")
  func file() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/key"
      let token = PageKey(path: path).token("fleet", isViewer: false)
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600 && status.st_size == 16)
      #expect(PageKey(path: path).token("fleet", isViewer: false) == token)
      chmod(path, 0o644)
      let other = PageKey(path: path).token("fleet", isViewer: false)
      #expect(other != token)
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
      #expect(PageKey(path: path).token("fleet", isViewer: false) == other)
      // Even where nothing can be stored, there is a key.
      #expect(PageKey(path: folder + "/none/key").token("fleet", isViewer: false).count == 32)
      #expect(PageKey(path: nil).token("fleet", isViewer: false) != other)
    }
  }
}
