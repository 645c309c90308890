import GeoRender
import GeoSupport
import Testing

/// Pictures that were checked by eye. `GEO_RENDER_GOLDEN=write` makes them again.
enum Golden {
  /// Compares a picture with its file.
  ///
  /// Versions of Cairo, Pango and FreeType round edges and place letters slightly differently: a line of text that
  /// moves by a third of a pixel changes some channels of its pixels by up to a half. So the mean of all channels may
  /// differ by 1.5 of 255, and 2 % of the pixels may differ clearly. A missing letter, a wrong color or a line that is
  /// 1 point off exceeds this in pictures of this size.
  static func check(_ name: String, _ snapshot: MapSnapshot) throws {
    guard TestFonts.areThere else { return }
    let picture = try snapshot.rendered()
    #expect(picture.missingScripts.isEmpty)
    let folder = "\(#filePath)".split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 }
    let path = "\(folder)/Golden/\(name).png"
    if getenv("GEO_RENDER_GOLDEN") != nil { return try picture.write(to: path) }
    let difference = try Pixels(picture.bytes).difference(from: Pixels(file: path))
    #expect(difference.mean <= 1.5 && difference.clear <= 0.02, "\(name): \(difference)")
  }
}
