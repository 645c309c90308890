import CSQLite

/// A text as UTF-8 that somebody else keeps.
struct TextBytes: Equatable {
  private let bytes: UnsafeRawBufferPointer

  /// A text that must outlive this.
  init(_ bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)) { self.bytes = bytes }

  /// Whether the bytes are the same.
  static func == (a: TextBytes, b: TextBytes) -> Bool { a.bytes.elementsEqual(b.bytes) }
}

extension TextBytes: Bindable {
  func bind(to statement: OpaquePointer, at parameter: Int32) {
    // SQLite would take a missing address for NULL. Nothing is copied: the text outlives the run of the statement, and the next run
    // binds anew.
    let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!
    sqlite3_bind_text(statement, parameter, start.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil)
  }
}
