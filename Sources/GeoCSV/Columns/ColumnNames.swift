/// The names that files of all kinds use for coordinates, and how certain each is.
///
/// 1. A name is folded: case, blanks and punctuation do not matter, so that `GPS-Latitude` is `gpslatitude`.
/// 2. The whole name is looked up in tiers, from names with one meaning (`latitude`) to ambiguous ones (`x`).
/// 3. A name in no tier may contain a plain one among its words (`pickup_latitude`). Its partner must then have the
///    same other words.
enum ColumnNames {
  /// The part of a coordinate that a column holds.
  enum Role { case latitude, longitude, combined }

  /// A role and its uncertainty: 0 is the most certain.
  struct Meaning: Hashable {
    var role: Role
    var doubt: Int
    /// The words around the bare name (`pickup` in `pickup_latitude`), which must be the same in both names of a pair.
    var qualifier: String
  }

  /// In lower case, without spaces, punctuation and quotes.
  static func folded(_ name: String) -> String {
    var folded = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case " ", "_", "-", ".", "\u{A0}", "\u{FEFF}", "\t", "\"", "'", "(", ")", "[", "]", "°", ":": continue
      // A header may have a million names, and nearly all of them are ASCII.
      case "A"..."Z": folded.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: scalar) | 0x20))
      case "\0"..."\u{7F}": folded.unicodeScalars.append(scalar)
      default: folded += String(scalar).lowercased()
      }
    }
    return folded
  }

  /// The meaning of a column's name; nil when the name has nothing to do with coordinates.
  static func meaning(of name: String) -> Meaning? {
    guard !name.isEmpty else { return nil }
    let whole = folded(name)
    return wholeNames[whole] ?? (mayBeQualified(whole) ? qualifiedMeaning(of: name) : nil)
  }

  /// The most certain meaning of each whole name.
  private static let wholeNames: [String: Meaning] = {
    var meanings: [String: Meaning] = [:]
    func add(_ names: Set<String>, _ role: Role, _ doubt: Int) {
      for name in names where meanings[name] == nil {
        meanings[name] = Meaning(role: role, doubt: doubt, qualifier: "")
      }
    }
    for (doubt, tier) in tiers.enumerated() {
      add(tier.latitude, .latitude, doubt)
      add(tier.longitude, .longitude, doubt)
    }
    add(combined.union(codes), .combined, tiers.count + 1)
    return meanings
  }()

  /// Whether a plain name may be among the words of a folded one.
  ///
  /// Each plain name contains `lat`, `lon` or `lng`; most other names contain none of these and need not be split into
  /// words.
  private static func mayBeQualified(_ folded: String) -> Bool {
    var last: (UInt8, UInt8) = (0, 0)
    for byte in folded.utf8 {
      switch (last.0, last.1, byte) {
      case (UInt8(ascii: "l"), UInt8(ascii: "a"), UInt8(ascii: "t")),
        (UInt8(ascii: "l"), UInt8(ascii: "o"), UInt8(ascii: "n")),
        (UInt8(ascii: "l"), UInt8(ascii: "n"), UInt8(ascii: "g")):
        return true
      default: last = (last.1, byte)
      }
    }
    return false
  }

  /// Reads a name such as `pickup_latitude`, `lat_1`, `Start Lng` or `EXIF:GPSLatitude`: one of its words is a name of
  /// the first tiers.
  ///
  /// The direction in which its numbers grow, as in `Latitude (N/S)` and `Y_LATITUDE`, is not part of the qualifier.
  private static func qualifiedMeaning(of name: String) -> Meaning? {
    var words = words(of: name)
    guard words.count > 1 else { return nil }
    for (index, word) in words.enumerated() {
      for (role, names) in [(Role.latitude, plainLatitude), (.longitude, plainLongitude)] where names.contains(word) {
        words.remove(at: index)
        removeDirections(of: role, from: &words)
        return Meaning(role: role, doubt: tiers.count, qualifier: words.joined(separator: " "))
      }
    }
    return nil
  }

  /// Splits a name into words: at everything but letters and digits, and before a capital that follows a small letter.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var previousIsLower = false
    for character in name {
      let startsWord = character.isUppercase && previousIsLower
      if startsWord || !(character.isLetter || character.isNumber) {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if character.isLetter || character.isNumber { word += character.lowercased() }
      previousIsLower = character.isLowercase
    }
    return word.isEmpty ? words : words + [word]
  }

  /// Names that keep their meaning beside any other word, unlike `y`.
  private static let plainLatitude: Set<String> = ["latitude", "lat", "gpslatitude"]
  private static let plainLongitude: Set<String> = ["longitude", "lon", "lng", "long", "gpslongitude"]

  /// Removes the words for the direction in which the numbers grow.
  ///
  /// South or west alone stays: such numbers may lack their sign, and `lat_s` may be the latitude of a start.
  private static func removeDirections(of role: Role, from words: inout [String]) {
    let (growing, opposite): (Set<String>, Set<String>) =
      role == .latitude ? (["n", "north", "y"], ["s", "south"]) : (["e", "east", "x"], ["w", "west"])
    guard words.contains(where: growing.contains) else { return }
    words.removeAll { growing.contains($0) || opposite.contains($0) }
  }

  /// From the most certain names to the least certain ones: `x` and `y` may be anything.
  private static let tiers: [(latitude: Set<String>, longitude: Set<String>)] = [
    (["latitude"], ["longitude"]),
    (["lat"], ["lon", "lng", "long"]),
    (
      [
        "latitudee7", "late7", "geolat", "geolatitude", "gpslat", "gpslatitude", "decimallatitude", "latwgs84",
        "wgs84lat", "latdd", "latdeg",
        "latitudedeg", "latitudedd", "latitudedegrees", "latdegrees", "declat", "latdec", "latdecimal", "centroidlat",
        "lattitude", "ywgs84",
        "intptlat", "latitudefloat",
      ],
      [
        "longitudee7", "lone7", "lnge7", "geolon", "geolng", "geolong", "geolongitude", "gpslon", "gpslng", "gpslong",
        "gpslongitude",
        "decimallongitude",
        "lonwgs84", "lngwgs84", "xwgs84", "longtitude", "wgs84lon", "londd", "longdd", "londeg", "longdeg",
        "longitudedeg", "longitudedd",
        "longitudedegrees",
        "londegrees", "declon", "declong", "londec", "londecimal", "centroidlon", "intptlon",
        "longitudefloat",
      ]
    ),
    inOtherLanguages,
    (
      ["y", "ycoord", "ycoordinate", "coordy", "coordinatey", "pointy"],
      ["x", "xcoord", "xcoordinate", "coordx", "coordinatex", "pointx"]
    ),
  ]

  /// The names that spreadsheets in other languages use, with and without the accents that some people leave out.
  private static let inOtherLanguages: (latitude: Set<String>, longitude: Set<String>) = (
    [
      "breitengrad", "breite", "geobreite", "geographischebreite", "geografischebreite", "breddegrad", "breddgrad",
      "breedtegraad", "leveysaste", "laiuskraad", "latitud", "latitudine", "szerokość", "szerokosc",
      "szerokośćgeograficzna", "szerokoscgeograficzna", "zeměpisnášířka", "zemepisnasirka", "zemepisnášírka",
      "zemljepisnaširina", "zemljopisnaširina", "geografskaširina", "földrajziszélesség", "szélesség", "platuma",
      "географическаяширота", "географічнаширота", "географскаширина", "широта", "шырата", "γεωγραφικόπλάτος", "enlem",
      "lintang", "vĩđộ", "纬度", "緯度", "위도", "अक्षांश", "ละติจูด", "خطالعرض", "دائرةالعرض", "عرضجغرافیایی", "קורוחב",
    ],
    [
      "laengengrad", "längengrad", "lange", "laenge", "länge", "geolaenge", "geolänge", "geographischelänge",
      "geografischelänge", "længdegrad", "lengdegrad", "längdgrad", "lengtegraad", "pituusaste", "pikkuskraad",
      "longitud", "longitudine", "długość", "dlugosc", "długośćgeograficzna", "dlugoscgeograficzna", "zeměpisnádélka",
      "zemepisnadelka", "zemepisnádĺžka", "zemljepisnadolžina", "zemljopisnadužina", "geografskadužina",
      "földrajzihosszúság", "hosszúság", "ilguma", "географическаядолгота", "географічнадовгота", "географскадължина",
      "географскадужина", "долгота", "довгота", "даўгата", "γεωγραφικόμήκος", "boylam", "bujur", "kinhđộ", "经度", "經度",
      "経度", "경도", "देशांतर", "ลองจิจูด", "خطالطول", "طولجغرافیایی", "קואורך",
    ]
  )

  /// Names of columns that hold both latitude and longitude.
  private static let combined: Set<String> = [
    "coordinate", "coordinates", "coord", "coords", "latlon", "latlng", "latlong", "lat,lon", "lat,lng", "lat/lon",
    "lat/lng", "lat,long", "lat/long", "lat&long", "lat&lon", "lat;lon",
    "latitude,longitude", "latitude&longitude", "latitudelongitude", "latitude/longitude", "location", "location1",
    "position",
    "geo", "geopoint",
    "geopoint2d",
    "geolocation", "gps", "gpscoordinates", "gpsposition", "point", "wkt", "wkb", "wkbgeometry",
    "geom", "geometry", "thegeom", "geouri", "koordinaten",
    "koordinate", "coordonnees", "coordonnées", "coordenadas", "coordinate2d", "placelocation",
  ]

  /// Names that always mean a coordinate, unlike `position`.
  private static let surelyCombined: Set<String> = [
    "coordinate", "coordinates", "coords", "latlon", "latlng", "latlong", "geopoint", "geolocation", "placelocation",
  ]

  /// Whether a column with this name holds both latitude and longitude and can hardly be anything else.
  static func isSurelyCombined(_ name: String) -> Bool { surelyCombined.contains(folded(name)) }

  /// Names of columns that hold place codes.
  private static let codes: Set<String> = ["geohash", "pluscode", "olc", "openlocationcode", "mgrs", "utm"]

  /// The place codes that a column with this name holds.
  static func codesHeld(by name: String) -> CombinedText.Codes {
    let whole = folded(name)
    return whole.contains("geohash") ? .geohashes : codes.contains(whole) ? .accepted : .refused
  }

  /// A name as a terminal can show it: without control characters and not too long.
  static func readable(_ name: String) -> String {
    let isTooLong = name.unicodeScalars.count > 40
    let shown = name.unicodeScalars.prefix(40).map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(shown)) + (isTooLong ? "..." : "")
  }

  /// The header for an error message, cut to a readable length.
  static func listing(_ names: [String]) -> String {
    guard !names.allSatisfy(\.isEmpty) else { return "The file has no names of columns: use numbers from 1" }
    let shown = names.prefix(20).map(readable).joined(separator: ", ")
    return "The columns are: " + shown + (names.count > 20 ? ", ... (\(names.count) in all)" : "")
  }
}
