/// Advice for files whose objects have no coordinate near the top.
extension JSONPlan {
  /// How deep keys are searched for this advice.
  static let advisedLevels = 6

  /// Names the keys that lead to a coordinate deeper in the objects, or else lists all keys.
  ///
  /// Also explains how to take records out of arrays.
  ///
  /// - Parameter sample: keys of all levels.
  static func advice(_ sample: Sample, _ layout: JSONLayout) -> EnrichmentError {
    // A key that leads to other keys cannot hold the coordinate.
    let leading = leadingKeys(sample.keys)
    let names = sample.keys.filter { !leading.contains($0) }
    var message: String
    do throws(EnrichmentError) {
      let ways = try sample.columns(names, EnrichmentOptions(), { _ in }).options(names: names)
      message = "the coordinate lies deeper in the objects; name the way to it: \(ways)"
    } catch { message = error.message }
    if let array = sample.arrayKeys.first(where: isPlain) {
      // The command skips an object without the array.
      message +=
        ". Where the records are in \"\(array)\", take them out: jq -c '\(layout.wayToObjects).\(array)[]?' FILE | geocode csv"
    }
    return EnrichmentError(.usage, message)
  }

  /// The parts of keys before their dots, up to 32 per key, because names may have any number of dots.
  ///
  /// Objects that are keyed by ids have a great many keys.
  private static func leadingKeys(_ keys: [String]) -> Set<String> {
    keys.reduce(into: []) { leading, key in
      for dot in key.indices.lazy.filter({ key[$0] == "." }).prefix(32) { leading.insert(String(key[..<dot])) }
    }
  }

  /// Advice for an array without objects; nil if it has no elements at all, or if it has objects.
  ///
  /// - Parameter elements: the first elements.
  static func adviceForElements(_ elements: ArraySlice<UInt8>) -> EnrichmentError? {
    let advice: String
    switch elements.first(where: { !Byte.isBlank($0) }) {
    case nil, Byte.openBrace, Byte.closeBracket: return nil
    case Byte.openBracket:
      advice =
        "make a table of its arrays: jq -r '.[] | @csv' FILE | geocode csv --no-header --latitude 1 --longitude 2"
    case Byte.quote: advice = "have its texts answered line by line: jq -r '.[]' FILE | geocode -"
    default: advice = "is it what its name says?"
    }
    return EnrichmentError(.data, "the array holds no objects, to which addresses could be added; \(advice)")
  }

  /// Whether a key needs no quotes in a jq program.
  private static func isPlain(_ key: String) -> Bool {
    key.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { name in
      guard let first = name.first, !first.isNumber else { return false }
      return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
  }
}

extension JSONLayout {
  /// The jq expression that leads from the whole text to its objects.
  fileprivate var wayToObjects: String {
    switch self {
    case .lines, .sequence: ""
    case .array: ".[]"
    case .collection: ".features[]"
    }
  }
}

extension CoordinateColumns {
  /// The options that name these columns.
  fileprivate func options(names: [String]) -> String {
    switch self {
    case .pair(let latitude, let longitude): "--latitude \"\(names[latitude])\" --longitude \"\(names[longitude])\""
    case .combined(let index, _): "--coordinate \"\(names[index])\""
    }
  }
}
