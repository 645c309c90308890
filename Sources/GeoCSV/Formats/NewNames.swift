import GeoSupport

/// The names of the new members, used to notice records that already have one of them.
///
/// New names are chosen to be free in the first records of a file. If a later record has one, the user's value stays
/// and the new one is left out of that record. The same name twice would hide one of the two values from readers of the
/// file.
struct NewNames: Sendable {
  /// One bit for each field, by its index.
  typealias Mask = UInt32

  private let names: [[UInt8]]
  /// A bit for each combination of length and first byte, so that nearly all other names are dismissed without a
  /// comparison.
  private let beginnings: UInt64

  /// - Parameter names: the names as written in a file, in the order of the fields.
  init(_ names: [[UInt8]]) {
    self.names = names
    beginnings = names.reduce(0) { $0 | NewNames.beginning($1.count, $1.first ?? 0) }
  }

  @inline(__always) private static func beginning(_ count: Int, _ first: UInt8) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: count &* 7 &+ Int(first))
  }

  /// The bit of the field with this name; 0 when there is none.
  @inline(__always) func mask(_ name: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Mask {
    guard !name.isEmpty, beginnings & NewNames.beginning(name.count, bytes[name.lowerBound]) != 0 else { return 0 }
    return search(name, in: bytes)
  }

  @inline(never) private func search(_ name: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Mask {
    guard let start = bytes.baseAddress else { return 0 }
    let index = names.firstIndex { $0.count == name.count && memcmp($0, start + name.lowerBound, name.count) == 0 }
    return index.map { 1 << Mask($0) } ?? 0
  }
}
