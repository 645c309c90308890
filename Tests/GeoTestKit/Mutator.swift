/// Makes new inputs from old ones, the same for the same seed and samples.
package struct Mutator {
  /// Characters with a meaning in texts, and numbers at the limits of binary types.
  private static let pieces: [[UInt8]] =
    ["{", "}", "[", "]", "\"", ",", ":", "null", "-1", "1e999", "\\u0000", "\r\n", "%", ";", "\u{FEFF}", " "].map {
      Array($0.utf8)
    } + [[0], [0x7f], [0xff, 0xff, 0xff, 0xff], [0x7f, 0xff, 0xff, 0xff], [0xff, 0xff, 0xff, 0xff, 0x0f]]

  private var random: SeededGenerator
  private let samples: [[UInt8]]
  private let longest: Int

  /// - Parameters:
  ///   - seed: another seed gives other inputs.
  ///   - samples: the inputs to change; at least one.
  ///   - longest: longer inputs are cut.
  package init(seed: Int, samples: [[UInt8]], longest: Int = .max) {
    random = SeededGenerator(seed: UInt64(seed))
    self.samples = samples
    self.longest = longest
  }

  /// A sample with one to eight changes.
  package mutating func next() -> [UInt8] {
    var bytes = samples.randomElement(using: &random)!
    for _ in 0..<Int.random(in: 1...8, using: &random) { change(&bytes) }
    return bytes.count > longest ? Array(bytes[..<longest]) : bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 1...12, using: &random))
    switch Int.random(in: 0..<7, using: &random) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 2: bytes.removeSubrange(place..<end)
    case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 4: bytes.insert(contentsOf: Mutator.pieces.randomElement(using: &random)!, at: place)
    case 5:
      let other = samples.randomElement(using: &random)!
      bytes = Array(bytes[..<place] + other[min(place, other.count)...])
    default: bytes.insert(contentsOf: repeatElement(UInt8.random(in: 32..<127, using: &random), count: 300), at: place)
    }
  }
}
