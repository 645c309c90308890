import Synchronization

/// Reads the input into chunks of whole records.
///
/// Each chunk's bytes are read straight into the array that travels on; only the unfinished record at its end is copied. When a pipe
/// has nothing more at the moment, the complete records go on at once, so that a slow producer sees its answers.
actor ChunkReader<Splitter: RecordSplitter> {
  nonisolated private let executor = ThreadExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let input: InputFile
  private let stop: StopSignal
  private let tuning: EnrichmentOptions.Tuning
  /// The usual length of a chunk.
  private let chunkBytes: Int
  /// The length of the next chunk: less than usual behind one of very many records, such as blank lines, as what is known of a record takes more
  /// than they do.
  private var pace: Int
  /// How many records are very many, and the length of a chunk behind so many.
  private let (manyRecords, shortChunk) = (32 << 10, 64 << 10)
  private var splitter: Splitter
  /// What is read; the first ``given`` bytes are handed on already.
  private var carry: [UInt8]
  /// More than 0 only while more than a chunk of records is held, because a quote that never closed was waited for.
  private var given = 0
  private var isAtEnd: Bool
  /// Where the bytes handed on end in the input, and how many records they were.
  private var position: InputPosition
  private var nextIndex = 0
  /// Whether nothing is handed on any more.
  private var hasEnded = false
  /// How much the next chunk should hold; it grows, so that the first answers come early and `| head` sees rows at once.
  private var target: Int

  /// - Parameters:
  ///   - head: what was read of the input already, from `position` on.
  ///   - splitter: knows the state between the records there.
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

  /// The next chunk; nil at the end of the input or when asked to stop. An input that ends early gives a chunk that says so, as the last.
  ///
  /// - Throws: ``EnrichmentError`` when the input cannot be read, or one record is longer than any may be.
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
    // What was whole once, before a run was resumed at its end, is not looked at again.
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

  /// Cuts the finished records off what is held; at the end of the input, everything.
  private func handOver(_ ends: [Int]) -> Chunk {
    let last = ends.last ?? carry.count
    let isPart = last >= given + pace && last < carry.count
    let problem = isPart ? nil : problem(behind: position.row + ends.count)
    // Behind the last whole record an input that ends early can be gone on with, once there is more of it.
    let end = problem != nil ? ends.last ?? given : isAtEnd && !isPart ? carry.count : last
    hasEnded = problem != nil
    var bytes: [UInt8]
    if given == 0, !isPart {
      // The array itself travels on; only the unfinished record is copied.
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

  /// Why the records cannot end behind so many of them, as they do; nil when they do not, or may.
  private func problem(behind row: Int) -> EnrichmentError? {
    if let excess = splitter.excess {
      return EnrichmentError(
        .data, "in \(input.name), behind data row \(row), \(excess): nothing from there on would get an address")
    }
    guard isAtEnd, let lacking = splitter.lacking else { return nil }
    return EnrichmentError(
      .data, "\(input.name) ends early: \(lacking); is the file whole? Fetch or export it again")
  }

  /// Lets go of the bytes that are handed on.
  private func letGo() {
    carry.removeFirst(given)
    splitter.drop(given)
    given = 0
  }

  /// Reads until the target is held, the input ends, or it has nothing more at the moment. The first read waits in short turns, so that
  /// a request to stop is noticed.
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

/// Some whole records of the input, in its order: the unit of work.
struct Chunk: Sendable {
  /// Its place among all chunks, from 0.
  var index: Int
  /// The records, and behind the last one perhaps bytes that belong to none (the end of a GeoJSON file).
  var bytes: [UInt8]
  /// The end of each record as an offset into ``bytes``.
  var recordEnds: [Int]
  /// The number of the first record among all, from 0.
  var firstRow: Int
  /// Where the run goes on behind the chunk.
  var end: InputPosition
  /// Why the records cannot end behind it, as they do.
  var problem: EnrichmentError?
}

/// A place between two records of the input.
struct InputPosition: Sendable, Equatable {
  /// Bytes of the input before it.
  var offset: Int
  /// Records before it.
  var row: Int
  /// Whether the input ends there, and nothing of it is missing.
  var isWhole = false
}

/// Asks a run to stop at the next place from which it can be resumed. A signal handler may set it.
public final class StopSignal: Sendable {
  private let isSet = Atomic(false)

  /// Not asked yet.
  public init() {}

  /// Asks the run to stop. Safe in a signal handler.
  public func stop() { isSet.store(true, ordering: .relaxed) }

  /// Whether it was asked.
  public var isStopping: Bool { isSet.load(ordering: .relaxed) }
}
