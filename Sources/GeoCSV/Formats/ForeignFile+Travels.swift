import GeoSupport

/// Travel records in files that are not tables: pictures, logs of watches and receivers, pages and documents.
extension ForeignFile {
  /// Describes such a file and gives the command that makes a table or a track of it; nil for others.
  static func travels(_ head: [UInt8], _ file: String, _ stem: String) -> (String, String)? {
    func begins(_ text: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
    func track(_ what: String, _ format: String) -> (String, String) {
      (what, "gpsbabel -i \(format) -f \(file) -o gpx -F \(stem).gpx")
    }
    func photo(_ what: String) -> (String, String) { (what, "\(placesOfPictures) \(file) | geocode csv -") }
    if isPicture(head) { return photo("a picture") }
    if begins("ftyp", at: 4) { return photo("a film") }
    if begins("<x:xmpmeta") || begins("<?xpacket") { return photo("what a program keeps beside a picture (.xmp)") }
    if begins(".FIT", at: 8) { return track("a watch's or bicycle computer's log (.fit)", "garmin_fit") }
    if isSentence(head) { return track("a receiver's log (NMEA 0183)", "nmea") }
    if begins("OSMHeader", at: 6) { return extract(file) }
    switch rootElement(head) {
    case "trainingcenterdatabase": return track("a watch's log (.tcx)", "gtrnctr")
    case "osm", "osmchange": return extract(file)
    default: return nil
    }
  }

  /// Describes a file from which no command can extract a table; nil for others.
  static func document(_ head: [UInt8]) -> (String, String)? {
    if head.starts(with: "%PDF-".utf8) {
      return ("a PDF document", "copy its table to a spreadsheet and save that as \"CSV UTF-8\"")
    }
    guard ["!doctype", "html"].contains(rootElement(head)) else { return nil }
    return ("a web page", "perhaps the download wants a login; give the table itself")
  }

  private static func extract(_ file: String) -> (String, String) {
    ("a part of OpenStreetMap, which places are looked up in", "geocode import \(file)")
  }

  /// The beginning of a command that writes the places of pictures as a table.
  ///
  /// The names of the pictures or of their folder follow.
  static let placesOfPictures = "exiftool -csv -n -GPSLatitude -GPSLongitude"

  /// Whether the file is a JPEG, PNG or TIFF in either byte order, a raw picture that deviates from TIFF, or a picture
  /// of a phone.
  private static func isPicture(_ head: [UInt8]) -> Bool {
    let beginnings: [[UInt8]] = [
      [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], [0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A],
      [0x49, 0x49, 0x55, 0x00], Array("IIRO".utf8), Array("IIRS".utf8), Array("FUJIFILM".utf8),
    ]
    let brands = ["ftyphei", "ftyphev", "ftypmif1", "ftypavif", "ftypcrx"]
    return beginnings.contains { head.starts(with: $0) }
      || brands.contains { head.dropFirst(4).starts(with: $0.utf8) }
      || (head.starts(with: "RIFF".utf8) && head.dropFirst(8).starts(with: "WEBP".utf8))
  }

  /// Whether the file begins with a sentence such as `$GPGGA,…`: a talker of two letters and a kind of three.
  private static func isSentence(_ head: [UInt8]) -> Bool {
    guard head.count > 6, head[0] == UInt8(ascii: "$"), head[6] == Byte.comma else { return false }
    let kinds = ["GGA", "GLL", "GNS", "GSA", "GST", "GSV", "RMC", "TXT", "VTG", "ZDA"]
    return kinds.contains { head[3...5].elementsEqual($0.utf8) }
  }

  /// The name of the first element behind declarations and comments, in small letters; nil for a file that is not XML.
  private static func rootElement(_ head: [UInt8]) -> String? {
    var rest = String(decoding: head.prefix(4096), as: UTF8.self)[...]
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
      guard rest.hasPrefix("<") else { return nil }
      let end = rest.hasPrefix("<!--") ? "-->" : "?>"
      guard rest.hasPrefix("<!--") || rest.hasPrefix("<?") else { break }
      guard let range = rest.firstRange(of: end) else { return nil }
      rest = rest[range.upperBound...]
    }
    return rest.dropFirst().prefix { $0.isLetter || $0 == "!" }.lowercased()
  }
}
