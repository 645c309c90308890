import GeoSupport

/// Reads the input into chunks of whole records.
///
/// Each chunk's bytes are read straight into the array that travels on; only the unfinished record at its end is copied. When a pipe
/// has nothing more at the moment, the records that are complete go on at once, so that a slow producer sees its answers.
actor ChunkReader<Splitter: RecordSplitter> {
  nonisolated private let executor = QueueExecutor(label: "geocode.csv.reader")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let input: InputFile
  private let stop: StopSignal
  private var splitter: Splitter
  /// Read and not yet handed on.
  private var carry: [UInt8]
  private var isAtEnd: Bool
  /// Where the bytes handed on end in the input.
  private var inputOffset: Int
  private var row: Int
  private var nextIndex = 0
  /// How much the next chunk should hold; grows, so that the first answers come early.
  private var target: Int
  private let tuning: EnrichmentOptions.Tuning

  /// - Parameters:
  ///   - head: what was read of the input already, from `offset` on.
  ///   - isAtEnd: whether the input ends with it.
  ///   - row: the number of the first record to come.
  init(
    input: InputFile, head: [UInt8], isAtEnd: Bool, offset: Int, row: Int, splitter: Splitter, stop: StopSignal,
    tuning: EnrichmentOptions.Tuning
  ) {
    self.input = input
    self.stop = stop
    self.splitter = splitter
    self.isAtEnd = isAtEnd
    self.row = row
    carry = head
    inputOffset = offset
    self.tuning = tuning
    target = min(ReadingLimits.firstChunkBytes, tuning.chunkBytes)
  }

  /// The next chunk; nil at the end of the input or when asked to stop.
  ///
  /// - Throws: ``EnrichmentError`` when the input cannot be read, or one record is longer than any may be.
  func next() throws(EnrichmentError) -> Chunk? {
    var ends: [Int] = []
    while true {
      try fill()
      if stop.isStopping { return nil }
      try carry.withUnsafeBytesTyped { bytes throws(EnrichmentError) in
        try splitter.split(bytes, isLast: isAtEnd, into: &ends)
      }
      if isAtEnd || !ends.isEmpty { break }
      try makeRoom()
    }
    return carry.isEmpty ? nil : handOver(ends)
  }

  /// Makes room for a record that does not fit, within limits.
  private func makeRoom() throws(EnrichmentError) {
    guard carry.count >= target else { return }
    guard carry.count >= tuning.longestRecordBytes else {
      target = min(carry.count * 2, tuning.longestRecordBytes)
      return
    }
    guard splitter.giveUpWaiting() else {
      throw EnrichmentError(
        .data,
        "data row \(row + 1) of \(input.name), which begins at byte \(inputOffset), is longer than the "
          + "\(tuning.longestRecordBytes >> 20) MB that a row, feature or point may have: is the file what it seems to be?"
      )
    }
  }

  /// Cuts the finished records off what is held; at the end of the input, everything.
  private func handOver(_ ends: [Int]) -> Chunk {
    let length = isAtEnd ? carry.count : ends[ends.count - 1]
    let rest = Array(carry[length...])
    carry.removeLast(carry.count - length)
    splitter.drop(length)
    inputOffset += length
    let chunk = Chunk(
      index: nextIndex, bytes: carry, recordEnds: ends, firstRow: row, inputEnd: inputOffset,
      resumeState: splitter.resumeState)
    carry = rest
    nextIndex += 1
    row += ends.count
    target = min(target * 4, tuning.chunkBytes)
    return chunk
  }

  /// Reads until the target is held, the input ends, or it has nothing more at the moment.
  private func fill() throws(EnrichmentError) {
    var mayWait = true
    while carry.count < target, !isAtEnd, !stop.isStopping {
      if input.length == nil {
        guard isReadable(waiting: mayWait) else {
          if mayWait { continue }
          return
        }
      }
      try readOnce(target - carry.count)
      mayWait = false
    }
  }

  /// Whether a read would not block. Waits in short turns, so that a request to stop is noticed.
  private func isReadable(waiting: Bool) -> Bool {
    var request = pollfd(fd: input.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, waiting ? 200 : 0) > 0
  }

  private func readOnce(_ room: Int) throws(EnrichmentError) {
    let held = carry.count
    var received = -1
    // The array grows in place; the bytes of a failed read are cut off again.
    carry.reserveCapacity(held + room)
    carry.append(contentsOf: repeatElement(0, count: room))
    carry.withUnsafeMutableBytes { bytes in
      received = read(input.descriptor, bytes.baseAddress! + held, room)
    }
    let code = errno
    carry.removeLast(room - max(received, 0))
    guard received >= 0 || code == EINTR || code == EAGAIN else {
      throw EnrichmentError(.input, "\(input.name) cannot be read further: \(systemMessage(code))")
    }
    if received == 0 { isAtEnd = true }
  }
}

extension [UInt8] {
  /// As `withUnsafeBytes`, with typed errors.
  func withUnsafeBytesTyped<E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> Void) throws(E) {
    let result: Result<Void, E> = withUnsafeBytes { bytes in
      do throws(E) { return .success(try body(bytes)) } catch { return .failure(error) }
    }
    try result.get()
  }
}
