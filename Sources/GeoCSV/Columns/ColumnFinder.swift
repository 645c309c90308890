import GeoSupport

/// Decides which columns hold the coordinate.
///
/// 1. A column that the user named is taken.
/// 2. Otherwise the names in the header decide. The most certain pair wins, and a note gives the reason.
/// 3. If two pairs are equally certain (`pickup_latitude`, `dropoff_latitude`), the user has to choose.
/// 4. Without a pair, one combined column is taken.
struct ColumnFinder {
  /// The names of the header; empty when the file has none.
  var names: [String]
  /// How many fields the first row has.
  var fieldCount: Int
  /// Receives notes for the user about the choice.
  var note: (String) -> Void

  /// How many choices a message lists.
  private static let choicesShown = 8

  /// A latitude column and a longitude column that fit each other.
  private struct Candidate {
    var latitude: Int
    var longitude: Int
    var doubt: Int

    func contains(_ column: Int) -> Bool { column == latitude || column == longitude }
  }

  /// Finds the columns.
  ///
  /// - Throws: ``EnrichmentError`` that says which option to give.
  func find(_ options: EnrichmentOptions) throws(EnrichmentError) -> CoordinateColumns {
    if let given = try given(options) { return given }
    let meanings = names.map(ColumnNames.meaning)
    if let pair = try surestPair(meanings) { return pair }
    let combined = meanings.indices.filter { meanings[$0]?.role == .combined }
    if combined.count == 1 {
      return .combined(combined[0], codes: ColumnNames.codesHeld(by: names[combined[0]]))
    }
    if combined.count > 1 {
      throw ambiguous(combined.prefix(ColumnFinder.choicesShown).map { "--coordinate \"\(names[$0])\"" })
    }
    throw nothingFound()
  }

  private func given(_ options: EnrichmentOptions) throws(EnrichmentError) -> CoordinateColumns? {
    if let combined = options.coordinateColumn {
      guard options.latitudeColumn == nil, options.longitudeColumn == nil else {
        throw EnrichmentError(.usage, "give either --coordinate or --latitude and --longitude, not both")
      }
      let index = try combined.index(in: names, fieldCount: fieldCount, option: "--coordinate")
      let isGeohash = names.indices.contains(index) && ColumnNames.codesHeld(by: names[index]) == .geohashes
      return .combined(index, codes: isGeohash ? .geohashes : .accepted)
    }
    guard options.latitudeColumn != nil || options.longitudeColumn != nil else { return nil }
    guard let latitude = options.latitudeColumn, let longitude = options.longitudeColumn else {
      throw EnrichmentError(
        .usage, "--latitude and --longitude go together: give both (or --coordinate for one combined column)")
    }
    let first = try latitude.index(in: names, fieldCount: fieldCount, option: "--latitude")
    let second = try longitude.index(in: names, fieldCount: fieldCount, option: "--longitude")
    guard first != second else {
      throw EnrichmentError(
        .usage, "--latitude and --longitude name the same column; for one combined column use --coordinate")
    }
    return .pair(latitude: first, longitude: second)
  }

  private func surestPair(_ meanings: [ColumnNames.Meaning?]) throws(EnrichmentError) -> CoordinateColumns? {
    let candidates = pairs(meanings)
    guard let least = candidates.map(\.doubt).min() else { return nil }
    let equal = candidates.filter { $0.doubt == least }
    // The column of a compass letter, `start_lat (N/S)`, is not a second latitude.
    let folded = FoldedNames(names)
    let taken = Set(equal.flatMap { parts(of: $0, folded) })
    let surest = equal.filter { !taken.contains($0.latitude) && !taken.contains($0.longitude) }
    guard surest.count == 1 else { throw ambiguous(surest.prefix(ColumnFinder.choicesShown).map(options)) }
    let beside = parts(of: surest[0], folded)
    if let other = candidates.first(where: { $0.doubt > least && !beside.contains(where: $0.contains) }) {
      note(
        "took columns \(described(surest[0])) as the more usual names; for \(described(other)) give \(options(other))")
    }
    return columns(surest[0])
  }

  private func columns(_ pair: Candidate) -> CoordinateColumns {
    .pair(latitude: pair.latitude, longitude: pair.longitude)
  }

  /// The columns that belong to a pair.
  private func parts(of pair: Candidate, _ names: FoldedNames) -> [Int] {
    AngleColumns(beside: columns(pair), among: names)?.all ?? []
  }

  /// Pairs every latitude with every longitude of the same qualifier, in the order of the columns.
  ///
  /// Of columns with the same meaning, only one more is used than messages list, because the number of pairs grows with
  /// the square.
  private func pairs(_ meanings: [ColumnNames.Meaning?]) -> [Candidate] {
    let latitudes = ColumnFinder.firstOnes(.latitude, meanings)
    let longitudes = ColumnFinder.firstOnes(.longitude, meanings)
    return latitudes.flatMap { qualifier, latitudes in
      latitudes.flatMap { latitude in
        (longitudes[qualifier] ?? []).map { longitude in
          // `latitude` with `lon` is a pair too, as certain as the less certain of the two.
          Candidate(
            latitude: latitude.index, longitude: longitude.index, doubt: max(latitude.doubt, longitude.doubt))
        }
      }
    }.sorted { ($0.latitude, $0.longitude) < ($1.latitude, $1.longitude) }
  }

  /// The columns of a role by qualifier, limited to the first ones of each uncertainty.
  private static func firstOnes(
    _ role: ColumnNames.Role, _ meanings: [ColumnNames.Meaning?]
  ) -> [String: [(index: Int, doubt: Int)]] {
    var counts: [ColumnNames.Meaning: Int] = [:]
    var found: [String: [(index: Int, doubt: Int)]] = [:]
    for (index, meaning) in meanings.enumerated() {
      guard let meaning, meaning.role == role, counts[meaning, default: 0] <= choicesShown else { continue }
      counts[meaning, default: 0] += 1
      found[meaning.qualifier, default: []].append((index, meaning.doubt))
    }
    return found
  }

  private func options(_ pair: Candidate) -> String {
    "--latitude \(reference(pair.latitude)) --longitude \(reference(pair.longitude))"
  }
  private func described(_ pair: Candidate) -> String {
    "\"\(ColumnNames.readable(names[pair.latitude]))\" and \"\(ColumnNames.readable(names[pair.longitude]))\""
  }

  /// The column's name in quotes, or its number if several columns share the name.
  private func reference(_ index: Int) -> String {
    names.count(where: { $0 == names[index] }) == 1 ? ShellWord.inDoubleQuotes(names[index]) : String(index + 1)
  }

  private func ambiguous(_ choices: [String]) -> EnrichmentError {
    EnrichmentError(
      .usage, "more than one choice of coordinate columns; say which:\n  " + choices.joined(separator: "\n  ")
    )
  }

  private func nothingFound() -> EnrichmentError {
    if names.isEmpty {
      return EnrichmentError(
        .usage,
        "with --no-header say where the coordinate is: --latitude 1 --longitude 2, or --coordinate 1 for one combined column"
      )
    }
    if names.contains(where: { $0.utf8.contains(0) }) {
      return EnrichmentError(
        .data, "the file is not text: its first line has bytes that no table has; is it what its name says?")
    }
    let looksLikeData = names.contains { name in
      name.utf8.withContiguousStorageIfAvailable {
        if case .degrees = DegreeText.parse(UnsafeRawBufferPointer($0)) { true } else { false }
      }
        ?? false
    }
    let hint = looksLikeData ? " The first line looks like data: if the file has no header, add --no-header." : ""
    return EnrichmentError(
      .usage,
      "no column is called latitude and longitude, or anything like it; name them with --latitude and --longitude (or --coordinate "
        + "for one combined column).\(hint) \(ColumnNames.listing(names))")
  }
}

/// Which columns of a file hold the coordinate, as indexes from 0.
enum CoordinateColumns: Equatable, Sendable {
  case pair(latitude: Int, longitude: Int)
  /// One column, which takes codes where the user or the column's name says that it may hold some.
  ///
  /// Elsewhere ids look like geohashes.
  case combined(Int, codes: CombinedText.Codes)

  /// The text for the user's note and the journal.
  func description(names: [String]) -> String {
    func named(_ index: Int) -> String { names.indices.contains(index) ? "\"\(names[index])\"" : "number \(index + 1)" }
    switch self {
    case .pair(let latitude, let longitude):
      return "latitude is column \(named(latitude)), longitude \(named(longitude))"
    case .combined(let index, _): return "the coordinate is column \(named(index))"
    }
  }

  /// The fields of a row that hold the coordinate, angles in columns of their own included.
  func fields(of row: UnsafeRawBufferPointer, _ angles: AngleColumns?, _ delimiter: UInt8) -> [Range<Int>] {
    let wanted: [Int] =
      switch self {
      case .pair(let latitude, let longitude): [latitude, longitude] + (angles?.all ?? [])
      case .combined(let index, _): [index]
      }
    guard let last = wanted.max() else { return [] }
    var fields = RowFields(row: row, delimiter: delimiter)
    var found: [Range<Int>] = []
    for index in 0...last {
      guard let field = fields.next() else { break }
      if wanted.contains(index) { found.append(field) }
    }
    return found
  }

  /// Whether the first of some rows that has a fraction in its coordinate writes it with a comma, as spreadsheets do in
  /// much of the world. In one column for both numbers commas separate them, and decide nothing.
  func hasDecimalComma(in rows: ArraySlice<UInt8>, _ angles: AngleColumns?, _ delimiter: UInt8) -> Bool {
    guard case .pair = self else { return false }
    return rows.withUnsafeBytes { bytes in
      var splitter = DelimitedSplitter(delimiter: delimiter)
      var ends: [Int] = []
      splitter.split(bytes, isLast: true, upTo: 100, into: &ends)
      for (start, end) in zip([0] + ends, ends) {
        let row = bytes.part(start..<end)
        let marks = fields(of: row, angles, delimiter).lazy.compactMap { field in
          row[field].first { $0 == Byte.comma || $0 == Byte.dot }
        }
        if let mark = marks.first { return mark == Byte.comma }
      }
      return false
    }
  }
}

/// A column as the user gives it: by its name in any case, or by its number from 1.
public struct ColumnReference: Sendable, Equatable {
  /// The reference as typed.
  public var text: String

  /// A name or number as typed.
  public init(_ text: String) { self.text = text }

  /// The column's index from 0 among the names of a header.
  ///
  /// A matching name wins over a number, for columns that are called `1`. The exact spelling wins over another case.
  ///
  /// - Parameters:
  ///   - names: the header; empty when the file has none.
  ///   - fieldCount: how many fields the first row has.
  ///   - option: the option with the reference, for the message.
  /// - Throws: ``EnrichmentError`` when there is no such column, or more than one of that name.
  func index(in names: [String], fieldCount: Int, option: String) throws(EnrichmentError) -> Int {
    let exact = names.indices.filter { names[$0] == text }
    let fitting =
      exact.isEmpty ? names.indices.filter { ColumnNames.folded(names[$0]) == ColumnNames.folded(text) } : exact
    if fitting.count == 1 { return fitting[0] }
    if fitting.count > 1 {
      let numbers = fitting.map { String($0 + 1) }.joined(separator: ", ")
      throw EnrichmentError(
        .usage,
        "\(option) \(text): \(fitting.count) columns are called that (numbers \(numbers)); give the number instead")
    }
    guard let number = Int(text) else {
      throw EnrichmentError(
        .usage, "\(option) \(text): there is no such column. \(ColumnNames.listing(names))",
        unknownName: .init(typed: text, known: names))
    }
    guard (1...max(fieldCount, 1)).contains(number) else {
      throw EnrichmentError(.usage, "\(option) \(number): the columns are numbered 1 to \(fieldCount)")
    }
    return number - 1
  }
}
