/// Iterates over the bytes of one protobuf message or packed field.
///
/// Errors are sticky rather than thrown, so that loops over millions of numbers have no error path. A malformed number
/// sets ``isMalformed`` and moves the cursor to its end, which ends every loop. The caller checks once afterwards.
///
/// The memory must be readable for ``padding`` bytes past `end`. A number is read without checking the end at every
/// byte; overruns are detected afterwards.
struct ProtobufCursor {
  /// Bytes that must be readable past the end.
  static let padding = 16

  private(set) var position: UnsafePointer<UInt8>
  private(set) var end: UnsafePointer<UInt8>
  private(set) var isMalformed = false

  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, count: Int) {
    position = start
    end = start + count
  }

  /// A cursor over no bytes. All share one piece of zeroed memory, which is safe because it is only ever read.
  nonisolated(unsafe) static let empty: ProtobufCursor = {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: padding)
    bytes.initialize(repeating: 0, count: padding)
    return ProtobufCursor(bytes, count: 0)
  }()

  @inline(__always) var isAtEnd: Bool { position >= end }
  @inline(__always) var remaining: Int { end - position }

  @inline(__always)
  mutating func fail() {
    isMalformed = true
    position = end
  }

  /// Returns the next base-128 number; 0 with ``isMalformed`` if there is none.
  @inline(__always)
  mutating func varint() -> UInt64 {
    let first = position.pointee
    if _fastPath(first < 0x80 && position < end) {
      position += 1
      return UInt64(first)
    }
    return longVarint()
  }

  /// Reads a number of two to ten bytes.
  @inline(__always)
  private mutating func longVarint() -> UInt64 {
    guard position < end else {
      fail()
      return 0
    }
    var value: UInt64 = 0
    var shift: UInt64 = 0
    var next = position
    while shift < 70 {
      let byte = next.pointee
      next += 1
      value |= UInt64(byte & 0x7f) &<< shift
      if byte < 0x80 {
        guard next <= end, shift < 63 || byte <= 1 else { break }
        position = next
        return value
      }
      shift += 7
    }
    fail()
    return 0
  }

  /// Returns the next zigzag-encoded number.
  @inline(__always)
  mutating func signed() -> Int64 {
    let value = varint()
    return Int64(bitPattern: (value &>> 1) ^ (0 &- (value & 1)))
  }

  /// Returns the tag of the next field of a message; nil at the end or if malformed.
  @inline(__always)
  mutating func field() -> ProtobufField? {
    guard position < end else { return nil }
    let tag = varint()
    guard !isMalformed, tag &>> 3 != 0, tag <= UInt64(UInt32.max) else {
      fail()
      return nil
    }
    return ProtobufField(tag: UInt32(truncatingIfNeeded: tag))
  }

  /// Returns the bytes of a length-delimited field as a cursor of their own.
  @inline(__always)
  mutating func message() -> ProtobufCursor {
    let count = varint()
    guard !isMalformed, count <= UInt64(remaining) else {
      fail()
      return .empty
    }
    let inner = ProtobufCursor(position, count: Int(truncatingIfNeeded: count))
    position += Int(truncatingIfNeeded: count)
    return inner
  }

  /// Returns the bytes of a packed field of numbers. OpenStreetMap's format packs each list in one piece. Lists in
  /// several pieces or unpacked, which protobuf would allow, count as malformed, so that no part is silently skipped.
  ///
  /// - Parameters:
  ///   - field: the field, packed or not.
  ///   - earlier: the list so far.
  @inline(__always)
  mutating func list(_ field: ProtobufField, after earlier: ProtobufCursor) -> ProtobufCursor {
    guard field.wireType == 2, earlier.isAtEnd else {
      fail()
      return .empty
    }
    return message()
  }

  /// Returns the text of a length-delimited field, with invalid UTF-8 repaired.
  mutating func string() -> String {
    let inner = message()
    return String(decoding: UnsafeBufferPointer(start: inner.position, count: inner.remaining), as: UTF8.self)
  }

  /// Skips the value of a field.
  @inline(__always)
  mutating func skip(_ field: ProtobufField) {
    switch field.wireType {
    case 0: _ = varint()
    case 1: advance(8)
    case 2: _ = message()
    case 5: advance(4)
    default: fail()
    }
  }

  @inline(__always)
  private mutating func advance(_ count: Int) {
    if remaining < count { fail() } else { position += count }
  }

  /// The maximum number of remaining numbers, if each takes one byte. Used to reserve memory.
  @inline(__always) var maximumCount: Int { remaining }

  /// The exact number of remaining numbers: the number of bytes without the continuation bit.
  func countOfVarints() -> Int {
    var count = 0
    var next = position
    while next < end {
      count &+= Int((next.pointee ^ 0x80) &>> 7)
      next += 1
    }
    return count
  }
}

/// A field's tag: its number and wire type. Tags are compared as a whole, so that a known field with an unexpected wire
/// type counts as unknown.
struct ProtobufField: Equatable {
  let tag: UInt32
  @inline(__always) var wireType: UInt32 { tag & 7 }

  @inline(__always) init(tag: UInt32) { self.tag = tag }
  /// The tag of a field that holds a number.
  @inline(__always) static func number(_ field: UInt32) -> UInt32 { field << 3 }
  /// The tag of a field that holds bytes: text, a message or packed numbers.
  @inline(__always) static func bytes(_ field: UInt32) -> UInt32 { field << 3 | 2 }
}
