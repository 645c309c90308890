import GeoSupport

/// MD5 (RFC 1321), which publishers provide for their extracts. It only shows that a file was transferred completely.
package struct MD5 {
  private var state: (UInt32, UInt32, UInt32, UInt32) = (0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476)
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  private static let shifts: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
  private static let constants: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
  ]

  /// Creates the checksum of no bytes.
  package init() {}

  /// Adds bytes.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count += UInt64(bytes.count)
    var position = 0
    if !rest.isEmpty {
      position = min(64 - rest.count, bytes.count)
      rest.append(contentsOf: bytes[..<position])
      guard rest.count == 64 else { return }
      rest.withUnsafeBytes { mix($0, 0) }
      rest.removeAll(keepingCapacity: true)
    }
    while bytes.count - position >= 64 {
      mix(bytes, position)
      position += 64
    }
    rest.append(contentsOf: bytes[position...])
  }

  /// The checksum of all bytes so far, as 32 hexadecimal digits.
  package func text() -> String {
    var padded = self
    let bits = count * 8
    let zeros = (rest.count < 56 ? 56 : 120) - rest.count
    let end =
      [0x80] + [UInt8](repeating: 0, count: zeros - 1) + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
    end.withUnsafeBytes { padded.add($0) }
    return [padded.state.0, padded.state.1, padded.state.2, padded.state.3].map { $0.byteSwapped.hexDigits }.joined()
  }

  /// Mixes in 64 bytes at a position.
  private mutating func mix(_ bytes: UnsafeRawBufferPointer, _ position: Int) {
    var (a, b, c, d) = state
    for round in 0..<64 {
      let (function, index): (UInt32, Int) =
        switch round / 16 {
        case 0: (b & c | ~b & d, round)
        case 1: (d & b | ~d & c, (5 * round + 1) % 16)
        case 2: (b ^ c ^ d, (3 * round + 5) % 16)
        default: (c ^ (b | ~d), 7 * round % 16)
        }
      let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position + index * 4, as: UInt32.self))
      let sum = a &+ function &+ MD5.constants[round] &+ word
      let shift = MD5.shifts[round / 16][round % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
  }
}
