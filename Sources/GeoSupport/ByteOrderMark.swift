/// The mark that many programs on Windows write before a text in UTF-8, such as a file or a stream's first line. It says nothing.
package enum ByteOrderMark {
  /// The mark itself.
  package static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The bytes that the mark takes at the beginning of a text; 0 where there is none.
  @inlinable package static func length(_ text: UnsafeRawBufferPointer) -> Int {
    text.first == 0xEF && text.starts(with: bytes) ? bytes.count : 0
  }
}
