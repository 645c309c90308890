/// What to give where the first keys of the objects name no coordinate.
extension JSONPlan {
  /// How deep keys are looked for to name them to the user.
  static let advisedLevels = 6

  /// Names the way to a coordinate that lies deeper, or else all keys, and how to take records out of arrays.
  ///
  /// - Parameter sample: keys of all levels.
  static func advice(_ sample: Sample, _ layout: JSONLayout) -> EnrichmentError {
    // What leads to others is no place of a coordinate.
    let leading = leadingKeys(sample.keys)
    let names = sample.keys.filter { !leading.contains($0) }
    var message: String
    do throws(EnrichmentError) {
      let ways = try sample.columns(names, EnrichmentOptions(), { _ in }).options(names: names)
      message = "the coordinate lies deeper in the objects; name the way to it: \(ways)"
    } catch { message = error.message }
    if let array = sample.arrayKeys.first(where: isPlain) {
      // An object without the array is passed over.
      message +=
        ". Where the records are in \"\(array)\", take them out: jq -c '\(layout.wayToObjects).\(array)[]?' FILE | geocode csv"
    }
    return EnrichmentError(.usage, message)
  }

  /// What stands before the first dots of keys; names may have any number of them. Objects that are kept by their ids have as many keys as there are objects.
  private static func leadingKeys(_ keys: [String]) -> Set<String> {
    keys.reduce(into: []) { leading, key in
      for dot in key.indices.lazy.filter({ key[$0] == "." }).prefix(32) { leading.insert(String(key[..<dot])) }
    }
  }

  /// What to make of an array without objects; nil where it has no elements at all.
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

  /// Whether a key needs no quotes in a program for jq.
  private static func isPlain(_ key: String) -> Bool {
    key.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { name in
      guard let first = name.first, !first.isNumber else { return false }
      return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
  }
}

extension JSONLayout {
  /// How jq gets from the whole text to its objects.
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
