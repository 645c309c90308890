import GeoModel

/// The value of one column for one row, not yet in any file's form.
enum ColumnValue {
  /// The placemark does not say.
  case none
  /// One text.
  case text(String)
  /// Several texts: an array in JSON, one cell in a table.
  case list([String])
  /// A number in units of its last decimal: 123 with 1 decimal is 12.3.
  case decimal(Int, decimals: Int)
}

extension OutputColumn {
  /// What a placemark says for this column; nothing for ``status``, which is the row's.
  @inline(__always) func value(of placemark: borrowing Placemark) -> ColumnValue {
    switch self {
    case .street: .init(placemark.thoroughfare)
    case .houseNumber: .init(placemark.subThoroughfare)
    case .neighborhood: .init(placemark.neighborhood)
    case .suburb: .init(placemark.subLocality)
    case .city: .init(placemark.locality)
    case .county: .init(placemark.subAdministrativeArea)
    case .state: .init(placemark.administrativeArea)
    case .stateCode: .init(placemark.administrativeAreaCode)
    case .postalCode: .init(placemark.postalCode)
    case .country: .init(placemark.country)
    case .countryCode: .init(placemark.isoCountryCode)
    case .inlandWater: .init(placemark.inlandWater)
    case .ocean: .init(placemark.ocean)
    case .areasOfInterest: placemark.areasOfInterest.isEmpty ? .none : .list(placemark.areasOfInterest)
    case .timeZone: .init(placemark.timeZone)
    case .name: .init(placemark.name)
    case .title: .init(placemark.title)
    case .subtitle: .init(placemark.subtitle)
    case .address:
      placemark.formattedAddress.isEmpty ? .none : .text(placemark.formattedAddress.joined(separator: ", "))
    case .match: .text(placemark.match.rawValue)
    case .distanceMeters: .init(placemark.distanceMeters, decimals: 1)
    case .matchLatitude: .init(placemark.coordinate.latitude, decimals: 7)
    case .matchLongitude: .init(placemark.coordinate.longitude, decimals: 7)
    case .source:
      if let source = placemark.source { .text(source.path) } else { .none }
    case .coarseFields: placemark.coarseFields.isEmpty ? .none : .list(placemark.coarseFields)
    case .status: .none
    }
  }
}

extension ColumnValue {
  /// A text that may be absent.
  @inline(__always) init(_ text: String?) {
    if let text { self = .text(text) } else { self = .none }
  }

  /// A number rounded to so many decimals; nothing when it is not finite or absurdly large.
  @inline(__always) init(_ number: Double, decimals: Int) {
    let scaled = number * ColumnValue.scales[decimals]
    self = abs(scaled) < 1e15 ? .decimal(Int(scaled.rounded()), decimals: decimals) : .none
  }

  /// The powers of ten by their exponent.
  private static let scales: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7]

  /// Whether it is a number, which may begin with a minus sign.
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
    // Digits come out from the right, so room for them is made first. (Reversing a slice afterwards would copy the whole array.)
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
