import GeoModel
import GeoStore

/// Finds addresses by the object that bears them.
struct HouseIndex {
  private var entries: MappedArray<KeyedPosition>

  /// An index of the addresses whose objects' keys are wanted. It lives where the addresses do.
  init(_ addresses: MappedArray<AddressRecord>, _ wanted: NodeIndex) {
    entries = MappedArray(in: addresses.workspace)
    for (position, address) in addresses.enumerated() {
      let key = HouseIndex.key(address.source)
      guard wanted.position(of: key) != nil else { continue }
      entries.append(KeyedPosition(key: UInt64(bitPattern: key), position: position))
    }
    RadixSort.sort(&entries) { $0.key }
  }

  /// The position of an object's address; nil when it has none.
  subscript(source: SourceReference) -> Int? {
    let key = UInt64(bitPattern: HouseIndex.key(source))
    let index = entries.firstIndex(notBelow: key)
    return index < entries.count && entries[index].key == key ? entries[index].position : nil
  }

  /// A number for an object: its id with the type in the low two bits.
  static func key(_ source: SourceReference) -> Int64 {
    let type: Int64 =
      switch source.type {
      case .node: 0
      case .way: 1
      case .relation: 2
      }
    return source.id << 2 | type
  }
}
