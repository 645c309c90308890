import CICU

/// Calls ICU functions that write a text into a buffer.
///
/// ICU's functions all take a buffer, its capacity and a status, which is positive when they fail.
enum ICUText {
  /// The UTF-16 text that a call writes; nil when it fails or does not fit.
  static func utf16(
    capacity: Int, _ call: (UnsafeMutablePointer<UInt16>, Int32, inout Int32) -> Int32
  ) -> String? {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: capacity) { buffer in
      var status: Int32 = 0
      let length = call(buffer.baseAddress!, Int32(capacity), &status)
      guard status <= 0, length <= Int32(capacity) else { return nil }
      return text(UnsafeBufferPointer(rebasing: buffer[..<Int(length)]))
    }
  }

  /// The ASCII text that a call writes; nil when it fails or does not fit.
  static func ascii(
    capacity: Int, _ call: (UnsafeMutablePointer<CChar>, Int32, inout Int32) -> Int32
  ) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      var status: Int32 = 0
      let length = call(buffer.baseAddress!, Int32(capacity), &status)
      guard status <= 0, length <= Int32(capacity) else { return nil }
      let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<Int(length)])
      return String(decoding: bytes, as: UTF8.self)
    }
  }
  /// Decodes UTF-16. The standard library's own function looks up types at run time, which takes longer at the start of
  /// a program than all the work of ICU.
  private static func text(_ units: UnsafeBufferPointer<UInt16>) -> String {
    var text = String.UnicodeScalarView()
    var units = units.makeIterator()
    var codec = UTF16()
    while true {
      switch codec.decode(&units) {
      case .scalarValue(let scalar): text.append(scalar)
      case .error: text.append("\u{FFFD}")
      case .emptyInput: return String(text)
      }
    }
  }
}
