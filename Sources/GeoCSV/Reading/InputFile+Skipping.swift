import GeoSupport

extension InputFile {
  /// Goes to where an interrupted run stopped, and makes sure that everything before is what that run has read.
  ///
  /// It reads the finished part once more, from a file as from a pipe: at the speed of the disk, which is little beside answering it.
  ///
  /// - Parameters:
  ///   - checkpoint: where to go.
  ///   - head: what was read already; the next read goes on behind it.
  ///   - stop: ends the reading early.
  /// - Returns: what of the head lies behind the checkpoint.
  /// - Throws: ``EnrichmentError`` when the input is not the one of the interrupted run.
  func skip(to checkpoint: Checkpoint, head: InputHead, stop: StopSignal) throws(EnrichmentError) -> InputHead {
    let offset = checkpoint.position.offset
    var digest = InputDigest(head.bytes.prefix(offset))
    var buffer = [UInt8](repeating: 0, count: ReadingLimits.chunkBytes)
    while digest.length < offset, !stop.isStopping {
      let received = read(descriptor, &buffer, min(buffer.count, offset - digest.length))
      if received < 0, errno == EINTR || errno == EAGAIN { continue }
      guard received > 0 else {
        throw EnrichmentError(
          .resume,
          "\(name) is shorter than when the run was interrupted; send the same input, or start anew with --force")
      }
      buffer.withUnsafeBytes { digest.add(UnsafeRawBufferPointer(rebasing: $0[..<received])) }
    }
    guard digest == checkpoint.inputDigest || stop.isStopping else {
      throw EnrichmentError(
        .resume,
        "\(name) was changed since the run was interrupted, in the part that is done already; start anew with --force")
    }
    return InputHead(bytes: Array(head.bytes.dropFirst(offset)), isAtEnd: head.isAtEnd)
  }

  /// Goes back to an offset of a regular file.
  ///
  /// - Throws: ``EnrichmentError`` when the system refuses.
  func seek(to offset: Int) throws(EnrichmentError) {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
      throw EnrichmentError(.input, "\(name) cannot be read again: \(systemMessage())")
    }
  }
}
