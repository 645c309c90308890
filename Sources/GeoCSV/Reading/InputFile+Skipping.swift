#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension InputFile {
  /// Goes to where an interrupted run stopped: by a seek in a file, by reading and forgetting in a pipe.
  ///
  /// - Parameters:
  ///   - position: where to go.
  ///   - head: what was read already.
  ///   - held: receives what of the head lies behind the position.
  /// - Throws: ``EnrichmentError`` when the input is not the one of the interrupted run.
  func skip(to position: InputPosition, holding head: InputHead, into held: inout InputHead) throws(EnrichmentError) {
    var before: [UInt8]
    if length != nil {
      before = try readBefore(position)
      held = InputHead(bytes: [], isAtEnd: false)
    } else {
      before = Array(head.bytes.prefix(position.offset))
      held = InputHead(bytes: Array(head.bytes.dropFirst(position.offset)), isAtEnd: head.isAtEnd)
      try readOn(until: position.offset, have: head.bytes.count, last: &before)
    }
    guard position.tail == TailMark(Array(before.suffix(position.tail.length))) else {
      throw EnrichmentError(.resume, "\(name) was changed since the run was interrupted; start anew with --force")
    }
  }

  private func readBefore(_ position: InputPosition) throws(EnrichmentError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: position.tail.length)
    let received = pread(descriptor, &bytes, bytes.count, off_t(position.offset - position.tail.length))
    guard received == bytes.count, lseek(descriptor, off_t(position.offset), SEEK_SET) >= 0 else {
      throw EnrichmentError(.resume, "\(name) is shorter than when the run was interrupted; start anew with --force")
    }
    return bytes
  }

  /// Reads and forgets all but the last bytes before an offset.
  private func readOn(until offset: Int, have: Int, last: inout [UInt8]) throws(EnrichmentError) {
    var done = have
    var buffer = [UInt8](repeating: 0, count: ReadingLimits.chunkBytes)
    while done < offset {
      let received = read(descriptor, &buffer, min(buffer.count, offset - done))
      if received < 0, errno == EINTR || errno == EAGAIN { continue }
      guard received > 0 else {
        throw EnrichmentError(
          .resume, "\(name) is shorter than when the run was interrupted; send the same input again")
      }
      done += received
      last = Array((last + buffer[..<received]).suffix(ReadingLimits.sampleBytes))
    }
  }
}
