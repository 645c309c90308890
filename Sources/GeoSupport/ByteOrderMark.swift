/// The mark that many Windows programs write at the beginning of UTF-8 files and streams. It has no meaning.
package enum ByteOrderMark {
  /// The mark itself.
  package static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The length of the mark at the beginning of a text; 0 where there is none.
  @inlinable package static func length(_ text: UnsafeRawBufferPointer) -> Int {
    text.first == 0xEF && text.starts(with: bytes) ? bytes.count : 0
  }
}
