import GeoModel

/// What stands beside the degrees of a pair in columns of its own: minutes and seconds (`LAT_DEG,LAT_MIN,LAT_SEC`), and the compass letters of
/// loggers (`LATITUDE,N/S,LONGITUDE,E/W`) and cameras (`GPSLatitude,GPSLatitudeRef`). Also what the names of the two say of their unit. Without this
/// a place would be taken for another one, up to half a world away.
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
  /// What whole numbers count; nil for degrees.
  var units: WholeUnits?

  /// All of the columns.
  var all: [Int] { latitude.all + longitude.all }

  /// The columns that belong to a pair; nil when its degrees stand alone.
  init?(beside pair: CoordinateColumns, names: [String]) { self.init(beside: pair, among: FoldedNames(names)) }

  /// The same for one of several pairs of a header.
  init?(beside pair: CoordinateColumns, among names: FoldedNames) {
    guard case .pair(let latitude, let longitude) = pair, names.all.indices.contains(max(latitude, longitude)) else {
      return nil
    }
    self.latitude = AngleColumns.parts(of: names.all[latitude], AngleColumns.latitudeLetters, among: names)
    self.longitude = AngleColumns.parts(of: names.all[longitude], AngleColumns.longitudeLetters, among: names)
    // Minutes of one alone, such as the lower bound of a box, are none.
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

  /// How the names of the three end.
  private static let units: [(degrees: String, minutes: [String], seconds: [String])] = [
    ("degrees", ["minutes", "min"], ["seconds", "sec"]), ("deg", ["minutes", "min"], ["seconds", "sec"]),
    ("d", ["m"], ["s"]),
  ]
  /// What follows the name of the number in that of its letter.
  private static let letterEndings = [
    "ref", "dir", "direction", "hemi", "hemisphere", "indicator", "ns", "n/s", "nors", "ew", "e/w", "eorw",
  ]
  private static let latitudeLetters: Set = ["ns", "n/s", "nors", "nsindicator", "n/sindicator", "northsouth"]
  private static let longitudeLetters: Set = ["ew", "e/w", "eorw", "ewindicator", "e/windicator", "eastwest"]

  /// As the note for the user and the journal put it.
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

  /// The two angles of their cells, in ``units``.
  func pair(_ latitude: Cells, _ longitude: Cells) -> (latitude: DegreeText.Value, longitude: DegreeText.Value) {
    ReceiverColumns.pair(latitude, longitude) ?? (AngleColumns.angle(latitude), AngleColumns.angle(longitude))
  }

  /// The angle of its cells.
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
    // Whoever writes all of the degrees as decimals has zeros behind them.
    while parts.count > 1, parts.last == 0 { parts.removeLast() }
    guard let sum = WrittenAngle.degrees(parts) else { return .bad }
    degrees = sum
    guard !LetterO.isAlone(cells.letter) else { return .bad }
    // What is no compass letter says nothing: other columns are called `ns`, too.
    guard let letter = letter(cells.letter) else { return .degrees(degrees) }
    // A program that writes the sign and the letter means them both, as long as they agree.
    let isNegative = degrees < 0 && letter != "S" && letter != "W"
    return WrittenAngle(degrees.magnitude, isNegative: isNegative, letter: letter).map { .named($0) } ?? .bad
  }

  /// `S`, and the words for it in several languages: `South`, `Sur`.
  static func letter(_ cell: UnsafeRawBufferPointer) -> Unicode.Scalar? {
    let word = DegreeText.trimmed(cell)
    guard word.count <= 32, !word.isEmpty else { return nil }
    let text = String(decoding: word, as: UTF8.self)
    let letters = (word.count == 1 ? text : AngleWords.replaced(in: text) ?? "").uppercased().unicodeScalars
    return letters.count == 1 ? letters.first.flatMap { "NSEW".unicodeScalars.contains($0) ? $0 : nil } : nil
  }
}

/// The names of a header, folded, and where they stand.
struct FoldedNames {
  /// In the order of the columns.
  let all: [String]
  private var places: [String: (first: Int, count: Int)] = [:]

  /// Folds the names of a header.
  init(_ names: [String]) {
    all = names.map(ColumnNames.folded)
    for (index, name) in all.enumerated() { places[name, default: (index, 0)].count += 1 }
  }

  /// The column that has one of some different names; nil where none or several have.
  func only(_ names: [String]) -> Int? {
    let found = names.compactMap { places[$0] }
    return found.count == 1 && found[0].count == 1 ? found[0].first : nil
  }
}
