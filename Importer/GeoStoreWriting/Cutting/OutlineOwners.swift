/// Finds addresses that share an outline, such as the shops in a building, so that it is cut only once.
struct OutlineOwners: Sendable {
  /// An address that shares its outline.
  private struct Owner: BitwiseCopyable {
    var address: UInt32
    /// For the first address with the outline, the range of the others in ``others``; empty for those others.
    var first: UInt32 = 0, end: UInt32 = 0
  }

  /// Positions of all but the first address of each shared outline.
  private(set) var others: MappedArray<UInt32>
  private var owners: MappedArray<Owner>
  private var next = 0

  /// Finds the addresses that share an outline.
  init(_ content: StoreContent, _ numbering: StoreNumbering) {
    others = MappedArray(in: content.workspace)
    owners = MappedArray(in: content.workspace)
    var all = MappedArray<KeyedPosition>(in: content.workspace)
    for (new, position) in numbering.addresses.old.enumerated() {
      let address = content.addresses[Int(position)]
      guard let outline = address.outline else { continue }
      all.append(KeyedPosition(key: UInt64(outline.start) << 1 | (address.isPoint ? 1 : 0), position: new))
    }
    RadixSort.sort(&all) { $0.key }
    var start = 0
    while start < all.count {
      var end = start + 1
      while end < all.count, all[end].key == all[start].key { end += 1 }
      if end - start > 1 { add(all[start..<end]) }
      start = end
    }
    RadixSort.sort(&owners) { UInt64($0.address) }
  }

  private mutating func add(_ group: Slice<MappedArray<KeyedPosition>>) {
    let first = UInt32(others.count)
    for owner in group.dropFirst() {
      others.append(UInt32(owner.position))
      owners.append(Owner(address: UInt32(owner.position)))
    }
    let address = UInt32(group[group.startIndex].position)
    owners.append(Owner(address: address, first: first, end: UInt32(others.count)))
  }

  /// The range in ``others`` of the addresses that share an address's outline.
  ///
  /// Addresses must be passed in ascending order.
  ///
  /// - Returns: nil for an address whose outline was already cut for an earlier one.
  mutating func others(with address: Int) -> Range<Int>? {
    while next < owners.count, owners[next].address < address { next += 1 }
    guard next < owners.count, owners[next].address == address else { return 0..<0 }
    let owner = owners[next]
    return owner.first == owner.end ? nil : Int(owner.first)..<Int(owner.end)
  }
}
