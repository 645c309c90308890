import CSQLite
import GeoModel

/// A value for a parameter of a ``Statement``, or for several consecutive ones.
protocol Bindable {
  /// The number of parameters that it takes.
  static var parameterCount: Int32 { get }
  /// Binds the value. Memory that it refers to is copied, or lives until the next run.
  ///
  /// - Returns: SQLite's result code. If a copy gets no memory, the parameter is NULL.
  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32
}

extension Bindable {
  static var parameterCount: Int32 { 1 }
}

extension Bindable where Self: BinaryInteger {
  @inline(__always) func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    sqlite3_bind_int64(statement, parameter, Int64(self))
  }
}

extension Int: Bindable {}
extension Int64: Bindable {}
extension Int32: Bindable {}
extension Int8: Bindable {}
extension UInt32: Bindable {}
extension UInt8: Bindable {}

extension Bool: Bindable {
  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    (self ? 1 : 0).bind(to: statement, at: parameter)
  }
}

extension Double: Bindable {
  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    sqlite3_bind_double(statement, parameter, self)
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  static var parameterCount: Int32 { Wrapped.parameterCount }

  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    if let self { return self.bind(to: statement, at: parameter) }
    var code = SQLITE_OK
    for offset in 0..<Wrapped.parameterCount { code |= sqlite3_bind_null(statement, parameter + offset) }
    return code
  }
}

extension String: Bindable {
  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { utf8 in
      // An empty buffer may have no address, which SQLite would take for NULL.
      let bytes = UnsafeRawPointer(utf8.baseAddress ?? UnsafePointer(bitPattern: 1)!)
      return sqlite3_bind_text(
        statement, parameter, bytes.assumingMemoryBound(to: CChar.self), Int32(utf8.count), csqlite_transient())
    }
  }
}

extension Array: Bindable where Element == UInt8 {
  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    withUnsafeBytes { bytes in
      return sqlite3_bind_blob64(statement, parameter, bytes.baseAddress, UInt64(bytes.count), csqlite_transient())
    }
  }
}

extension FixedPoint: Bindable {
  static var parameterCount: Int32 { 2 }

  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    x.bind(to: statement, at: parameter) | y.bind(to: statement, at: parameter + 1)
  }
}

extension SourceReference: Bindable {
  static var parameterCount: Int32 { 2 }

  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    let letter = UnsafeRawPointer(type.letter.utf8Start).assumingMemoryBound(to: CChar.self)
    // The letter is not copied, as it is a constant of the program.
    return sqlite3_bind_text(statement, parameter, letter, Int32(type.letter.utf8CodeUnitCount), nil)
      | id.bind(to: statement, at: parameter + 1)
  }
}

/// A range of bytes in a large array.
struct BytesPart: Bindable {
  let bytes: MappedArray<UInt8>
  let range: Range<Int>

  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    bytes.withUnsafeBufferPointer { bytes in
      let part = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[range])
      // The bytes are not copied: the array outlives the run of the statement, and the next run binds new values.
      return sqlite3_bind_blob64(statement, parameter, part.baseAddress, UInt64(part.count), nil)
    }
  }
}

/// A UTF-8 text in memory owned elsewhere.
struct TextBytes: Equatable {
  let bytes: UnsafeRawBufferPointer

  /// Refers to a text, which must outlive this value.
  init(_ bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)) { self.bytes = bytes }

  /// Whether the bytes are the same.
  static func == (a: TextBytes, b: TextBytes) -> Bool { a.bytes.elementsEqual(b.bytes) }
}

extension TextBytes: Bindable {
  func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    // SQLite would take a nil address for NULL. Nothing is copied: the text outlives the run of the statement, and the
    // next run binds new values.
    let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!
    return sqlite3_bind_text(statement, parameter, start.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil)
  }
}
