import Testing

@testable import OSMFile

@Suite("Damage of any kind ends in an error or in odd data, never in a crash")
struct FuzzTests {
  /// A small file with all kinds of objects, uncompressed so that damage reaches the decoders.
  private func sample(dense: Bool, _ compression: OSMWriteOptions.Compression) throws -> [UInt8] {
    var options = OSMWriteOptions()
    options.compression = compression
    options.denseNodes = dense
    options.metadata = true
    let file = try TemporaryFile()
    try OSMFileWriter.write(
      path: file.path, options: options, nodes: RoundTripTests.nodes, ways: RoundTripTests.ways,
      relations: RoundTripTests.relations)
    return try file.bytes()
  }

  /// How many of the damaged files were still readable.
  private func readable(_ sample: [UInt8], seed: UInt64, rounds: Int, damage: (inout [UInt8], inout Dice) -> Void)
    throws
    -> Int
  {
    var dice = Dice(state: seed)
    var count = 0
    let file = try TemporaryFile()
    for _ in 0..<rounds {
      var bytes = sample
      damage(&bytes, &dice)
      try file.overwrite(bytes)
      if (try? OSMFileContents(path: file.path)) != nil { count += 1 }
    }
    return count
  }

  @Test("flipped bits", arguments: [true, false])
  func flippedBits(dense: Bool) throws {
    let sample = try sample(dense: dense, .raw)
    let count = try readable(sample, seed: 1, rounds: 4000) { bytes, dice in
      for _ in 0...dice.below(3) { bytes[dice.below(bytes.count)] ^= 1 << UInt8(dice.below(8)) }
    }
    #expect(count > 0 && count < 4000)
  }

  @Test("bytes replaced by extremes")
  func extremes() throws {
    let sample = try sample(dense: true, .raw)
    let count = try readable(sample, seed: 2, rounds: 4000) { bytes, dice in
      for _ in 0...dice.below(12) { bytes[dice.below(bytes.count)] = [0, 0xff, 0x7f, 0x80][dice.below(4)] }
    }
    #expect(count < 4000)
  }

  @Test(
    "compressed files with flipped bits",
    arguments: [OSMWriteOptions.Compression.zlib(level: 6), .lz4, .zstd(level: 3)])
  func compressed(_ compression: OSMWriteOptions.Compression) throws {
    let sample = try sample(dense: true, compression)
    let count = try readable(sample, seed: 3, rounds: 1500) { bytes, dice in
      bytes[dice.below(bytes.count)] ^= 1 << UInt8(dice.below(8))
    }
    #expect(count < 1500)
  }

  @Test("pieces taken out, doubled and moved")
  func pieces() throws {
    let sample = try sample(dense: true, .raw)
    let count = try readable(sample, seed: 4, rounds: 2000) { bytes, dice in
      let start = dice.below(bytes.count)
      let piece = Array(bytes[start..<min(bytes.count, start + 1 + dice.below(20))])
      bytes.removeSubrange(start..<(start + piece.count))
      bytes.insert(contentsOf: piece, at: dice.below(bytes.count + 1))
      if dice.below(2) == 0 { bytes.insert(contentsOf: piece, at: dice.below(bytes.count + 1)) }
    }
    #expect(count < 2000)
  }
}

/// Random numbers that are the same in every run (the splitmix64 generator).
struct Dice {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  /// A number from 0 to `limit - 1`.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
