/// The names that coordinates go by in files of all kinds, and how well each is trusted.
///
/// 1. A name is folded: case, blanks and punctuation do not matter, so that `GPS-Latitude` is `gpslatitude`.
/// 2. The whole name is looked up in tiers, from names that mean nothing else (`latitude`) to those that may (`x`).
/// 3. A name in no tier may have a plain one among its words (`pickup_latitude`); its partner must then have the same other words.
enum ColumnNames {
  /// What a name says the column holds.
  enum Role { case latitude, longitude, combined }

  /// A role, and how sure the name makes it: 0 is the surest.
  struct Meaning: Hashable {
    var role: Role
    var doubt: Int
    /// What surrounds the bare name (`pickup` in `pickup_latitude`); pairs must agree in it.
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

  /// What a column's name says; nil when it says nothing about coordinates.
  static func meaning(of name: String) -> Meaning? {
    guard !name.isEmpty else { return nil }
    let whole = folded(name)
    return wholeNames[whole] ?? (mayBeQualified(whole) ? qualifiedMeaning(of: name) : nil)
  }

  /// What whole names say, the surest meaning of each.
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

  /// Whether a plain name may be among the words of a folded one: all of them have one of three beginnings. Most names have none, and need not be
  /// cut into words.
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

  /// `pickup_latitude`, `lat_1`, `Start Lng`, `EXIF:GPSLatitude`: one word of several is a name of the first tiers. What direction its numbers have, as in
  /// `Latitude (N/S)` and `Y_LATITUDE`, tells it from no other.
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

  /// The words of a name, split at everything but letters and digits, and where a capital follows a small letter.
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

  /// Names that keep their meaning with any word beside them; `y` would not.
  private static let plainLatitude: Set<String> = ["latitude", "lat", "gpslatitude"]
  private static let plainLongitude: Set<String> = ["longitude", "lon", "lng", "long", "gpslongitude"]

  /// Takes away the direction in which numbers grow. South or west alone stays: such numbers may lack their sign, and `lat_s` may be the
  /// latitude of a start.
  private static func removeDirections(of role: Role, from words: inout [String]) {
    let (growing, opposite): (Set<String>, Set<String>) =
      role == .latitude ? (["n", "north", "y"], ["s", "south"]) : (["e", "east", "x"], ["w", "west"])
    guard words.contains(where: growing.contains) else { return }
    words.removeAll { growing.contains($0) || opposite.contains($0) }
  }

  /// From the surest names to the least sure ones; `x` and `y` may be anything.
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

  /// What spreadsheets call the two in other languages, with and without the accents that some people leave out.
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

  /// Names of columns that hold both numbers.
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

  /// Those that mean nothing else wherever they stand, as `position` may.
  private static let surelyCombined: Set<String> = [
    "coordinate", "coordinates", "coords", "latlon", "latlng", "latlong", "geopoint", "geolocation", "placelocation",
  ]

  /// Whether a name says that the column holds both numbers, and can hardly mean anything else.
  static func isSurelyCombined(_ name: String) -> Bool { surelyCombined.contains(folded(name)) }

  /// Names of columns that hold codes of places.
  private static let codes: Set<String> = ["geohash", "pluscode", "olc", "openlocationcode", "mgrs", "utm"]

  /// Whether a name says that the column holds codes of places.
  static func isCode(_ name: String) -> Bool { codes.contains(folded(name)) }

  /// A name as a terminal can show it: no control characters, and not too long.
  static func readable(_ name: String) -> String {
    let isTooLong = name.unicodeScalars.count > 40
    let shown = name.unicodeScalars.prefix(40).map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(shown)) + (isTooLong ? "..." : "")
  }

  /// The header for an error message, cut where it gets too long to read.
  static func listing(_ names: [String]) -> String {
    guard !names.allSatisfy(\.isEmpty) else { return "The file has no names of columns: use numbers from 1" }
    let shown = names.prefix(20).map(readable).joined(separator: ", ")
    return "The columns are: " + shown + (names.count > 20 ? ", ... (\(names.count) in all)" : "")
  }
}
