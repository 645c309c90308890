import GeoModel
import GeoSupport

/// The columns of many answers, while threads fill them.
///
/// A row is written by one thread. The number of a text is that of the thread's own ``TextColumn``; ``join(_:rows:)`` changes it to that of the
/// column when all rows are known.
///
/// Sendable without a check: threads write different rows, and nobody reads before they have ended.
final class AnswerColumns: @unchecked Sendable {
  /// What the columns say.
  let columns: [OutputColumn]
  /// How many rows there are.
  let count: Int
  /// For each column a number for each row: of a text, or the value itself.
  private let values: [UnsafeMutableRawPointer]

  /// Columns without values yet.
  init(_ columns: [OutputColumn], count: Int) {
    self.columns = columns
    self.count = count
    values = columns.map { UnsafeMutableRawPointer.allocate(byteCount: max(64, count * $0.bytesPerRow), alignment: 64) }
  }

  deinit { for column in values { column.deallocate() } }

  /// The numbers of the texts of a column; -1 where nothing is known.
  func numbers(_ column: Int) -> UnsafeMutablePointer<Int32> { values[column].assumingMemoryBound(to: Int32.self) }

  /// The values of a column of numbers; NaN where nothing is known.
  func doubles(_ column: Int) -> UnsafeMutablePointer<Double> { values[column].assumingMemoryBound(to: Double.self) }

  /// Writes a row that has a placemark.
  func set(_ row: Int, _ placemark: borrowing Placemark, _ texts: inout [TextColumn]) {
    for position in columns.indices {
      switch CellValue(columns[position], of: placemark) {
      case .none where columns[position].isNumeric: doubles(position)[row] = .nan
      case .none: numbers(position)[row] = -1
      case .text(let text): numbers(position)[row] = texts[position].number(of: text)
      case .number(let number): doubles(position)[row] = number
      }
    }
  }

  /// Writes a row that has none.
  func set(_ row: Int, _ status: PointStatus, _ texts: inout [TextColumn]) {
    for position in columns.indices {
      if columns[position] == .status {
        numbers(position)[row] = texts[position].number(of: status.word)
      } else if columns[position].isNumeric {
        doubles(position)[row] = .nan
      } else {
        numbers(position)[row] = -1
      }
    }
  }

  /// Writes a row that is answered as another one.
  func copy(_ row: Int, from other: Int) {
    for position in columns.indices {
      if columns[position].isNumeric {
        doubles(position)[row] = doubles(position)[other]
      } else {
        numbers(position)[row] = numbers(position)[other]
      }
    }
  }

  /// Joins the texts that threads met, column by column.
  ///
  /// - Parameter parts: the texts of each thread, and the rows that it wrote.
  func join(_ parts: [(texts: [TextColumn], rows: [Range<Int>])]) -> [TextColumn] {
    columns.indices.map { position in
      guard !columns[position].isNumeric, var joined = parts.first?.texts[position] else { return TextColumn() }
      let numbers = numbers(position)
      for part in parts.dropFirst() {
        let texts = part.texts[position]
        let map = texts.ends.indices.map { number in
          texts.bytes.withUnsafeBytes { joined.number(of: UnsafeRawBufferPointer(rebasing: $0[texts.range(number)])) }
        }
        for rows in part.rows {
          for row in rows where numbers[row] >= 0 { numbers[row] = map[Int(numbers[row])] }
        }
      }
      return joined
    }
  }
}

/// What a placemark says in one column: the value of `geocode csv`, which has no control characters but the ends of lines and tabs.
enum CellValue {
  case none
  case text(String)
  case number(Double)

  @inline(__always) init(_ column: OutputColumn, of placemark: borrowing Placemark) {
    switch column {
    case .field(let field): self.init(field, of: placemark)
    case .layer(let name):
      let areas = placemark.layers?.first { $0.layer == name }?.areas ?? []
      self = areas.isEmpty ? .none : .text(CellValue.plain(areas.map(\.name).joined(separator: "; ")))
    case .status: self = .text(PointStatus.ok.word)
    }
  }

  @inline(__always) init(_ field: PlacemarkField, of placemark: borrowing Placemark) {
    switch field.value(of: placemark) {
    case .none: self = .none
    case .text(let text): self = .text(CellValue.plain(text))
    case .list(let parts):
      self = .text(CellValue.plain(parts.joined(separator: field == .formattedAddress ? ", " : "; ")))
    case .number(let number, let decimals): self = .number((number * scales[decimals]).rounded() / scales[decimals])
    }
  }

  /// A text of the map without what terminals obey and where others see its end.
  @inline(__always) static func plain(_ text: String) -> String {
    let mayHaveControls = text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
    return mayHaveControls ? ForeignText.withoutControls(text) : text
  }
}

/// The powers of ten by their exponent.
private let scales: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7]

/// How the answer to one point of many went: the words of the column `status`.
enum PointStatus {
  case ok, notFound, missingCoordinate, outOfRange, error

  /// The word, as in tables.
  var word: String {
    switch self {
    case .ok: "ok"
    case .notFound: "not_found"
    case .missingCoordinate: "missing_coordinate"
    case .outOfRange: "out_of_range"
    case .error: "error"
    }
  }
}

extension OutputColumn {
  /// Whether it has numbers, not texts.
  var isNumeric: Bool {
    switch self {
    case .field(.distanceMeters), .field(.latitude), .field(.longitude): true
    default: false
    }
  }

  fileprivate var bytesPerRow: Int { isNumeric ? MemoryLayout<Double>.size : MemoryLayout<Int32>.size }
}
