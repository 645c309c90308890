import GeoModel
import GeoSupport

/// The columns of many answers while threads fill them.
///
/// A row is written by one thread, with the numbers of texts in that thread's own ``TextColumn``s. When all rows are
/// complete, ``join(_:)`` changes these to the numbers in the joined columns.
///
/// It is Sendable unchecked: threads write different rows, and nothing is read before they have ended.
final class AnswerColumns: @unchecked Sendable {
  /// The columns' definitions.
  let columns: [OutputColumn]
  /// The number of rows.
  let count: Int
  /// For each column, a value for each row: the number of a text, or the number itself.
  private let values: [UnsafeMutableRawPointer]

  /// Allocates columns without values.
  init(_ columns: [OutputColumn], count: Int) {
    self.columns = columns
    self.count = count
    values = columns.map { UnsafeMutableRawPointer.allocate(byteCount: max(64, count * $0.bytesPerRow), alignment: 64) }
  }

  deinit { for column in values { column.deallocate() } }

  /// The numbers of a column's texts; -1 where there is no value.
  func numbers(_ column: Int) -> UnsafeMutablePointer<Int32> { values[column].assumingMemoryBound(to: Int32.self) }

  /// The values of a numeric column; NaN where there is no value.
  func doubles(_ column: Int) -> UnsafeMutablePointer<Double> { values[column].assumingMemoryBound(to: Double.self) }

  /// Writes a row with a placemark.
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

  /// Writes a row without a placemark.
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

  /// Copies a row with the same answer.
  func copy(_ row: Int, from other: Int) {
    for position in columns.indices {
      if columns[position].isNumeric {
        doubles(position)[row] = doubles(position)[other]
      } else {
        numbers(position)[row] = numbers(position)[other]
      }
    }
  }

  /// Joins the texts of all threads, column by column.
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

/// The value of a placemark in one column, as in `geocode csv`.
///
/// Texts have no control characters other than line breaks and tabs.
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

  /// A text without control characters, which a terminal would obey and a C string may end at.
  @inline(__always) static func plain(_ text: String) -> String {
    let mayHaveControls = text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
    return mayHaveControls ? ForeignText.withoutControls(text) : text
  }
}

/// The powers of ten by their exponent.
private let scales: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7]

/// The status of one point: the words of the column `status`.
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
  /// Whether the column has numbers rather than texts.
  var isNumeric: Bool {
    switch self {
    case .field(.distanceMeters), .field(.latitude), .field(.longitude): true
    default: false
    }
  }

  fileprivate var bytesPerRow: Int { isNumeric ? MemoryLayout<Double>.size : MemoryLayout<Int32>.size }
}
