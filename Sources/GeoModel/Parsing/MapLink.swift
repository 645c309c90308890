import GeoSupport

/// Reads links of map sites: OpenStreetMap, Google Maps, Apple Maps, Bing, Yandex, and others with the same formats.
///
/// A marker goes before the middle of the visible map, the end of a route before its start. Nothing is fetched, so
/// shortened links give no place, except OpenStreetMap's, which encode the place.
enum MapLink {
  /// Whether a text is a link, perhaps without its scheme: `maps.google.com/?q=…`.
  static func isLink(_ text: Substring) -> Bool {
    if text.contains("://") { return true }
    let host = text.prefix { $0 != "/" }
    let domain = host.split(separator: ".").last ?? ""
    return host.count < text.count && host.contains(".") && domain.count >= 2
      && domain.allSatisfy { $0.isASCII && $0.isLetter }
  }

  /// The place of a link.
  ///
  /// - Throws: ``CoordinateTextError/noCoordinateInLink(_:)`` when it has none.
  static func coordinate(_ text: Substring) throws(CoordinateTextError) -> Coordinate {
    let link = PercentCoding.decode(text, in: .query)
    let values = parameters(ofDecoded: link)
    for (latitude, longitude) in [
      ("mlat", "mlon"), ("lat", "lon"), ("lat", "lng"), ("lat", "long"), ("latitude", "longitude"),
    ] {
      if let first = values[latitude].flatMap(Double.init), let second = values[longitude].flatMap(Double.init) {
        return try OtherForms.coordinate(latitude: first, longitude: second)
      }
    }
    if let pin = pin(link) { return try OtherForms.coordinate(latitude: pin.0, longitude: pin.1) }
    // Yandex writes the longitude first.
    if link.prefix(while: { $0 != "?" && $0 != "#" }).contains("yandex.") {
      for name in ["whatshere[point]", "pt", "ll"] {
        guard let pair = values[name].flatMap({ numbers($0[...], separators: ",") }) else { continue }
        return try OtherForms.coordinate(latitude: pair.1, longitude: pair.0)
      }
    }
    for name in ["coordinate", "ll", "q", "query", "destination", "daddr", "to", "center", "cp", "sll"] {
      guard let value = values[name]?[...] else { continue }
      if let pair = numbers(value, separators: ",~ ") {
        return try OtherForms.coordinate(latitude: pair.0, longitude: pair.1)
      }
      if let place = angles(value) { return place }
    }
    if let place = inPath(link) { return place }
    if let place = try shortLink(link) { return place }
    // OpenStreetMap's routes, with semicolons between their points.
    if let route = link.firstRange(of: "route=") {
      let points = link[route.upperBound...].prefix { $0 != "&" && $0 != "#" }.split(separator: ";")
      if let pair = points.last.flatMap({ numbers($0, separators: ",") }) {
        return try OtherForms.coordinate(latitude: pair.0, longitude: pair.1)
      }
    }
    if let at = link.firstIndex(of: "@"), let pair = numbers(link[link.index(after: at)...], separators: ",") {
      return try OtherForms.coordinate(latitude: pair.0, longitude: pair.1)
    }
    // `#map=15/37.77/-122.41`, and the same without a name.
    if let hash = link.firstIndex(of: "#") {
      let fragment = link[link.index(after: hash)...].split(separator: "&").first ?? ""
      let parts = fragment.drop { !$0.isNumber }.split(separator: "/")
      if parts.count >= 3, let latitude = Double(parts[1]), let longitude = Double(parts[2]) {
        return try OtherForms.coordinate(latitude: latitude, longitude: longitude)
      }
    }
    throw .noCoordinateInLink(String(text))
  }

  /// The last part of a Google path that is a coordinate: `/maps/place/37.77,-122.41/`, `/maps/dir/FROM/37°46'12.0"N
  /// 122°24'36.0"W/`.
  private static func inPath(_ link: String) -> Coordinate? {
    guard link.contains("/maps/") else { return nil }
    let parts = link.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    return parts.reversed().lazy.compactMap(angles).first
  }

  /// The coordinate of two angles, such as `37°46'12.0"N 122°24'36.0"W`.
  private static func angles(_ text: Substring) -> Coordinate? {
    var scanner = AngleScanner(text)
    guard let angles = try? scanner.angles(), angles.count == 2 else { return nil }
    return try? Coordinate(angles: angles, text: String(text), hasCommas: false)
  }

  private static let shortLinkDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~")

  /// OpenStreetMap's short links, such as `https://osm.org/go/0GAjIv8h`: each character halves longitude and latitude
  /// three times, alternately.
  private static func shortLink(_ link: String) throws(CoordinateTextError) -> Coordinate? {
    guard let range = link.firstRange(of: "osm.org/go/") ?? link.firstRange(of: "openstreetmap.org/go/") else {
      return nil
    }
    // Older links use @ for ~.
    let values = link[range.upperBound...].prefix { $0 != "-" && $0 != "?" && $0 != "/" && $0 != "#" }
      .map { shortLinkDigits.firstIndex(of: $0 == "@" ? "~" : $0) }
    guard (3...10).contains(values.count) else { return nil }
    var (east, north) = (0, 0)
    for value in values {
      guard let value else { return nil }
      for bit in [4, 2, 0] {
        east = east << 1 | value >> (bit + 1) & 1
        north = north << 1 | value >> bit & 1
      }
    }
    let cells = Double(1 << (3 * values.count))
    return try OtherForms.coordinate(
      latitude: (Double(north) + 0.5) / cells * 180 - 90, longitude: (Double(east) + 0.5) / cells * 360 - 180)
  }

  /// The pin of a place in Google's links: `!3d37.77!4d-122.41`.
  private static func pin(_ link: String) -> (Double, Double)? {
    let fields = link.split(separator: "!")
    guard let latitude = fields.last(where: { $0.hasPrefix("3d") }),
      let longitude = fields.last(where: { $0.hasPrefix("4d") }),
      let first = Double(leadingNumber(latitude.dropFirst(2))),
      let second = Double(leadingNumber(longitude.dropFirst(2)))
    else { return nil }
    return (first, second)
  }

  /// Two numbers at the beginning of a text, with a separator between them.
  private static func numbers(_ text: Substring, separators: String) -> (Double, Double)? {
    let parts = text.split(maxSplits: 2) { separators.contains($0) }
    // Google puts `loc:` before a pair.
    guard parts.count >= 2, let first = Double(parts[0].split(separator: ":").last.map(String.init) ?? ""),
      let second = Double(leadingNumber(parts[1]))
    else { return nil }
    return (first, second)
  }

  private static func leadingNumber(_ text: Substring) -> String {
    String(text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" })
  }

  /// The decoded parameters of the query, and of a fragment in the same form, by lowercase name.
  static func parameters(of text: Substring) -> [String: String] {
    parameters(ofDecoded: PercentCoding.decode(text, in: .query))
  }

  private static func parameters(ofDecoded link: String) -> [String: String] {
    var values: [String: String] = [:]
    for pair in link.split(whereSeparator: { "?&#;".contains($0) }) {
      let sides = pair.split(separator: "=", maxSplits: 1)
      if sides.count == 2, values[sides[0].lowercased()] == nil { values[sides[0].lowercased()] = String(sides[1]) }
    }
    return values
  }
}
