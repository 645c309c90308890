import CDeflate
import Testing

@testable import GeoServer

@Suite(.serialized) struct HTTPCompressionTests {
  @Test("long answers are compressed for those who like that, and unpack to the same")
  func compression() async throws {
    try await TestHTTPServer.run { server throws in
      let plain = try server.ask("/page.css")
      #expect(plain["Content-Encoding"] == nil)
      #expect(plain["Vary"] == "Accept-Encoding")
      let packed = try server.ask("/page.css", fields: ["Accept-Encoding: br, gzip"])
      #expect(packed["Content-Encoding"] == "gzip")
      #expect(packed.body.count < plain.body.count / 2)
      #expect(unpacked(packed.body, plain.body.count) == plain.body)
      let short = try server.ask("/healthz", fields: ["Accept-Encoding: gzip"])
      #expect(short["Content-Encoding"] == nil)
    }
  }

  @Test(
    "what a client accepts is read with its weights",
    arguments: [
      ("gzip", true), ("GZIP", true), ("deflate, gzip;q=0.5", true), ("gzip;q=0", false), ("gzip; q=0.0", false),
      ("*", true),
      ("*;q=0", false), ("identity", false), ("", false), ("gzip;q=0, *", false), ("br", false),
    ])
  func accepted(_ field: String, _ isAccepted: Bool) {
    #expect(GzipCompressor.isAccepted(field) == isAccepted)
  }

  @Test("what does not become smaller is left as it is")
  func incompressible() {
    var state: UInt64 = 1
    let noise = (0..<4096).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    #expect(GzipCompressor().compress(noise) == nil)
    #expect(GzipCompressor.isAccepted(nil) == false)
  }

  private func unpacked(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    let decompressor = libdeflate_alloc_decompressor()
    defer { libdeflate_free_decompressor(decompressor) }
    var result = [UInt8](repeating: 0, count: count)
    var written = 0
    let code = libdeflate_gzip_decompress(decompressor, bytes, bytes.count, &result, count, &written)
    return code == LIBDEFLATE_SUCCESS ? Array(result[..<written]) : []
  }
}
