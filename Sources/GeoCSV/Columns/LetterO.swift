import GeoModel

/// The compass point that the letter O means: `Oeste`, `Ouest` and `Ovest` are west, `Ost` is east.
///
/// 1. In a table that also has E, O is west. In one that also has W, O is east. Whole words decide in the same way.
/// 2. Otherwise the language of the column names decides.
/// 3. Otherwise it is unknown, and no guess is made: a wrong one puts a place on the other side of the globe.
public enum LetterO: String, Sendable, CaseIterable {
  case west, east
}

extension LetterO {
  /// Decides from the first rows of a table; nil when they have no such letter, when nothing decides, or when the rows
  /// contradict each other.
  init?(
    of columns: CoordinateColumns, _ angles: AngleColumns?, _ delimiter: UInt8, names: [String], rows: ArraySlice<UInt8>
  ) {
    var found: Set<LetterO> = []
    let hasLetter = rows.withUnsafeBytes { bytes in
      // Hardly any table has one.
      guard !LetterO.places(in: bytes[...]).isEmpty else { return false }
      var splitter = DelimitedSplitter(delimiter: delimiter)
      var ends: [Int] = []
      splitter.split(bytes, isLast: true, upTo: 1_000, into: &ends)
      var hasLetter = false
      for (start, end) in zip([0] + ends, ends) {
        let row = bytes.part(start..<end)
        for field in columns.fields(of: row, angles, delimiter) {
          hasLetter = hasLetter || !LetterO.places(in: row[field]).isEmpty
          found.formUnion(LetterO.told(by: String(decoding: row[field], as: UTF8.self)))
        }
      }
      return hasLetter
    }
    guard hasLetter else { return nil }
    if found.isEmpty { found = Set(names.map(ColumnNames.folded).compactMap(LetterO.init(language:))) }
    guard found.count == 1, let only = found.first else { return nil }
    self = only
  }

  /// Replaces each O that stands alone in the coordinate's fields of a row by the English letter; nil when the row has
  /// none.
  func replaced(
    in row: UnsafeRawBufferPointer, columns: CoordinateColumns, _ angles: AngleColumns?, _ delimiter: UInt8
  ) -> [UInt8]? {
    let places = columns.fields(of: row, angles, delimiter).flatMap { LetterO.places(in: row[$0]) }
    guard !places.isEmpty else { return nil }
    var plain = Array(row)
    for place in places { plain[place] = UInt8(ascii: self == .west ? "W" : "E") }
    return plain
  }

  /// Whether a cell holds only this letter.
  static func isAlone(_ cell: UnsafeRawBufferPointer) -> Bool {
    let text = DegreeText.trimmed(cell)
    return text.count == 1 && text[0] | 0x20 == UInt8(ascii: "o")
  }

  /// The offsets at which the letter stands with no other letter beside it.
  private static func places(in bytes: Slice<UnsafeRawBufferPointer>) -> some Collection<Int> {
    func isLetter(_ index: Int) -> Bool {
      bytes.indices.contains(index) && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index] | 0x20)
    }
    return bytes.indices.lazy.filter {
      bytes[$0] | 0x20 == UInt8(ascii: "o") && !isLetter($0 - 1) && !isLetter($0 + 1)
    }
  }

  /// The meanings that the other letters and words of a cell imply: a table that writes E for east writes O for west.
  private static func told(by cell: String) -> [LetterO] {
    let words = cell.lowercased().split { !$0.isLetter }.map(String.init)
    return words.compactMap { word in
      switch word {
      case "oeste", "ouest", "ovest", "e", "este", "est", "leste": .west
      case "ost", "w": .east
      default: nil
      }
    }
  }

  /// The meaning that the folded name of a column implies by its language.
  private init?(language name: String) {
    let (western, eastern) = (
      ["latitud", "longitud", "latitudine", "longitudine", "coordenadas", "coordonnees", "coordonnées"],
      ["breite", "länge", "laenge", "koordinate"]
    )
    if western.contains(name) {
      self = .west
    } else if eastern.contains(where: name.contains) {
      self = .east
    } else {
      return nil
    }
  }
}
