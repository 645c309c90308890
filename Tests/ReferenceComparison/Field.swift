import GeoLocale
import GeoModel

/// A field of both answers, with the comparison of its values.
enum Field: String, CaseIterable {
  case street, houseNumber, postcode, city, county, state, country

  /// The column of the reference file.
  var column: String {
    switch self {
    case .street: "road"
    case .houseNumber: "house_number"
    case .country: "country_code"
    default: rawValue
    }
  }

  /// Our value.
  func value(of placemark: Placemark?) -> String {
    guard let placemark else { return "" }
    let value =
      switch self {
      case .street: placemark.thoroughfare
      case .houseNumber: placemark.subThoroughfare
      case .postcode: placemark.postalCode
      case .city: placemark.locality
      case .county: placemark.subAdministrativeArea
      case .state: placemark.administrativeArea
      case .country: placemark.isoCountryCode
      }
    return value ?? ""
  }
}

/// The relation of two values of a field.
enum Verdict: String, CaseIterable {
  /// The same, apart from spelling and the order of lists.
  case same
  /// One list of numbers contains the other.
  case overlapping
  /// Ours differs, but the reference has it elsewhere in its full address.
  case otherLevel = "named elsewhere in the reference's full address"
  /// The values differ.
  case different
  /// Only the reference has a value.
  case missing = "only the reference has one"
  /// Only we have a value.
  case extra = "only we have one"

  /// Whether the values agree.
  var isAgreement: Bool { self == .same || self == .overlapping }

  /// Compares our value with the reference's.
  init(field: Field, ours: String, reference: String, fullAddress: String) {
    if ours.isEmpty, !reference.isEmpty {
      self = .missing
    } else if reference.isEmpty, !ours.isEmpty {
      self = .extra
    } else {
      self = Verdict.compare(field, ours, reference, fullAddress)
    }
  }

  private static func compare(_ field: Field, _ ours: String, _ reference: String, _ fullAddress: String) -> Verdict {
    let a = parts(field, ours)
    let b = parts(field, reference)
    if a == b { return .same }
    if a.isSubset(of: b) || b.isSubset(of: a) { return .overlapping }
    let named = fullAddress.split(separator: ",").map { NameFolding.key(for: String($0)) }
    return field != .houseNumber && named.contains(NameFolding.key(for: ours)) ? .otherLevel : .different
  }

  /// The members of a list, folded: `12;14` and `14, 12` are equal.
  private static func parts(_ field: Field, _ text: String) -> Set<String> {
    let separators: Set<Character> = field == .houseNumber ? [";", ","] : [";"]
    return Set(text.split { separators.contains($0) }.map { NameFolding.key(for: String($0)) })
  }
}
