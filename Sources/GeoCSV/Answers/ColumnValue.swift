import GeoModel

/// The value of one column for one row, not yet encoded for any file format.
enum ColumnValue {
  /// The placemark has no such value.
  case none
  /// One text.
  case text(String)
  /// Several texts: an array in JSON, one cell in a table.
  case list([String])
  /// A number in units of its last decimal: 123 with 1 decimal is 12.3.
  case decimal(Int, decimals: Int)
}

extension OutputColumn {
  /// A placemark's value for this column; `none` for ``status``, which belongs to the row.
  @inline(__always) func value(of placemark: borrowing Placemark) -> ColumnValue {
    guard case .field(let field) = self else { return layerValue(of: placemark) }
    return switch field.value(of: placemark) {
    case .none: .none
    case .text(let text): .text(text)
    case .list(let lines) where field == .formattedAddress: .text(lines.joined(separator: ", "))
    case .list(let texts): .list(texts)
    case .number(let number, let decimals): .init(number, decimals: decimals)
    }
  }
}

extension OutputColumn {
  private func layerValue(of placemark: borrowing Placemark) -> ColumnValue {
    guard let name = layer, let areas = placemark.layers?.first(where: { $0.layer == name })?.areas, !areas.isEmpty
    else {
      return .none
    }
    return .list(areas.map(\.name))
  }
}

extension ColumnValue {
  /// Rounds a number to the given decimals; `none` when it is not finite or absurdly large.
  @inline(__always) init(_ number: Double, decimals: Int) {
    let scaled = number * ColumnValue.scales[decimals]
    self = abs(scaled) < 1e15 ? .decimal(Int(scaled.rounded()), decimals: decimals) : .none
  }

  /// The powers of ten, indexed by exponent.
  private static let scales: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7]

  /// Whether the value is a number, which may begin with a minus sign.
  var isNumber: Bool { if case .decimal = self { true } else { false } }

  /// Appends the plain UTF-8 bytes: a list separated by `; `, a number without needless zeros.
  @inline(__always) func appendPlain(to bytes: inout [UInt8]) {
    switch self {
    case .none: break
    case .text(let text): bytes.append(text)
    case .list(let items):
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append("; ") }
        bytes.append(item)
      }
    case .decimal(let units, let decimals): bytes.append(decimal: units, decimals: decimals)
    }
  }
}

extension [UInt8] {
  /// Appends a decimal number without trailing zeros in its fraction.
  fileprivate mutating func append(decimal units: Int, decimals: Int) {
    var magnitude = units.magnitude
    var places = decimals
    // 12.30 is 12.3.
    while places > 0, magnitude % 10 == 0 {
      magnitude /= 10
      places -= 1
    }
    if units < 0 { append(Byte.minus) }
    // Digits are produced from the right, so their room is appended first. (Reversing a slice afterwards would copy the
    // whole array.)
    var length = places + 1
    var rest = magnitude
    for _ in 0..<places { rest /= 10 }
    while rest >= 10 {
      rest /= 10
      length += 1
    }
    if places > 0 { length += 1 }
    var index = count + length
    append(contentsOf: repeatElement(Byte.zero, count: length))
    for place in 0..<length {
      index -= 1
      if place == places, places > 0 {
        self[index] = Byte.dot
      } else {
        self[index] = Byte.zero + UInt8(truncatingIfNeeded: magnitude % 10)
        magnitude /= 10
      }
    }
  }
}
