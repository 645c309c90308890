import GeoModel

// How an address is laid out:
// 1. The country's template is looked up (``LayoutTable``); names in Chinese, Japanese or Korean script take the
//    country's template for its own script, where everything runs from large to small.
// 2. Each line of the template is filled; a missing field takes the separator before it along, an empty line vanishes.
// 3. Lines that a label's title shows (house number and street) are told from the rest, which makes the subtitle.

/// Writes an address as the people of its country do.
package enum AddressLayout {
  /// The lines of the address, country last; only fields that are set appear.
  package static func lines(for placemark: Placemark) -> [String] {
    var layout = FilledLayout(placemark)
    return layout.takeLines(country: placemark.country)
  }

  /// The whole address on one line, such as `465 10th Street, San Francisco, CA 94103, United States`; empty when no
  /// field is set.
  package static func oneLine(for placemark: Placemark) -> String {
    var layout = FilledLayout(placemark)
    return layout.takeOneLine(country: placemark.country)
  }

  /// The first line of a label: house number and street in the country's order, else the finest name there is.
  package static func title(for placemark: Placemark) -> String? {
    FilledLayout(placemark).label(of: placemark).title
  }

  /// The second line of a label: city, state and postal code in the country's order; what lies around the title when
  /// the title is not a street; nil when it would repeat the title.
  package static func subtitle(for placemark: Placemark) -> String? {
    FilledLayout(placemark).label(of: placemark).subtitle
  }
}

/// The name that a label shows where there is no street; on water that of the water.
struct FinestName {
  /// What a name is the name of, from fine to coarse.
  enum Kind: Int, Comparable {
    case place, neighborhood, suburb, city, county, state, water, country

    static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
  }

  /// The name.
  let text: String
  /// What it names.
  let kind: Kind

  /// The finest name of a placemark; nil when it has none.
  init?(_ placemark: borrowing Placemark) {
    let water = placemark.inlandWater ?? placemark.ocean
    let found =
      FinestName(placemark.match == .water ? water : nil, .water) ?? FinestName(placemark.name, .place)
      ?? FinestName(placemark.neighborhood, .neighborhood) ?? FinestName(placemark.subLocality, .suburb)
      ?? FinestName(placemark.locality, .city) ?? FinestName(placemark.subAdministrativeArea, .county)
      ?? FinestName(placemark.administrativeArea, .state) ?? FinestName(water, .water)
      ?? FinestName(placemark.country, .country)
    guard let found else { return nil }
    self = found
  }

  private init?(_ text: String?, _ kind: Kind) {
    guard let text, !text.isEmpty else { return nil }
    self.text = text
    self.kind = kind
  }
}
