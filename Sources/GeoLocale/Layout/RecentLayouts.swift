import GeoModel
import GeoSupport

/// Lays out addresses, and caches the lines that the houses of a town with the same postal code share: all lines but
/// the street's. Laying those out is most of the work. Not thread-safe: use one per engine.
///
/// Only the usual layout is cached: the street's line comes first and has nothing else on it, and the country's layout
/// is the same for every script. All other addresses are laid out as by ``AddressLayout``.
package final class RecentLayouts {
  /// The cache has 2^9 slots; a new layout replaces the one in its slot.
  private static let slotBits = 9
  @exclusivity(unchecked) private var slots: [KeptLayout?]

  /// Creates an empty cache.
  package init() { slots = Array(repeating: nil, count: 1 << RecentLayouts.slotBits) }

  /// Sets ``Placemark/formattedAddress``, ``Placemark/title`` and ``Placemark/subtitle`` from the other fields.
  ///
  /// - Parameter houseName: the name of a house without a number; nil for all others. It is written in countries where
  ///   it is part of addresses.
  package func fill(_ placemark: inout Placemark, houseName: String? = nil) {
    fillLines(&placemark)
    if let houseName, LayoutTable.writesHouseNames(placemark.isoCountryCode) { placemark.write(houseName: houseName) }
  }

  private func fillLines(_ placemark: inout Placemark) {
    guard let street = placemark.thoroughfare, !street.isEmpty else { return fillAnew(&placemark) }
    let slot = RecentLayouts.slot(placemark.postalCode, placemark.locality)
    if let kept = slots[slot], kept.isOf(placemark) { return kept.fill(&placemark, street) }
    fillAnew(&placemark)
    if let kept = KeptLayout(of: placemark) { slots[slot] = kept }
  }

  private func fillAnew(_ placemark: inout Placemark) {
    var layout = FilledLayout(placemark)
    let label = layout.label(of: placemark)
    placemark.title = label.title
    placemark.subtitle = label.subtitle
    placemark.formattedAddress = layout.takeLines(country: placemark.country)
  }

  /// The slot for a postal code and a city, which vary most.
  private static func slot(_ postalCode: String?, _ city: String?) -> Int {
    var hash = UInt64(city?.utf8.count ?? 0)
    postalCode?.utf8.withContiguousStorageIfAvailable { bytes in
      for byte in bytes { hash = hash << 7 ^ hash >> 57 ^ UInt64(byte) }
    }
    return Hashing.slot(of: hash, slotBits: slotBits)
  }
}

/// The lines below the street that some addresses share, and the fields that determine them.
private final class KeptLayout {
  private let postalCode, city, county, state, stateCode, country, countryCode: String?
  /// The suburb if it affects the lines below the street; nil otherwise.
  private let suburb: String?
  /// Whether a suburb affects the lines.
  private let showsSuburb: Bool
  private let template: LayoutTemplate
  private let subtitle: String?
  /// The lines after the first one, country included.
  private let furtherLines: [String]

  /// Creates the shared lines from a filled placemark with a street; nil if its layout is not the usual one.
  init?(of placemark: borrowing Placemark) {
    let rule = LayoutTable.rule(for: placemark.isoCountryCode)
    let template = rule.latin
    // Without a subtitle the country follows the street, and is left out where it repeats the street.
    guard rule.native == nil, template.titleLines.count == 1, template.titleLines[0].whole == 0,
      placemark.subtitle != nil
    else { return nil }
    // A suburb may take the city's place.
    showsSuburb = template.showsSuburb || placemark.locality == nil
    suburb = showsSuburb ? placemark.subLocality : nil
    guard !LayoutFields.begins(placemark.thoroughfare, with: suburb) else { return nil }
    (postalCode, city) = (placemark.postalCode, placemark.locality)
    (county, state) = (placemark.subAdministrativeArea, placemark.administrativeArea)
    (stateCode, country) = (placemark.administrativeAreaCode, placemark.country)
    countryCode = placemark.isoCountryCode
    self.template = template
    subtitle = placemark.subtitle
    furtherLines = Array(placemark.formattedAddress.dropFirst())
  }

  /// Whether a placemark with a street has the same lines below it.
  func isOf(_ placemark: borrowing Placemark) -> Bool {
    guard postalCode == placemark.postalCode, city == placemark.locality, county == placemark.subAdministrativeArea,
      state == placemark.administrativeArea, stateCode == placemark.administrativeAreaCode,
      country == placemark.country, countryCode == placemark.isoCountryCode
    else { return false }
    guard showsSuburb else { return true }
    return suburb == placemark.subLocality && !LayoutFields.begins(placemark.thoroughfare, with: suburb)
  }

  /// Fills another placemark with the same lines below the street.
  func fill(_ placemark: inout Placemark, _ street: String) {
    let number = HouseNumberWord.number(placemark.subThoroughfare, in: template)
    let fields = LayoutFields(houseNumber: number, street: street)
    guard let line = fields.text(of: template.lines[0]) else { preconditionFailure("a line without its street") }
    placemark.title = line
    placemark.subtitle = subtitle
    // Created with one allocation, as each house has its own array.
    placemark.formattedAddress = Array(unsafeUninitializedCapacity: furtherLines.count + 1) { lines, count in
      lines.initializeElement(at: 0, to: line)
      count = lines[1...].initialize(fromContentsOf: furtherLines)
    }
  }
}

extension Placemark {
  /// Adds the name of a house above its street, unless the two are the same.
  fileprivate mutating func write(houseName: String) {
    guard formattedAddress.first != houseName, thoroughfare != houseName else { return }
    formattedAddress.insert(houseName, at: 0)
    if thoroughfare != nil { title = title.map { houseName + ", " + $0 } ?? houseName }
  }
}
