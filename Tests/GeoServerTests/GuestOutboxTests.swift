import Testing

@testable import GeoServer

@Suite struct GuestOutboxTests {
  private func notice(_ method: String, _ text: String, isReplaceable: Bool = false) -> GuestOutput {
    .notice(GuestNotice(method: method, members: Array(text.utf8), isReplaceable: isReplaceable))
  }

  private func texts(_ outbox: inout GuestOutbox) -> [String] {
    outbox.take().map { number, output in
      switch output {
      case .reply(let line): "\(number) \(String(decoding: line, as: UTF8.self))"
      case .notice(let notice): "\(number) \(notice.method) \(String(decoding: notice.members, as: UTF8.self))"
      }
    }
  }

  @Test("all is given in its order, and counted while it waits")
  func order() {
    var outbox = GuestOutbox()
    outbox.append(.reply(Array("abc".utf8)), of: 1)
    outbox.append(notice("a.b", "12345"), of: 2)
    outbox.append(notice("a.b", "1"), of: 2)
    #expect(outbox.byteCount == 3 + 5 + 1 + 2 * GuestNotice.frameBytes && !outbox.isEmpty)
    #expect(texts(&outbox) == ["1 abc", "2 a.b 12345", "2 a.b 1"])
    #expect(outbox.isEmpty && outbox.byteCount == 0)
  }

  @Test("of what tells only how things are now the newest is kept, of each guest and of each kind")
  func newest() {
    var outbox = GuestOutbox()
    outbox.append(notice("a.region", "1", isReplaceable: true), of: 1)
    outbox.append(notice("a.user", "2", isReplaceable: true), of: 1)
    outbox.append(notice("a.region", "3", isReplaceable: true), of: 2)
    outbox.append(.reply(Array("r".utf8)), of: 1)
    outbox.append(notice("a.region", "4", isReplaceable: true), of: 1)
    #expect(outbox.byteCount == 4 + 3 * GuestNotice.frameBytes)
    #expect(texts(&outbox) == ["1 a.user 2", "2 a.region 3", "1 r", "1 a.region 4"])
  }
}
