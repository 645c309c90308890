import GeoSupport

/// The decisions about a file of JSON objects before the first of them: the place of the coordinate, and the names of
/// the new members.
///
/// 1. The objects begin at the start of each line, or behind the `[` of an array or of a collection's `features`.
/// 2. The keys of the first objects, down to one level of nesting, serve as the header of a table: `location.lat` is as
///    good a name as `lat`. Names that the user gives may lead deeper.
/// 3. Objects with a `geometry` are features, unless the user names other members.
struct JSONPlan {
  let format: JSONFormat
  /// How many bytes come before the first object.
  let headerLength: Int
  /// The decisions in words, for the journal and the user.
  let description: [String]

  /// Makes the plan from the beginning of the file.
  ///
  /// - Throws: ``EnrichmentError`` when no coordinate is found, or the file is something else.
  init(
    _ head: InputHead, _ options: EnrichmentOptions, _ kind: EnrichmentOptions.Format,
    note: @escaping (String) -> Void
  ) throws(EnrichmentError) {
    guard kind == .ndjson || JSONPlan.begins(head.bytes) == true else {
      throw FormatDetection.foreign(to: kind, whichBegins: "with [ or {", isGiven: options.format != nil)
    }
    let layout: JSONLayout
    (headerLength, layout) = JSONPlan.layout(of: kind, head.bytes)
    let sample = JSONPlan.sample(head, from: headerLength, layout, levels: JSONPlan.levels(options))
    if layout == .array, sample.isEmpty, let error = JSONPlan.adviceForElements(head.bytes[headerLength...]) {
      throw error
    }
    let start = headerLength
    let placement = try JSONPlan.placement(
      sample, layout, options, deeper: { JSONPlan.sample(head, from: start, layout, levels: JSONPlan.advisedLevels) },
      note: note)
    let taken = placement == .feature ? sample.propertyKeys : sample.keys
    let fields = AnswerField.fields(options, existing: taken, note: note)
    format = JSONFormat(
      layout: layout, placement: placement, isSwapped: options.swapsCoordinates, fields: fields,
      isOfReceiver: head.bytes.firstRange(of: Array(#""class":"TPV""#.utf8)) != nil)
    description = [placement.description, "new members: " + fields.map(\.name).joined(separator: ", ")]
  }

  /// Whether the sample holds the whole first object, whose keys the plan needs.
  static func holdsFirstObject(_ head: InputHead, of format: EnrichmentOptions.Format) -> Bool {
    if head.isAtEnd || (format != .ndjson && begins(head.bytes) == false) { return true }
    let start = start(of: format, head.bytes)
    guard format == .ndjson || start != nil else { return false }
    // Until the first object is complete, one object per line looks the same as a sequence.
    var splitter = JSONSplitter(layout: format == .ndjson ? .lines : .sequence)
    var ends: [Int] = []
    head.bytes.withUnsafeBytes { bytes in
      splitter.split(bytes.part((start ?? 0)..<bytes.count), isLast: false, upTo: .max, into: &ends)
    }
    // A blank line has no keys, and an empty collection ends without an object.
    guard let first = head.bytes[(start ?? 0)...].firstIndex(of: Byte.openBrace) else { return splitter.isBehindArray }
    return splitter.isBehindArray || ends.last ?? 0 > first - (start ?? 0)
  }

  /// Where the first object may begin, for formats other than NDJSON; nil when the sample does not show it.
  private static func start(of format: EnrichmentOptions.Format, _ bytes: [UInt8]) -> Int? {
    guard format != .ndjson, begins(bytes) == true, let opening = opening(bytes) else { return nil }
    if bytes[opening] == Byte.openBracket { return opening + 1 }
    return format == .geojson ? startOfFeatures(bytes) : 0
  }

  /// Where the first object may begin, and how the objects are arranged.
  private static func layout(
    of format: EnrichmentOptions.Format, _ bytes: [UInt8]
  ) -> (start: Int, layout: JSONLayout) {
    let start = start(of: format, bytes)
    if format == .ndjson || isOnePerLine(bytes, startOfFeatures: start) { return (0, .lines) }
    guard let start, start > 0 else { return (0, .sequence) }
    return (start, bytes[opening(bytes) ?? 0] == Byte.openBracket ? .array : .collection)
  }

  /// The offset of the first byte that is neither part of a byte order mark, nor blank, nor a record separator; nil
  /// when there is none.
  private static func opening(_ bytes: [UInt8]) -> Int? {
    let start = bytes.starts(with: ByteOrderMark.bytes) ? ByteOrderMark.bytes.count : 0
    return bytes[start...].firstIndex { !Byte.isBlank($0) && $0 != Byte.recordSeparator }
  }

  /// Whether an array or an object begins the file; nil when there is no such byte yet.
  private static func begins(_ bytes: [UInt8]) -> Bool? {
    opening(bytes).map { bytes[$0] == Byte.openBracket || bytes[$0] == Byte.openBrace }
  }

  /// The offset behind the `[` of a collection's `features`, or 0 for a lone feature; nil when the sample does not show
  /// it.
  private static func startOfFeatures(_ bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { bytes in
      var cursor = JSONCursor(bytes, at: bytes.starts(with: ByteOrderMark.bytes) ? ByteOrderMark.bytes.count : 0)
      _ = cursor.take(Byte.recordSeparator)
      guard cursor.take(Byte.openBrace) else { return nil }
      repeat {
        guard let key = cursor.string(), cursor.take(Byte.colon) else { return nil }
        if bytes.equals(key, "features") { return cursor.take(Byte.openBracket) ? cursor.position : nil }
        if bytes.equals(key, "geometry") { return 0 }
        guard cursor.value() != nil else { return nil }
      } while cursor.take(Byte.comma)
      return nil
    }
  }

  /// Whether a file with the name of a collection holds one feature per line, as many programs write them.
  private static func isOnePerLine(_ bytes: [UInt8], startOfFeatures: Int?) -> Bool {
    guard startOfFeatures == 0, let opening = opening(bytes) else { return false }
    return bytes.withUnsafeBytes { bytes in
      var cursor = JSONCursor(bytes, at: opening)
      guard let first = cursor.value(), let next = cursor.peek() else { return false }
      // An object that spans several lines is followed by others, but they are not one per line.
      return !bytes[first].contains(Byte.lineFeed) && bytes[first.upperBound..<cursor.position].contains(Byte.lineFeed)
        && (next == Byte.openBrace || next == Byte.recordSeparator)
    }
  }
}
