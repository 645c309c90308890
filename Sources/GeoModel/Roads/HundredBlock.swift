extension Placemark {
  /// The hundred in which the house number on a road lies, such as 1200 for `1252, 1256`.
  ///
  /// People in the United States name stretches of streets so. Nil in other countries, on other roads, below 100,
  /// and where the first part of a number is the cross street, as in `104-20` in Queens.
  package func hundredBlock(on road: String?) -> Int? {
    guard isoCountryCode == "US", let road, road == thoroughfare, let number = subThoroughfare,
      let first = Int(Substring(number.utf8.prefix { (0x30...0x39).contains($0) })), first >= 100
    else { return nil }
    let rest = number.utf8.drop { (0x30...0x39).contains($0) }
    if rest.first == UInt8(ascii: "-"),
      let second = Int(Substring(rest.dropFirst().prefix { (0x30...0x39).contains($0) })),
      second < first
    {
      return nil
    }
    return first / 100 * 100
  }
}
