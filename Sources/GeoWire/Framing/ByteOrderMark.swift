/// The mark that many programs on Windows write before a text in UTF-8, such as a stream's first line. It says nothing.
enum ByteOrderMark {
  /// The bytes that the mark takes at the beginning of a text; 0 where there is none.
  static func length(_ bytes: UnsafeRawBufferPointer) -> Int {
    bytes.first == 0xEF && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}
