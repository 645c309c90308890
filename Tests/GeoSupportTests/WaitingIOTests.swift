import Foundation
import GeoSupport
import Testing

@Suite("Pipes that do not wait") struct WaitingIOTests {
  /// A pipe with one non-blocking end.
  private func pipe(waitless end: Int) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    #expect(Glibc.pipe(&ends) == 0)
    #expect(fcntl(ends[end], F_SETFL, O_NONBLOCK) == 0)
    return (ends[0], ends[1])
  }

  @Test("are waited for, without a busy processor")
  func reads() {
    let (reading, writing) = pipe(waitless: 0)
    defer { close(reading) }
    Thread.detachNewThread {
      usleep(500_000)
      write(writing, "ab", 2)
      close(writing)
    }
    var memory = [UInt8](repeating: 0, count: 8)
    let before = clock()
    #expect(memory.withUnsafeMutableBytes { waitingRead(reading, into: $0) } == 2)
    #expect(clock() - before < CLOCKS_PER_SEC / 4)
    #expect(memory.withUnsafeMutableBytes { waitingRead(reading, into: $0) } == 0)
    #expect(memory.withUnsafeMutableBytes { waitingRead(-1, into: $0) } < 0 && errno == EBADF)
  }

  @Test("take all bytes, as fast as somebody reads them")
  func writes() {
    let (reading, writing) = pipe(waitless: 1)
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    Thread.detachNewThread {
      usleep(100_000)
      _ = bytes.withUnsafeBytes { waitingWrite($0, to: writing) }
      close(writing)
    }
    var (all, piece): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 10_000))
    while true {
      let count = piece.withUnsafeMutableBytes { waitingRead(reading, into: $0) }
      if count <= 0 { break }
      all += piece[..<count]
      usleep(1_000)
    }
    close(reading)
    #expect(all == bytes)
    #expect(bytes.withUnsafeBytes { waitingWrite($0, to: -1) } == EBADF)
  }
}
