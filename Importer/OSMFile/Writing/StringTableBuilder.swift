/// Collects the texts of a block and gives them indexes: the more often a text is used, the smaller its index, hence
/// the fewer its bytes. The same objects always give the same bytes.
struct StringTableBuilder {
  private var uses: [String: Int] = [:]
  private var indexes: [String: Int64] = [:]
  private var sorted: [String] = []

  /// Counts one use of a text.
  mutating func use(_ text: String) { uses[text, default: 0] += 1 }

  /// Counts the texts of tags.
  mutating func use(_ tags: [String: String]) {
    for (key, value) in tags {
      use(key)
      use(value)
    }
  }

  /// Gives the indexes, once all texts are known. Index 0 is never a text of ours, as the format has it.
  mutating func seal() {
    sorted = uses.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.map(\.key)
    for (index, text) in sorted.enumerated() { indexes[text] = Int64(index + 1) }
  }

  /// The index of a text that was counted.
  func index(_ text: String) -> Int64 { indexes[text] ?? 0 }

  /// The StringTable message.
  func encode(into encoder: inout ProtobufEncoder) {
    encoder.field(1, [])
    for text in sorted { encoder.field(1, Array(text.utf8)) }
  }
}

extension Dictionary<String, String> {
  /// The tags in a fixed order.
  var inOrder: [(key: String, value: String)] { sorted { $0.key < $1.key } }
}
