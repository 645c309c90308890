import GeoModel

/// Normalizes the tags of countries and first-level subdivisions.
enum AdministrativeTags {
  /// Country codes that ISO 3166-1 only reserves. These areas lie in a country and become its subdivisions, if they
  /// have a code in ISO 3166-2. Nil for those that their country's own subdivisions cover.
  private static let reserved: [String: (code: String, name: String)?] = [
    "AC": ("SH-AC", "Ascension"), "TA": ("SH-TA", "Tristan da Cunha"), "CP": ("FR-CP", "Clipperton"),
    "IC": ("ES-CN", "Canarias"), "DG": nil, "EA": nil,
  ]

  /// The `admin_level` that OpenStreetMap uses for units of ISO 3166-2, if not 4. The source has 4 for all.
  private static let levels = [
    "AD": "7", "EE": "6", "HR": "6", "IE": "6", "LI": "8", "LU": "6", "ME": "6", "MK": "7", "MT": "8", "SI": "8",
    "SM": "8",
  ]

  /// The boundary with only the tags that an import needs; nil for areas that are duplicates.
  static func tidy(_ boundary: Boundary) -> Boundary? {
    let source = boundary.tags
    var result = boundary
    result.tags = names(source)
    result.tags["boundary"] = "administrative"
    if source["admin_level"] == "2", let code = source["ISO3166-1:alpha2"] {
      guard let replacement = reserved[code] else { return country(result, code) }
      guard let replacement else { return nil }
      result.tags = ["boundary": "administrative", "name": replacement.name]
      return subdivision(result, replacement.code)
    }
    return subdivision(result, source["ISO3166-2"].map { mistaken[$0] ?? $0 })
  }

  /// Codes that the source has for another unit (Likouala and Lékoumou in Congo), or that are outdated. Names are found
  /// by the codes that ISO 3166-2 has now.
  private static let mistaken = [
    "CG-2": "CG-7", "CG-7": "CG-2", "PK-AJK": "PK-JK", "QA-JU": "QA-SH",
    "GT-AV": "GT-16", "GT-BV": "GT-15", "GT-CM": "GT-04", "GT-CQ": "GT-20", "GT-ES": "GT-05", "GT-GU": "GT-01",
    "GT-HU": "GT-13", "GT-IZ": "GT-18", "GT-JA": "GT-21", "GT-JU": "GT-22", "GT-PE": "GT-17", "GT-PR": "GT-02",
    "GT-QC": "GT-14", "GT-QZ": "GT-09", "GT-RE": "GT-11", "GT-SA": "GT-03", "GT-SM": "GT-12", "GT-SO": "GT-07",
    "GT-SR": "GT-06", "GT-SU": "GT-10", "GT-TO": "GT-08", "GT-ZA": "GT-19",
  ]

  /// Codes that ISO 3166-2 has replaced, but that the sources of names still use: states of India since 2023.
  private static let newest = ["IN-CT": "IN-CG", "IN-OR": "IN-OD", "IN-TG": "IN-TS", "IN-UT": "IN-UK"]

  /// A unit, with its names, under its current code.
  static func withNewestCode(_ boundary: Boundary) -> Boundary {
    var result = boundary
    guard let code = boundary.tags["ISO3166-2"] else { return result }
    if let newer = newest[code] { result.tags["ISO3166-2"] = newer }
    if withdrawn.contains(code) {
      result.tags["ISO3166-2"] = nil
      result.tags["is_in:country_code"] = String(code.prefix(2))
    }
    return result
  }

  /// Codes that ISO 3166-2 has withdrawn because the units were divided. A unit without a code is better than one with
  /// a code unknown to others.
  private static let withdrawn: Set = ["MR-NKC", "ST-S"]

  private static func country(_ boundary: Boundary, _ code: String) -> Boundary {
    var result = boundary
    result.tags["admin_level"] = "2"
    result.tags["ISO3166-1"] = code
    return result
  }

  private static func subdivision(_ boundary: Boundary, _ code: String?) -> Boundary {
    var result = boundary
    result.tags["admin_level"] = code.flatMap { levels[String($0.prefix(2))] } ?? "4"
    result.tags["ISO3166-2"] = code
    return result
  }

  /// Official prefixes of municipalities in Montenegro and North Macedonia, which people do not use.
  private static let official = ["Општина ", "Opština ", "Glavni grad ", "Prijestolnica "]

  /// The names of a unit; the English one only if it differs.
  private static func names(_ source: [String: String]) -> [String: String] {
    var names = source.filter { $0.key == "name" || $0.key.hasPrefix("name:") }.mapValues(Lookalikes.corrected)
    names["name:en"] = names["name:en"].map(EnglishSpelling.corrected)
    names["name"] = names["name"].map { name in
      official.first { name.hasPrefix($0) }.map { String(name.dropFirst($0.count)) } ?? name
    }
    if names["name:en"] == names["name"] { names["name:en"] = nil }
    return names
  }
}

// Corrections to the borders of countries and subdivisions:
// 1. Crimea: ISO 3166-2 assigns UA-43 and UA-40 to Ukraine, while the source draws them inside Russia. The codes
//    decide, so that a subdivision always lies in its country.
// 2. Alaska: in the source, its islands beyond longitude 180 are only part of the country.
// 3. Qatar: two municipalities of the source have been parts of two others since 2004. Most of a third one became
//    Al-Shahaniya in 2014.

/// Corrects errors in the sources.
enum Repairs {
  /// The boundaries with all corrections.
  static func repaired(_ boundaries: [Boundary]) -> [Boundary] {
    var result = boundaries
    let crimea = ["UA-43", "UA-40"].flatMap { lines(of: $0, in: boundaries) }
    // A line that occurs twice is cut out of the area, by the even-odd rule.
    add(crimea, to: "RU", in: &result)
    add(crimea, to: "UA", in: &result)
    let country = lines(of: "US", in: boundaries)
    let alaska = lines(of: "US-AK", in: boundaries)
    if !alaska.contains(where: isWesternAleutian) { add(country.filter(isWesternAleutian), to: "US-AK", in: &result) }
    return joined("QA-JB", to: "QA-RA", in: joined("QA-GH", to: "QA-KH", in: result)).map(alShahaniya)
  }

  /// The boundaries with one merged into another. The line between them, which both have, cancels out.
  private static func joined(_ part: String, to whole: String, in boundaries: [Boundary]) -> [Boundary] {
    guard boundaries.contains(where: { $0.code == whole }) else { return boundaries }
    var result = boundaries.filter { $0.code != part }
    add(lines(of: part, in: boundaries), to: whole, in: &result)
    return result
  }

  private static func alShahaniya(_ boundary: Boundary) -> Boundary {
    guard boundary.code == "QA-SH" else { return boundary }
    var result = boundary
    result.tags.merge(["name": "الشحانية", "name:en": "Al-Shahaniya"]) { $1 }
    return result
  }

  /// Whether a line encloses islands between longitude 170 and 180, north of latitude 50.
  private static func isWesternAleutian(_ line: [GridPoint]) -> Bool {
    line.allSatisfy { $0.x >= 1_700_000_000 && $0.y >= 500_000_000 }
  }

  private static func lines(of code: String, in boundaries: [Boundary]) -> [[GridPoint]] {
    boundaries.filter { $0.code == code }.flatMap(\.lines)
  }

  private static func add(_ lines: [[GridPoint]], to code: String, in boundaries: inout [Boundary]) {
    guard let index = boundaries.firstIndex(where: { $0.code == code }) else { return }
    boundaries[index].lines += lines
  }
}

extension Boundary {
  /// The ISO 3166 code of a country or subdivision.
  var code: String? { tags["ISO3166-1"] ?? tags["ISO3166-2"] }
}

/// The boundary of Antarctica, the only country missing in the files of borders. ISO 3166-1 assigns the code AQ to
/// everything south of 60 degrees south, so that is its area here, including seas.
enum Antarctica {
  private static let north: Int32 = -600_000_000

  /// Its border, along the parallel and back along the pole. Steps below 180 degrees make the direction of the line
  /// unambiguous.
  static var boundary: Boundary {
    let longitudes = stride(from: -Globe.halfTurn, through: Globe.halfTurn, by: 450_000_000)
    let ring =
      longitudes.map { GridPoint(x: $0, y: north) } + longitudes.reversed().map { GridPoint(x: $0, y: -Globe.pole) }
    let tags = ["admin_level": "2", "ISO3166-1:alpha2": "AQ", "name": "Antarctica"]
    return Boundary(tags: tags, lines: [ring + [ring[0]]])
  }
}
