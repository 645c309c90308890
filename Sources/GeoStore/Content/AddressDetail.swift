/// A part of a house's address other than number, street, postal code and city, as mapped.
public struct AddressDetail: BitwiseCopyable, Hashable, Sendable {
  /// The key of the part, without `addr:`. The raw values are stored.
  public enum Kind: UInt8, Hashable, BitwiseCopyable, Sendable, CaseIterable {
    case state = 1, province, district, subdistrict, suburb, quarter, neighbourhood, hamlet
    /// `addr:block_number`: the block within which houses are numbered.
    case block
    /// Kept, but never shown.
    case floor, unit
  }

  /// The kind of part.
  public var kind: Kind
  /// Its text.
  public var name: NameID

  /// A part.
  public init(_ kind: Kind, _ name: NameID) {
    self.kind = kind
    self.name = name
  }
}

/// The encoding of an address's parts: for each part, the raw value of its kind and the id of its name as a varint.
public enum AddressPartCoding {
  /// Decodes the parts, leaving out kinds that this version does not know.
  public static func parts(_ bytes: UnsafeBufferPointer<UInt8>) -> StoredAddressParts {
    var reader = ByteReader(bytes)
    var parts = StoredAddressParts()
    while reader.remaining > 0, !reader.isDamaged {
      let kind = AddressDetail.Kind(rawValue: reader.byte())
      let name = UInt32(truncatingIfNeeded: reader.varint())
      if let kind, !reader.isDamaged { parts[kind] = NameID(name) }
    }
    return parts
  }
}

/// The parts of one address as read from a store, at most one of each kind.
///
/// Many queries read them, so they are a plain value that allocates no memory.
public struct StoredAddressParts: Sendable {
  /// The ids of the names, indexed by the raw value of the kind; 0 for none.
  private var names = SIMD16<UInt32>(repeating: 0)

  /// No parts.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { names == SIMD16(repeating: 0) }

  /// The part of a kind; nil when there is none.
  public internal(set) subscript(kind: AddressDetail.Kind) -> NameID? {
    get { names[Int(kind.rawValue)] == 0 ? nil : NameID(names[Int(kind.rawValue)]) }
    set { names[Int(kind.rawValue)] = newValue?.rawValue ?? 0 }
  }

  /// Removes and returns the first part found among some kinds; nil when it has none of them.
  public mutating func take(_ kinds: [AddressDetail.Kind]) -> AddressDetail? {
    for kind in kinds {
      guard let name = self[kind] else { continue }
      self[kind] = nil
      return AddressDetail(kind, name)
    }
    return nil
  }
}
