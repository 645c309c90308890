import Synchronization

/// Reads the input into chunks of whole records.
///
/// Each chunk's bytes are read directly into the array that is handed on; only the unfinished record at its end is
/// copied. When a pipe has no more data at the moment, the complete records are handed on at once, so that a slow
/// producer sees its answers.
actor ChunkReader<Splitter: RecordSplitter> {
  nonisolated private let executor = ThreadExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let input: InputFile
  private let stop: StopSignal
  private let tuning: EnrichmentOptions.Tuning
  /// The usual length of a chunk.
  private let chunkBytes: Int
  /// The length of the next chunk.
  ///
  /// It is short behind a chunk of very many records, such as blank lines, because the bookkeeping for each record is
  /// larger than the record.
  private var pace: Int
  /// The number of records that counts as very many, and the length of the chunks that follow.
  private let (manyRecords, shortChunk) = (32 << 10, 64 << 10)
  private var splitter: Splitter
  /// The buffered input. The first ``given`` bytes are handed on already.
  private var carry: [UInt8]
  /// More than 0 only while more than one chunk of records is buffered, after waiting for a quote that never closed.
  private var given = 0
  private var isAtEnd: Bool
  /// The input position behind the last record that was handed on.
  private var position: InputPosition
  private var nextIndex = 0
  /// Whether no more chunks follow.
  private var hasEnded = false
  /// The size of the next chunk. It grows, so that the first answers come early and `| head` shows rows at once.
  private var target: Int

  /// - Parameters:
  ///   - head: the bytes already read from the input, from `position` on.
  ///   - splitter: has the state that fits this position.
  init(
    input: InputFile, head: InputHead, at position: InputPosition, splitter: Splitter, stop: StopSignal,
    options: EnrichmentOptions
  ) {
    self.input = input
    self.stop = stop
    tuning = options.tuning
    chunkBytes = options.chunkBytes
    pace = chunkBytes
    self.splitter = splitter
    carry = head.bytes
    isAtEnd = head.isAtEnd
    self.position = position
    target = min(64 << 10, chunkBytes)
  }

  /// Returns the next chunk; nil at the end of the input or after a request to stop.
  ///
  /// If the input ends early, the last chunk has a ``Chunk/problem``.
  ///
  /// - Throws: ``EnrichmentError`` when the input cannot be read, or one record exceeds the limit.
  func next() throws(EnrichmentError) -> Chunk? {
    var ends: [Int] = []
    while !hasEnded {
      if given == 0 { try fill() }
      if stop.isStopping { return nil }
      let enough = given + pace
      try carry.withUnsafeBytesTyped { bytes throws(EnrichmentError) in
        try splitter.split(bytes, isLast: isAtEnd, upTo: enough, into: &ends)
      }
      if isAtEnd || !ends.isEmpty || splitter.excess != nil { break }
      if given > 0 { letGo() } else { try makeRoom() }
    }
    // After resuming a run at the end of its complete input, the splitter has seen nothing, so it is not consulted.
    let isDone = carry.count == given && (position.isWhole || splitter.lacking == nil)
    return hasEnded || isDone ? nil : handOver(ends)
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
        "data row \(position.row + 1) of \(input.name), which begins at byte \(position.offset), is longer than the "
          + "\(tuning.longestRecordBytes >> 20) MB that a row, feature or point may have: is the file what it seems to be?"
      )
    }
  }

  /// Cuts the finished records off the buffer; at the end of the input, everything.
  private func handOver(_ ends: [Int]) -> Chunk {
    let last = ends.last ?? carry.count
    let isPart = last >= given + pace && last < carry.count
    let problem = isPart ? nil : problem(behind: position.row + ends.count)
    // A run can continue behind the last complete record once an input that ended early has more.
    let end = problem != nil ? ends.last ?? given : isAtEnd && !isPart ? carry.count : last
    hasEnded = problem != nil
    var bytes: [UInt8]
    if given == 0, !isPart {
      // The array itself is handed on; only the unfinished record is copied.
      let rest = Array(carry[end...])
      bytes = carry
      carry = rest
      bytes.removeLast(bytes.count - end)
      splitter.drop(end)
    } else {
      bytes = Array(carry[given..<end])
    }
    let start = InputPosition(offset: position.offset, row: position.row)
    position = InputPosition(
      offset: start.offset + bytes.count, row: start.row + ends.count, isWhole: isAtEnd && !isPart && problem == nil)
    var chunk = Chunk(
      index: nextIndex, bytes: bytes, recordEnds: given == 0 ? ends : ends.map { $0 - given }, firstRow: start.row,
      end: position)
    chunk.problem = problem
    given = given == 0 && !isPart ? 0 : end
    nextIndex += 1
    target = min(target * 4, chunkBytes)
    pace = ends.count < manyRecords ? chunkBytes : min(shortChunk, chunkBytes)
    return chunk
  }

  /// The error if the records must not end behind this row; nil if they continue or may end there.
  private func problem(behind row: Int) -> EnrichmentError? {
    if let excess = splitter.excess {
      return EnrichmentError(
        .data, "in \(input.name), behind data row \(row), \(excess): nothing from there on would get an address")
    }
    guard isAtEnd, let lacking = splitter.lacking else { return nil }
    return EnrichmentError(
      .data, "\(input.name) ends early: \(lacking); is the file whole? Fetch or export it again")
  }

  /// Drops the bytes that are handed on.
  private func letGo() {
    carry.removeFirst(given)
    splitter.drop(given)
    given = 0
  }

  /// Reads until the target is buffered, the input ends, or a pipe has no more data at the moment.
  ///
  /// The first read waits in short turns, so that a request to stop is noticed.
  private func fill() throws(EnrichmentError) {
    var mayWait = true
    while carry.count < target, !isAtEnd, !stop.isStopping {
      if input.isReadable(within: mayWait ? 200 : 0) {
        isAtEnd = try input.read(target - carry.count, onto: &carry)
        mayWait = false
      } else if !mayWait {
        return
      }
    }
  }
}

/// Some complete records of the input, in order: the unit of work.
struct Chunk: Sendable {
  /// The index of the chunk, from 0.
  var index: Int
  /// The records. Bytes that belong to no record may follow the last one (the end of a GeoJSON file).
  var bytes: [UInt8]
  /// The end of each record as an offset into ``bytes``.
  var recordEnds: [Int]
  /// The number of the first record among all, from 0.
  var firstRow: Int
  /// The input position behind the chunk, where a run can continue.
  var end: InputPosition
  /// The error if the records must not end behind this chunk.
  var problem: EnrichmentError?
}

/// A position between two records of the input.
struct InputPosition: Sendable, Equatable {
  /// The number of input bytes before it.
  var offset: Int
  /// The number of records before it.
  var row: Int
  /// Whether this is the end of a complete input.
  var isWhole = false
}

/// Asks a run to stop at the next place from which it can be resumed. A signal handler may set it.
public final class StopSignal: Sendable {
  private let isSet = Atomic(false)

  /// Creates a signal that is not set.
  public init() {}

  /// Asks the run to stop. Safe in a signal handler.
  public func stop() { isSet.store(true, ordering: .relaxed) }

  /// Whether the run was asked to stop.
  public var isStopping: Bool { isSet.load(ordering: .relaxed) }
}
