import GeoModel

// How an address is laid out:
// 1. The country's template is looked up (``LayoutTable``). Names in Chinese, Japanese or Korean script use the
//    country's template for its own script, which goes from large to small.
// 2. Each line of the template is filled. A missing field takes the separator before it along, and an empty line is
//    dropped.
// 3. The parts that a label's title shows (house number and street) are separated from the rest, which makes the
//    subtitle.

/// Formats an address as the people of its country write it.
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

  /// The first line of a label: house number and street in the country's order, else the finest name.
  package static func title(for placemark: Placemark) -> String? {
    FilledLayout(placemark).label(of: placemark).title
  }

  /// The second line of a label: city, state and postal code in the country's order. Where the title is not a street,
  /// the areas around it. Nil when it would repeat the title.
  package static func subtitle(for placemark: Placemark) -> String? {
    FilledLayout(placemark).label(of: placemark).subtitle
  }
}

/// The name that a label shows where there is no street; on water, the water's name.
struct FinestName {
  /// The kind of a name, from fine to coarse.
  enum Kind: Int, Comparable {
    case place, neighborhood, suburb, city, county, state, water, country

    static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
  }

  /// The name.
  let text: String
  /// The kind of the name.
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
