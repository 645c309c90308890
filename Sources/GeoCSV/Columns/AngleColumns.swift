import GeoModel

/// The columns that belong to the degrees of a pair: minutes and seconds (`LAT_DEG,LAT_MIN,LAT_SEC`), and the compass
/// letters of loggers (`LATITUDE,N/S,LONGITUDE,E/W`) and cameras (`GPSLatitude,GPSLatitudeRef`).
///
/// The names of the pair may also imply a unit. Ignoring any of these would move a place by up to half the globe.
struct AngleColumns: Equatable, Sendable {
  /// The columns of one angle, as indexes from 0.
  struct Parts: Equatable, Sendable {
    var minutes: Int?
    var seconds: Int?
    var letter: Int?

    var all: [Int] { [minutes, seconds, letter].compactMap { $0 } }
  }

  var latitude: Parts
  var longitude: Parts
  /// The unit of whole numbers; nil for degrees.
  var units: WholeUnits?

  /// All of the columns.
  var all: [Int] { latitude.all + longitude.all }

  /// The columns that belong to a pair; nil when it consists of plain degrees only.
  init?(beside pair: CoordinateColumns, names: [String]) { self.init(beside: pair, among: FoldedNames(names)) }

  /// The columns that belong to one of several pairs in a header; nil when it consists of plain degrees only.
  init?(beside pair: CoordinateColumns, among names: FoldedNames) {
    guard case .pair(let latitude, let longitude) = pair, names.all.indices.contains(max(latitude, longitude)) else {
      return nil
    }
    self.latitude = AngleColumns.parts(of: names.all[latitude], AngleColumns.latitudeLetters, among: names)
    self.longitude = AngleColumns.parts(of: names.all[longitude], AngleColumns.longitudeLetters, among: names)
    // If only one of the two seems to have minutes, they are something else, such as the lower bound of a box
    // (`lat_min`).
    if self.latitude.minutes == nil || self.longitude.minutes == nil {
      (self.latitude.minutes, self.latitude.seconds) = (nil, nil)
      (self.longitude.minutes, self.longitude.seconds) = (nil, nil)
    }
    units = WholeUnits(names.all[latitude], names.all[longitude])
    guard !all.isEmpty || units != nil else { return nil }
  }

  private static func parts(of name: String, _ letters: Set<String>, among names: FoldedNames) -> Parts {
    var parts = Parts()
    if let ending = units.first(where: { name.hasSuffix($0.degrees) && name.count > $0.degrees.count }) {
      let stem = name.dropLast(ending.degrees.count)
      parts.minutes = names.only(ending.minutes.map { stem + $0 })
      parts.seconds = parts.minutes == nil ? nil : names.only(ending.seconds.map { stem + $0 })
    }
    parts.letter = names.only(letterEndings.map { name + $0 }) ?? names.only(Array(letters))
    return parts
  }

  /// The endings of the names for degrees, minutes and seconds.
  private static let units: [(degrees: String, minutes: [String], seconds: [String])] = [
    ("degrees", ["minutes", "min"], ["seconds", "sec"]), ("deg", ["minutes", "min"], ["seconds", "sec"]),
    ("d", ["m"], ["s"]),
  ]
  /// The endings that turn the name of a number's column into that of its letter's column.
  private static let letterEndings = [
    "ref", "dir", "direction", "hemi", "hemisphere", "indicator", "ns", "n/s", "nors", "ew", "e/w", "eorw",
  ]
  private static let latitudeLetters: Set = ["ns", "n/s", "nors", "nsindicator", "n/sindicator", "northsouth"]
  private static let longitudeLetters: Set = ["ew", "e/w", "eorw", "ewindicator", "e/windicator", "eastwest"]

  /// The text for the user's note and the journal.
  func description(names: [String]) -> String {
    let beside = all.isEmpty ? [] : ["with " + all.map { "\"\(names[$0])\"" }.joined(separator: ", ")]
    return (beside + (units.map { [$0.description] } ?? [])).joined(separator: ", ")
  }
}

extension AngleColumns {
  /// The cells of one angle.
  typealias Cells = (
    degrees: UnsafeRawBufferPointer, minutes: UnsafeRawBufferPointer, seconds: UnsafeRawBufferPointer,
    letter: UnsafeRawBufferPointer
  )

  /// The two angles of these cells, in ``units``.
  func pair(_ latitude: Cells, _ longitude: Cells) -> (latitude: DegreeText.Value, longitude: DegreeText.Value) {
    ReceiverColumns.pair(latitude, longitude) ?? (AngleColumns.angle(latitude), AngleColumns.angle(longitude))
  }

  /// The angle of these cells.
  static func angle(_ cells: Cells) -> DegreeText.Value {
    guard case .degrees(var degrees) = DegreeText.parse(cells.degrees) else { return DegreeText.parse(cells.degrees) }
    var parts = [degrees]
    for cell in [cells.minutes, cells.seconds] {
      switch DegreeText.parse(cell) {
      case .degrees(let part): parts.append(part)
      case .missing: parts.append(0)
      case .bad, .named: return .bad
      }
    }
    // Files that write all degrees as decimals have zeros in the columns behind them.
    while parts.count > 1, parts.last == 0 { parts.removeLast() }
    guard let sum = WrittenAngle.degrees(parts) else { return .bad }
    degrees = sum
    guard !LetterO.isAlone(cells.letter) else { return .bad }
    // A cell that is no compass letter is ignored: other columns are called `ns`, too.
    guard let letter = letter(cells.letter) else { return .degrees(degrees) }
    // A program that writes both the sign and the letter means both, as long as they agree.
    let isNegative = degrees < 0 && letter != "S" && letter != "W"
    return WrittenAngle(degrees.magnitude, isNegative: isNegative, letter: letter).map { .named($0) } ?? .bad
  }

  /// Parses a compass letter such as `S`, or a word for it in several languages: `South`, `Sur`.
  static func letter(_ cell: UnsafeRawBufferPointer) -> Unicode.Scalar? {
    let word = DegreeText.trimmed(cell)
    guard word.count <= 32, !word.isEmpty else { return nil }
    let text = String(decoding: word, as: UTF8.self)
    let letters = (word.count == 1 ? text : AngleWords.replaced(in: text) ?? "").uppercased().unicodeScalars
    return letters.count == 1 ? letters.first.flatMap { "NSEW".unicodeScalars.contains($0) ? $0 : nil } : nil
  }
}

/// The folded names of a header, with their column numbers.
struct FoldedNames {
  /// In the order of the columns.
  let all: [String]
  private var places: [String: (first: Int, count: Int)] = [:]

  /// Folds the names of a header.
  init(_ names: [String]) {
    all = names.map(ColumnNames.folded)
    for (index, name) in all.enumerated() { places[name, default: (index, 0)].count += 1 }
  }

  /// The one column that has one of these names; nil if there are none or several.
  func only(_ names: [String]) -> Int? {
    let found = names.compactMap { places[$0] }
    return found.count == 1 && found[0].count == 1 ? found[0].first : nil
  }
}
