import GeoModel

/// Writes an address as the people of its country do.
public enum AddressLayout {
  /// The lines of the address, country last; only fields that are set appear.
  public static func lines(for placemark: Placemark) -> [String] { fatalError("not written yet") }
  /// The first line of a label: house number and street in the country's order, else the finest name there is.
  public static func title(for placemark: Placemark) -> String? { fatalError("not written yet") }
  /// The second line of a label: city, state and postal code in the country's order; nil when it would repeat the title.
  public static func subtitle(for placemark: Placemark) -> String? { fatalError("not written yet") }
}
