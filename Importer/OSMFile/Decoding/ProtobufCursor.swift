/// Walks over the bytes of one protobuf message or packed field.
///
/// Failure is sticky instead of thrown, so that the loops over millions of numbers carry no error path: a malformed
/// number sets ``isMalformed`` and moves the cursor to its end, which ends every loop; the caller looks once, afterwards.
///
/// The memory must be readable for ``padding`` bytes past `end`: a number is then read without looking at the end at each
/// byte, and a number that ran over the end is noticed after it.
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

  /// A cursor over nothing. One piece of zeroed memory serves all of them; it is only ever read, hence safe to share.
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

  /// The next base-128 number; 0 and ``isMalformed`` when there is none.
  @inline(__always)
  mutating func varint() -> UInt64 {
    let first = position.pointee
    if _fastPath(first < 0x80 && position < end) {
      position += 1
      return UInt64(first)
    }
    return longVarint()
  }

  /// A number of two to ten bytes.
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

  /// The next zigzag-encoded number.
  @inline(__always)
  mutating func signed() -> Int64 {
    let value = varint()
    return Int64(bitPattern: (value &>> 1) ^ (0 &- (value & 1)))
  }

  /// The next field of a message: its number and wire type; nil at the end or when malformed.
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

  /// The bytes of a length-delimited field as a cursor of their own.
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

  /// The bytes of a packed field of numbers. OpenStreetMap's format packs each list in one piece; what is not, as protobuf would allow, is
  /// malformed, so that nothing of it is passed over.
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

  /// The bytes of a length-delimited field, repaired where they are not valid UTF-8.
  mutating func string() -> String {
    let inner = message()
    return String(decoding: UnsafeBufferPointer(start: inner.position, count: inner.remaining), as: UTF8.self)
  }

  /// Passes over the value of a field that is not wanted.
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

  /// How many numbers the rest holds, were all of them one byte long: the bound used to reserve memory.
  @inline(__always) var maximumCount: Int { remaining }

  /// How many numbers the rest holds exactly: one for each byte without the continuation bit.
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

/// A field's tag: its number and how its value is laid out. Compared as a whole, so that a known field with a foreign layout
/// counts as unknown.
struct ProtobufField: Equatable {
  let tag: UInt32
  @inline(__always) var wireType: UInt32 { tag & 7 }

  @inline(__always) init(tag: UInt32) { self.tag = tag }
  /// The tag of a field that holds a number.
  @inline(__always) static func number(_ field: UInt32) -> UInt32 { field << 3 }
  /// The tag of a field that holds bytes: text, a message or packed numbers.
  @inline(__always) static func bytes(_ field: UInt32) -> UInt32 { field << 3 | 2 }
}
