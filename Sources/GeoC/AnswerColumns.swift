import GeoModel
import GeoSupport
import GeoWire

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
  /// The memory of each column.
  let values: [Values]

  /// The memory of a column, with a value for each row.
  ///
  /// It alone decides what is written to it: a value of the other kind is none.
  enum Values {
    /// The numbers of the column's texts; -1 where there is no value.
    case texts(UnsafeMutablePointer<Int32>)
    /// Numbers; NaN where there is no value.
    case numbers(UnsafeMutablePointer<Double>)
  }

  /// Allocates columns without values.
  init(_ columns: [OutputColumn], count: Int) {
    self.columns = columns
    self.count = count
    values = columns.map {
      $0.isNumeric ? .numbers(AnswerColumns.allocate(count)) : .texts(AnswerColumns.allocate(count))
    }
  }

  deinit {
    for column in values {
      switch column {
      case .texts(let numbers): UnsafeMutableRawPointer(numbers).deallocate()
      case .numbers(let numbers): UnsafeMutableRawPointer(numbers).deallocate()
      }
    }
  }

  /// Memory that is aligned as Arrow recommends.
  private static func allocate<Value: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<Value> {
    UnsafeMutableRawPointer.allocate(byteCount: max(64, count * MemoryLayout<Value>.stride), alignment: 64)
      .bindMemory(to: Value.self, capacity: count)
  }

  /// Writes a row with a placemark.
  func set(_ row: Int, _ placemark: borrowing Placemark, _ texts: inout [TextColumn]) {
    for position in columns.indices {
      put(CellValue(columns[position], of: placemark), row, position, &texts)
    }
  }

  /// Writes a row without a placemark.
  func set(_ row: Int, _ status: PointStatus, _ texts: inout [TextColumn]) {
    for position in columns.indices {
      put(columns[position] == .status ? .text(status.word) : .none, row, position, &texts)
    }
  }

  @inline(__always) private func put(_ value: CellValue, _ row: Int, _ position: Int, _ texts: inout [TextColumn]) {
    switch values[position] {
    case .numbers(let numbers):
      if case .number(let number) = value { numbers[row] = number } else { numbers[row] = .nan }
    case .texts(let numbers):
      if case .text(let text) = value { numbers[row] = texts[position].number(of: text) } else { numbers[row] = -1 }
    }
  }

  /// Copies a row with the same answer.
  func copy(_ row: Int, from other: Int) {
    for column in values {
      switch column {
      case .texts(let numbers): numbers[row] = numbers[other]
      case .numbers(let numbers): numbers[row] = numbers[other]
      }
    }
  }

  /// Joins the texts of all threads, column by column.
  ///
  /// - Parameter parts: the texts of each thread, and the rows that it wrote.
  func join(_ parts: [(texts: [TextColumn], rows: [Range<Int>])]) -> [TextColumn] {
    columns.indices.map { position in
      guard case .texts(let numbers) = values[position], var joined = parts.first?.texts[position] else {
        return TextColumn()
      }
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
  /// The number of a column that is numeric; numbers of other columns are texts.
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
    case .number(let number, let decimals):
      let rounded = (number * scales[decimals]).rounded() / scales[decimals]
      self = field.isNumeric ? .number(rounded) : .text(CellValue.digits(rounded))
    }
  }

  /// A number in decimal digits, as in tables.
  static func digits(_ number: Double) -> String {
    var decimal = JSONWriter()
    decimal.degrees(number)
    return String(decoding: decimal.bytes, as: UTF8.self)
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
  var isNumeric: Bool { if case .field(let field) = self { field.isNumeric } else { false } }
}

extension PlacemarkField {
  /// Whether the field is a number in every placemark that has it. A speed limit may also be `none`, so it is a text.
  var isNumeric: Bool {
    switch self {
    case .distanceMeters, .latitude, .longitude: true
    default: false
    }
  }
}
