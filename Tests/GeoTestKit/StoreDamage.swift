import Foundation

/// A few random changes to the bytes of a store, like those made by disks, copies and programs.
package struct StoreDamage {
  private enum Change {
    case flip(byte: Int, bit: UInt8)
    case set(byte: Int, to: UInt8)
    case number(byte: Int, UInt32)
    case zero(page: Int)
    case copy(page: Int, to: Int)
    case swap(page: Int, with: Int)
    case cut(page: Int)
  }

  private let changes: [Change]
  private let pageSize: Int

  /// Creates random changes. Positions are taken modulo the size of the store.
  package init(_ generator: inout some RandomNumberGenerator, pageSize: Int) {
    self.pageSize = pageSize
    changes = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
      let position = Int.random(in: 0...Int(Int32.max), using: &generator)
      // Likely values of counts, ids or page numbers.
      let number: UInt32 = [0, 1, 2, 0x7f, 0xff, 0x7fff_ffff, 0xffff_ffff, 0x8000_0000].randomElement(
        using: &generator)!
      let other = Int.random(in: 0...Int(Int32.max), using: &generator)
      return switch Int.random(in: 0..<20, using: &generator) {
      case 0..<6: .flip(byte: position, bit: UInt8(other & 7))
      case 6..<11: .set(byte: position, to: UInt8(truncatingIfNeeded: other))
      case 11..<15: .number(byte: position, number)
      case 15: .zero(page: position)
      case 16: .copy(page: position, to: other)
      case 17, 18: .swap(page: position, with: other)
      default: .cut(page: position)
      }
    }
  }

  /// Applies the changes to the bytes of a store.
  package func applied(to store: Data) -> Data {
    var bytes = store
    for change in changes where bytes.count >= pageSize { apply(change, to: &bytes) }
    return bytes
  }

  private func apply(_ change: Change, to bytes: inout Data) {
    let pages = bytes.count / pageSize
    func range(_ page: Int) -> Range<Int> { page % pages * pageSize..<(page % pages + 1) * pageSize }
    switch change {
    case .flip(let byte, let bit): bytes[byte % bytes.count] ^= 1 << bit
    case .set(let byte, let value): bytes[byte % bytes.count] = value
    case .number(let byte, let value):
      for offset in 0..<4 {
        bytes[(byte + offset) % bytes.count] = UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32(offset)))
      }
    case .zero(let page): bytes.resetBytes(in: range(page))
    case .copy(let page, let target): bytes.replaceSubrange(range(target), with: Data(bytes[range(page)]))
    case .swap(let page, let other):
      let (first, second) = (Data(bytes[range(page)]), Data(bytes[range(other)]))
      bytes.replaceSubrange(range(page), with: second)
      bytes.replaceSubrange(range(other), with: first)
    case .cut(let page): if pages > 1 { bytes.removeSubrange(max(1, page % pages) * pageSize..<bytes.count) }
    }
  }
}
