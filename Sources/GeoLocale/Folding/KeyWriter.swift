/// Appends bytes to a buffer whose capacity the caller has made large enough.
struct KeyWriter {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  /// Bytes written so far.
  private(set) var count = 0

  /// A writer at the beginning of a buffer.
  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

  /// Appends a word, with a space where two numbers would run together.
  mutating func append(_ word: UnsafeBufferPointer<UInt8>) {
    guard let first = word.first else { return }
    separateNumbers(before: first)
    for byte in word { put(byte) }
  }

  /// Appends a code of up to eight bytes, the first in the lowest bits.
  mutating func append(code: UInt64) {
    separateNumbers(before: UInt8(truncatingIfNeeded: code))
    var rest = code
    while rest != 0 {
      put(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// `1 1st Street` is not `11st Street`.
  private mutating func separateNumbers(before next: UInt8) {
    guard count > 0, isDigit(next), isDigit(buffer[count - 1]) else { return }
    put(UInt8(ascii: " "))
  }

  private mutating func put(_ byte: UInt8) {
    buffer[count] = byte
    count += 1
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
