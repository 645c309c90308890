/// How much of the input is held at once. These bounds, and not the file, decide how much memory a run takes.
enum ReadingLimits {
  /// The longest record (row, feature, track point): 32 MB.
  static let longestRecordBytes = 32 << 20
  /// The usual chunk: large enough that sorting its points pays, small enough that several with all their answers are far below 200 MB.
  static let chunkBytes = 256 << 10
  /// The first chunk is small, so that `| head` sees rows at once.
  static let firstChunkBytes = 64 << 10
  /// How much of the file is looked at to find out what it is.
  static let sampleBytes = 64 << 10
  /// Input bytes that may be on their way at once.
  static let bytesInFlight = 24 << 20
}
