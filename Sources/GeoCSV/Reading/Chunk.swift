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
  /// Where the chunk ends in the input.
  var inputEnd: Int
  /// What the splitter must remember to go on behind the chunk.
  var resumeState: [Int]
}
