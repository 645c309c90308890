/// Lakes, which keep points on them out of the town on the other shore, and which the world map shows.
enum Lakes {
  /// The lakes and reservoirs of Natural Earth. Those without a name are simplified, as they are only for the map.
  static func read(_ path: String) throws -> [Boundary] {
    try GeoJSONAreas.read(path).map { lake in
      var tags = ["natural": "water", ShownFrom.key: ShownFrom.level(lake.tags["min_zoom"])]
      guard let name = lake.tags["name"].flatMap(name) else {
        return Boundary(tags: tags, lines: lake.lines.compactMap { Outline.simplified(ring: $0) })
      }
      tags["name"] = name
      return Boundary(tags: tags, lines: lake.lines)
    }
  }

  /// A name with its lost letters restored; nil if it is missing or cannot be restored.
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
    "Keban Baraji": "Keban Barajı",
    // This lake has the name of its neighbor, which the source lacks.
    "Lago di Como": "Lago Maggiore",
    "Kemijarvi": "Kemijärvi", "Laguna Iber": "Laguna Iberá",
    "Lokan Tekojarvi": "Lokan tekojärvi", "Mritz": "Müritz", "Oulujarvi": "Oulujärvi",
    "Ozero Chrtovo": "Ozero Chërtovo",
    "Pijnne": "Päijänne", "Presa Manuel vila Camacho": "Presa Manuel Ávila Camacho",
    "Presa Nezahualcyotl": "Presa Nezahualcóyotl", "Pskoyskoye Ozero": "Pskovskoye Ozero", "Pyhjrvi": "Pyhäjärvi",
    "Represa Agua Vermetha": "Represa Água Vermelha", "Shardara Bgeni": "Shardara Bögeni", "Tiete": "Tietê",
  ]
}
