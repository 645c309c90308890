/// The names of what is added, to notice records that have one of them already.
///
/// New names are chosen to be free in the first records of a file. Where a later record has one, the user's value stays, and the new one is
/// left out of that record: the same name twice would hide one of the two from whoever reads the file.
struct NewNames: Sendable {
  private let names: [[UInt8]]
  /// A bit for each length of a name, so that nearly all other names are passed by without a look at their letters.
  private let lengths: UInt64

  /// - Parameter names: as they stand in a file, in the order of the fields.
  init(_ names: [[UInt8]]) {
    self.names = names
    lengths = names.reduce(0) { $0 | NewNames.bit($1.count) }
  }

  @inline(__always) private static func bit(_ length: Int) -> UInt64 { 1 << UInt64(min(length, 63)) }

  /// Notes a name of a record if it is one of the new ones.
  @inline(__always) func look(at name: Range<Int>, in bytes: UnsafeRawBufferPointer, _ located: inout LocatedRecord) {
    guard lengths & NewNames.bit(name.count) != 0 else { return }
    let taken = mask(name, in: bytes)
    guard taken != 0 else { return }
    located.taken |= taken
    located.traits.insert(.hasTakenName)
  }

  /// The bit of a new name in ``LocatedRecord/taken``; 0 for all others.
  func mask(_ name: Range<Int>, in bytes: UnsafeRawBufferPointer) -> UInt32 {
    names.firstIndex { $0.count == name.count && bytes[name].elementsEqual($0) }.map { 1 << UInt32($0) } ?? 0
  }
}
