import GeoModel

/// The country to which a disputed area belongs in the eyes of a country that sees it otherwise than the map.
///
/// An area is told by its code: that of a subdivision (ISO 3166-2), or of a country or territory (ISO 3166-1). Claims
/// that no area of the data has as its own are left out: the Golan Heights, Hala'ib, Aksai Chin and the southern Kurils
/// are parts of larger states there. So are states without a code of their own, such as Northern Cyprus, Abkhazia and
/// Somaliland, which an answer could not name. Where a claim ends slightly before the area's border, as those to
/// Arunachal Pradesh and Upper Takutu do, the whole area counts.
enum DisputedAreas {
  /// The country in which someone sees the points of a hierarchy; nil where that is the country of the map.
  static func country(of hierarchy: Hierarchy, seenBy worldview: Worldview) -> String? {
    guard let own = hierarchy.countryCode, let views = views[worldview.countryCode] else { return nil }
    let subdivision = hierarchy.all.lazy.compactMap { area in area.subdivisionCode.flatMap { views[$0] } }.first
    let seen = subdivision ?? views[own]
    return seen == own ? nil : seen
  }

  /// The country of each area, by the code of the country that sees it so.
  private static let views: [String: [String: String]] = {
    var views: [String: [String: String]] = [:]
    for row in rows.split(separator: "\n") where row.utf8.first != UInt8(ascii: "#") {
      let columns = row.split(separator: "|").map { $0.split(separator: " ").map { String($0) } }
      for viewer in columns[2] {
        for area in columns[1] { views[viewer, default: [:]][area] = columns[0][0] }
      }
    }
    return views
  }()

  /// Rows of the country that is seen, the areas, and the countries that see it there. Lines that begin with `#` give
  /// the source.
  private static let rows = """
    # Crimea and Sevastopol, the regions of Donetsk, Luhansk, Kherson and Zaporizhzhia: Russia's constitution, article
    # 65; Ukraine's constitution, articles 133 and 134. Natural Earth: "Ukrainian claim".
    RU | UA-43 UA-40 UA-14 UA-09 UA-65 UA-23 | RU
    UA | UA-43 UA-40 UA-14 UA-09 UA-65 UA-23 | UA
    # Kosovo: Serbia's constitution, preamble; and members of the United Nations that have not recognized it.
    RS | XK | RS RU CN IN BR AR VE CU IR VN ID ZA DZ ES GR RO SK CY UA BA MD GE BY KZ AZ AM
    # Taiwan: China's constitution, preamble, which is that of its special regions, too. Natural Earth: "Claimed by
    # China".
    CN | TW | CN HK MO
    # Western Sahara. Natural Earth: "Claimed by Morocco". Recognized by the United States (Proclamation 10126, 2020)
    # and Israel (2023).
    MA | EH | MA US IL
    # The Falkland Islands and South Georgia: Argentina's constitution, first transitory provision. Natural Earth:
    # "Claimed by Argentina".
    AR | FK GS | AR
    # The Chagos Archipelago: constitution of Mauritius, section 111. Natural Earth: "Claimed by Mauritius and
    # Seychelles".
    MU | IO | MU
    # Mayotte: constitution of the Comoros; Resolution 31/4 of the General Assembly.
    KM | YT | KM
    # Azad Kashmir and Gilgit-Baltistan: India's constitution, first schedule. Natural Earth: "Indian claim".
    IN | PK-JK PK-AJK PK-GB | IN
    # Jammu and Kashmir, and Ladakh: Pakistan's political map of 2020. Natural Earth: "Pakistani claim".
    PK | IN-JK IN-LA | PK
    # Arunachal Pradesh. Natural Earth: "Chinese claim".
    CN | IN-AR | CN HK MO
    # Guyana west of the Essequibo: Venezuela's law of 2024 on Guayana Esequiba. Natural Earth: "Venezuelan claim".
    # Essequibo Islands-West Demerara (GY-ES) lies on both banks.
    VE | GY-BA GY-CU GY-PM GY-PT GY-UT | VE
    """
}
