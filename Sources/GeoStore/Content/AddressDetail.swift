/// A part of a house's address beside number, street, postal code and city, as mapped.
public struct AddressDetail: BitwiseCopyable, Hashable, Sendable {
  /// The key of the part, without `addr:`. The raw values are stored.
  public enum Kind: UInt8, Hashable, BitwiseCopyable, Sendable, CaseIterable {
    case state = 1, province, district, subdistrict, suburb, quarter, neighbourhood, hamlet
    /// `addr:block_number`: the block within which houses are numbered.
    case block
    /// Kept, but never shown.
    case floor, unit
  }

  /// What it is.
  public var kind: Kind
  /// Its text.
  public var name: NameID

  /// A part.
  public init(_ kind: Kind, _ name: NameID) {
    self.kind = kind
    self.name = name
  }
}

/// The parts of an address in its row: for each the raw value of its kind and the id of its name, as a varint.
public enum AddressPartCoding {
  /// The parts in bytes; those of kinds that this program does not know are left out.
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

/// The parts of one address as they are read, at most one of each kind: they need no memory of their own, as many answers look at them.
public struct StoredAddressParts: Sendable {
  /// The names by the raw value of their kind; 0 for none.
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

  /// Takes the first of some kinds out; nil when there is none of them.
  public mutating func take(_ kinds: [AddressDetail.Kind]) -> AddressDetail? {
    for kind in kinds {
      guard let name = self[kind] else { continue }
      self[kind] = nil
      return AddressDetail(kind, name)
    }
    return nil
  }
}
