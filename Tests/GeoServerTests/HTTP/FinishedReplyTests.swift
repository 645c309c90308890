import HTTPTypes
import NIOCore
import Testing

@testable import GeoServer

@Suite("An answer as bytes")
struct FinishedReplyTests {
  private static let plain = FinishedReply(
    status: 200,
    fields: [
      (.server, "geocoded"), (.contentType, "application/json"), (.vary, "Accept-Encoding"), (.contentLength, "2"),
    ],
    body: Array("{}".utf8))

  @Test("is status, fields and body")
  func wholeAnswer() {
    let bytes = Self.plain.bytes(ByteBufferAllocator())
    #expect(
      String(buffer: bytes)
        == "HTTP/1.1 200 OK\r\nServer: geocoded\r\nContent-Type: application/json\r\nVary: Accept-Encoding\r\n"
        + "Content-Length: 2\r\n\r\n{}")
  }

  @Test("has the fields of the head that is written in parts, in their order")
  func sameFields() {
    let lines = Self.plain.head.headerFields.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
    #expect(String(buffer: Self.plain.bytes(ByteBufferAllocator())) == "HTTP/1.1 200 OK\r\n\(lines)\r\n{}")
  }

  @Test("has no body where only the head was asked for")
  func headAlone() {
    var reply = Self.plain
    reply.body = nil
    #expect(reply.isPlain)
    #expect(String(buffer: reply.bytes(ByteBufferAllocator())).hasSuffix("Content-Length: 2\r\n\r\n"))
  }

  @Test("is not made where the status or the connection needs more care")
  func notPlain() {
    var failure = Self.plain
    failure.status = 404
    var last = Self.plain
    last.fields.append((.connection, "close"))
    let endless = FinishedReply(status: 200, fields: [(.contentType, "text/plain")], body: nil)
    #expect(Self.plain.isPlain)
    #expect(!failure.isPlain && !last.isPlain && !endless.isPlain)
  }
}
