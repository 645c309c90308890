/// Seas and oceans, so that a point on them has a name.
enum Seas {
  /// Reads the named seas of a file as areas, and cuts out the islands that they lack.
  ///
  /// - Parameter land: areas that include those islands.
  static func read(_ path: String, land: [Boundary]) throws -> [Boundary] {
    SeaIslands.cut(of: land, outOf: named(try GeoJSONAreas.read(path)))
  }

  /// The named seas, with the halves of oceans merged.
  static func named(_ areas: [Boundary]) -> [Boundary] { joined(areas.compactMap(named)) }

  /// A sea with the tags of the layer; nil without a name.
  private static func named(_ sea: Boundary) -> Boundary? {
    guard let name = sea.tags["name:en"] ?? sea.tags["name"], !name.isEmpty, sea.tags["class"] != "generic" else {
      return nil
    }
    // The source divides two oceans at the equator, which users do not expect.
    if let ocean = oceans.first(where: { name.hasSuffix($0.key) })?.value {
      return Boundary(tags: ocean.merging(["place": "ocean"]) { $1 }, lines: sea.lines)
    }
    var names = PlaceNames()
    for language in PlaceNames.languages where language != "en" {
      names.add(sea.tags["name:" + language] ?? "", language: language, to: name)
    }
    let tags = names.tags(of: name, name: name, english: nil)
    let place = sea.tags["class"] == "ocean" ? "ocean" : "sea"
    return Boundary(tags: tags.merging(["place": place]) { $1 }, lines: sea.lines)
  }

  /// Merges the halves of an ocean. The line between them, which both have, cancels out.
  private static func joined(_ seas: [Boundary]) -> [Boundary] {
    let halves = Dictionary(grouping: seas.filter { oceans[$0.tags["name"] ?? ""] != nil }) { $0.tags["name"] ?? "" }
    let whole = halves.sorted { $0.key < $1.key }.map { Boundary(tags: $1[0].tags, lines: $1.flatMap(\.lines)) }
    return whole + seas.filter { oceans[$0.tags["name"] ?? ""] == nil }
  }

  private static let oceans: [String: [String: String]] = [
    "Atlantic Ocean": [
      "name": "Atlantic Ocean", "name:ar": "المحيط الأطلسي", "name:bn": "আটলান্টিক মহাসাগর", "name:de": "Atlantischer Ozean",
      "name:el": "Ατλαντικός Ωκεανός", "name:es": "Océano Atlántico", "name:fa": "اقیانوس اطلس",
      "name:fr": "Océan Atlantique",
      "name:he": "האוקיינוס האטלנטי", "name:hi": "अटलांटिक महासागर", "name:hu": "Atlanti-óceán",
      "name:id": "Samudra Atlantik",
      "name:it": "Oceano Atlantico", "name:ja": "大西洋", "name:ko": "대서양", "name:nl": "Atlantische Oceaan",
      "name:pl": "Ocean Atlantycki", "name:pt": "Oceano Atlântico", "name:ru": "Атлантический океан",
      "name:sv": "Atlanten",
      "name:th": "มหาสมุทรแอตแลนติก", "name:tr": "Atlas Okyanusu", "name:uk": "Атлантичний океан",
      "name:ur": "بحر اوقیانوس",
      "name:vi": "Đại Tây Dương", "name:zh-Hans": "大西洋", "name:zh-Hant": "大西洋",
    ],
    "Pacific Ocean": [
      "name": "Pacific Ocean", "name:ar": "المحيط الهادئ", "name:bn": "প্রশান্ত মহাসাগর", "name:de": "Pazifischer Ozean",
      "name:el": "Ειρηνικός Ωκεανός", "name:es": "Océano Pacífico", "name:fa": "اقیانوس آرام",
      "name:fr": "Océan Pacifique",
      "name:he": "האוקיינוס השקט", "name:hi": "प्रशांत महासागर", "name:hu": "Csendes-óceán", "name:id": "Samudra Pasifik",
      "name:it": "Oceano Pacifico", "name:ja": "太平洋", "name:ko": "태평양", "name:nl": "Grote Oceaan",
      "name:pl": "Ocean Spokojny",
      "name:pt": "Oceano Pacífico", "name:ru": "Тихий океан", "name:sv": "Stilla havet", "name:th": "มหาสมุทรแปซิฟิก",
      "name:tr": "Büyük Okyanus", "name:uk": "Тихий океан", "name:ur": "بحر الکاہل", "name:vi": "Thái Bình Dương",
      "name:zh-Hans": "太平洋", "name:zh-Hant": "太平洋",
    ],
  ]
}

/// Time zones as areas, including those at sea.
enum TimeZones {
  /// Reads the zones of a folder's `timezones.geojson.gz`, which cover the globe.
  static func read(_ folder: String) throws -> [Boundary] {
    try GeoJSONAreas.read(folder + "/timezones.geojson.gz").map { zone in
      Boundary(tags: ["boundary": "timezone", "timezone": zone.tags["tzid"] ?? ""], lines: zone.lines)
    }
  }
}
