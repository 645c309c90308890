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
      return String(decoding: buffer[..<Int(length)], as: UTF16.self)
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
      return String(decoding: buffer[..<Int(length)].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
