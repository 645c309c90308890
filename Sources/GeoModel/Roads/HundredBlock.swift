extension Placemark {
  /// The hundred in which the house number on a road lies, such as 1200 for `1252, 1256`.
  ///
  /// People in the United States name stretches of streets so. Nil in other countries, on other roads, and below 100.
  package func hundredBlock(on road: String?) -> Int? {
    guard isoCountryCode == "US", let road, road == thoroughfare, let number = subThoroughfare,
      let first = Int(Substring(number.utf8.prefix { (0x30...0x39).contains($0) })), first >= 100
    else { return nil }
    return first / 100 * 100
  }
}
