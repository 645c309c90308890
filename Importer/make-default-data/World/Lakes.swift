/// Lakes, so that a point on one is not in the town across it, and the world has them on the map.
enum Lakes {
  /// The named lakes and reservoirs of Natural Earth, each whole.
  static func read(_ path: String) throws -> [Boundary] {
    try GeoJSONAreas.read(path).compactMap { lake in
      guard let name = lake.tags["name"].flatMap(name) else { return nil }
      return Boundary(tags: ["name": name, "natural": "water"], lines: lake.lines)
    }
  }

  /// A name with the letters that the source has lost; nil where there is none, or nobody can tell what it was.
  private static func name(_ given: String) -> String? {
    let name = PlaceNames.withoutMarks(given)
    guard !name.isEmpty, !lost.contains(name) else { return nil }
    if let known = repaired[name] { return known }
    if name.hasSuffix(" Kli") { return name.dropLast(3) + "Köli" }
    return name.hasSuffix("kl") ? name.dropLast(2) + "köl" : name
  }

  private static let lost: Set = ["Laguna Chil", "Mhisa", "Ozero Bolshoy Olr", "Pjrvi"]

  private static let repaired = [
    "Alesayqin Ha": "Aksai Chin Lake", "Ataturk Barajt": "Atatürk Barajı", "Embalse de Buenda": "Embalse de Buendía",
    "Embalse de Cara": "Embalse de Cíjara", "Embalse de Entrepeas": "Embalse de Entrepeñas",
    "Embalse de Gurico": "Embalse de Guárico", "Hh Nuur": "Höh Nuur", "Inarijrvi": "Inarijärvi",
    "Keban Baraji": "Keban Barajı", "Kemijarvi": "Kemijärvi", "Laguna Iber": "Laguna Iberá",
    "Lokan Tekojarvi": "Lokan tekojärvi", "Mritz": "Müritz", "Oulujarvi": "Oulujärvi",
    "Ozero Chrtovo": "Ozero Chërtovo",
    "Pijnne": "Päijänne", "Presa Manuel vila Camacho": "Presa Manuel Ávila Camacho",
    "Presa Nezahualcyotl": "Presa Nezahualcóyotl", "Pskoyskoye Ozero": "Pskovskoye Ozero", "Pyhjrvi": "Pyhäjärvi",
    "Represa Agua Vermetha": "Represa Água Vermelha", "Shardara Bgeni": "Shardara Bögeni", "Tiete": "Tietê",
  ]
}
