import GeoStore

/// The range of one address's parts in ``StoreContent/addressParts``.
public struct PartRange: BitwiseCopyable, Sendable {
  /// The position of the first part.
  var start: UInt32 = 0
  /// The number of parts.
  var count: UInt8 = 0

  /// No parts.
  public init() {}
}

extension StoreContent {
  /// Stores the parts of an address.
  public mutating func addParts(_ parts: [AddressDetail]) -> PartRange {
    guard !parts.isEmpty else { return PartRange() }
    var range = PartRange()
    range.start = UInt32(addressParts.count)
    range.count = UInt8(parts.count)
    addressParts.append(contentsOf: parts)
    return range
  }

  /// The parts of an address.
  func parts(_ range: PartRange) -> some RandomAccessCollection<AddressDetail> {
    addressParts[Int(range.start)..<Int(range.start) + Int(range.count)]
  }
}

extension AddressPartCoding {
  /// Encodes the parts; nil when there are none.
  static func encode(_ parts: some Collection<AddressDetail>, id: (NameID) -> UInt32) -> [UInt8]? {
    guard !parts.isEmpty else { return nil }
    var writer = ByteWriter()
    for part in parts {
      writer.byte(part.kind.rawValue)
      writer.varint(UInt64(id(part.name)))
    }
    return writer.bytes
  }
}
