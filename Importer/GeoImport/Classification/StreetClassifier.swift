import GeoModel
import GeoStore
import GeoStoreWriting

/// Decides which ways are streets, and of which kind.
enum StreetClassifier {
  /// A street, as described by its tags.
  struct Street {
    var name: NameTable.Name
    /// The name of the right side if the sides have different names; ``name`` is then that of the left side.
    var rightName: NameTable.Name?
    var isReference: Bool
    var kind: StreetKind
    var isArea: Bool
    var layer: Int8
    var postalCode: String?
  }

  /// The street described by a way's tags; nil if it is not a street or has neither a name nor a number.
  ///
  /// - Parameter isClosed: whether the way ends where it starts, so that it can be the outline of a square.
  static func street(_ tags: Tags, isClosed: Bool) -> Street? {
    guard let kind = kind(tags), let (name, isReference) = name(tags) else { return nil }
    var street = Street(
      name: name, isReference: isReference, kind: kind, isArea: isClosed && isArea(tags), layer: layer(tags),
      postalCode: tags[.postalCode] ?? tags[.postcode])
    if !street.isArea, let (left, right) = sides(tags) {
      (street.name, street.rightName, street.isReference) = (left, right, false)
    }
    return street
  }

  /// The names of the two sides, if these differ. A side without a name has that of the street.
  private static func sides(_ tags: Tags) -> (left: NameTable.Name, right: NameTable.Name)? {
    guard tags.sides.left != tags.sides.right else { return nil }
    guard let left = tags.sides.left.map({ NameTable.Name($0) }) ?? tags.fullName,
      let right = tags.sides.right.map({ NameTable.Name($0) }) ?? tags.fullName, left != right
    else { return nil }
    return (left, right)
  }

  /// The name of a street, else its number. If several roads share the way, the first number counts.
  private static func name(_ tags: Tags) -> (NameTable.Name, isReference: Bool)? {
    if let name = tags.fullName ?? (tags.sides.left ?? tags.sides.right).map({ NameTable.Name($0) }) {
      return (name, false)
    }
    return tags[.ref].map { (NameTable.Name(Tags.first(of: $0)), true) }
  }

  /// The kind of a way with a `highway` tag, or of a square. Nil for ways that do not exist (yet or any more), and for
  /// those without addresses (platforms, elevators, rest areas).
  static func kind(_ tags: Tags) -> StreetKind? {
    guard let highway = tags[.highway] else { return tags.has(.placeType, "square") ? .pedestrian : nil }
    if let kind = kinds[highway] { return kind }
    return excluded.contains(highway) ? nil : .other
  }

  /// Whether a closed way represents the surface that it encloses.
  private static func isArea(_ tags: Tags) -> Bool {
    tags.isSet(.area) || tags.has(.placeType, "square")
  }

  /// The value of `layer`, at least 1 for bridges and at most -1 for tunnels.
  ///
  /// Passages through buildings do not count as tunnels. Corridors in buildings do, because they are never the street
  /// of a point outside.
  private static func layer(_ tags: Tags) -> Int8 {
    let mapped = Int8(clamping: tags[.layer].flatMap { Int($0) } ?? 0)
    if tags.isSet(.bridge) { return max(1, mapped) }
    if tags.isSet(.tunnel) && !tags.has(.tunnel, "building_passage") || tags.has(.highway, "corridor") {
      return min(-1, mapped)
    }
    return mapped
  }

  private static let kinds: [String: StreetKind] = [
    "motorway": .motorway, "motorway_link": .link, "trunk": .trunk, "trunk_link": .link, "primary": .primary,
    "primary_link": .link, "secondary": .secondary, "secondary_link": .link, "tertiary": .tertiary,
    "tertiary_link": .link, "unclassified": .unclassified, "residential": .residential,
    "living_street": .livingStreet, "pedestrian": .pedestrian, "service": .service,
    "track": .track, "path": .path, "footway": .footway, "cycleway": .cycleway, "bridleway": .path, "steps": .steps,
    "corridor": .footway, "road": .road, "busway": .other, "bus_guideway": .other, "via_ferrata": .path,
    "byway": .track, "minor": .unclassified,
  ]
  private static let excluded: Set<String> = [
    "construction", "proposed", "planned", "razed", "abandoned", "disused", "dismantled", "demolished", "no",
    "platform", "rest_area",
    "services", "elevator", "raceway", "bus_stop", "street_lamp", "traffic_signals", "crossing", "emergency_bay",
    "escape", "virtual", "ladder", "turning_circle", "turning_loop", "passing_place", "toll_gantry",
  ]
}

/// The address in an object's `addr:*` tags.
struct AddressTags {
  var houseNumber = ""
  var houseName: String?
  var street: String?
  var place: String?
  var postalCode: String?
  var city: String?
  /// Whether the number is that of a block. In much of Japan, for example, houses are mapped with no other number.
  var isBlockNumber = false
  /// The same house on other streets. Corner houses may have a number on each.
  var others: [(houseNumber: String, street: String)] = []
  /// The other parts of the address, in the order of their kinds.
  var parts: [(kind: AddressDetail.Kind, text: String)] = []

  /// Reads the address of an object; nil unless it has a house number, a block number or a house name.
  init?(_ tags: Tags) {
    guard tags.mask.intersects(AddressTags.identifying) else { return nil }
    houseNumber = AddressTags.houseNumber(tags)
    houseName = tags[.houseName]
    // In Britain, the number may be that of a house in a terrace or yard beside the street.
    street = tags[.subStreet] ?? tags[.street]
    place = tags[.place]
    if houseNumber.isEmpty, street == nil, tags.mask.intersects(AddressTags.aroundBlocks), let block = tags[.block] {
      (houseNumber, isBlockNumber) = (AddressTags.trimmed(block), true)
    }
    if houseNumber.isEmpty, let name = houseName, AddressTags.isNumber(name) {
      (houseNumber, houseName) = (AddressTags.trimmed(name), nil)
    }
    guard !houseNumber.isEmpty || houseName != nil else { return nil }
    postalCode = tags[.postcode] ?? tags[.postalCode]
    city = tags[.city]
    if tags.mask.intersects(AddressTags.partKeys) {
      for (key, kind) in AddressTags.partKinds { if let text = tags[key] { parts.append((kind, text)) } }
    }
    if isBlockNumber { parts.removeAll { $0.kind == .block } }
    if let streets = street, streets.utf8.contains(0x3B) { separate(streets) }
    guard tags.mask.intersects(AddressTags.further), !houseNumber.isEmpty else { return }
    if let street = tags[.secondStreet] { others.append((tags[.secondNumber] ?? houseNumber, street)) }
    if let street = tags[.thirdStreet] { others.append((tags[.thirdNumber] ?? houseNumber, street)) }
  }

  /// Gives a house with several streets an address on each.
  ///
  /// If there are as many numbers as streets, each street gets its own, else each gets all.
  private mutating func separate(_ streets: String) {
    let streets = AddressTags.members(of: streets)
    let numbers = AddressTags.members(of: houseNumber)
    guard let first = streets.first else { return }
    let all = houseNumber
    street = first
    if numbers.count == streets.count { houseNumber = numbers[0] }
    guard !all.isEmpty else { return }
    others = streets.indices.dropFirst().map { (numbers.count == streets.count ? numbers[$0] : all, streets[$0]) }
  }

  private static func members(of list: String) -> [String] {
    list.split(separator: ";").map { trimmed(String($0)) }.filter { !$0.isEmpty }
  }

  private static let partKinds: [(TagKey, AddressDetail.Kind)] = [
    (.state, .state), (.province, .province), (.district, .district), (.subdistrict, .subdistrict),
    (.suburb, .suburb), (.quarter, .quarter), (.neighbourhood, .neighbourhood), (.hamlet, .hamlet), (.block, .block),
    (.floor, .floor), (.unit, .unit),
  ]
  private static let partKeys = partKinds.reduce(into: TagMask()) { $0.insert(TagMask($1.0)) }

  private static let further = TagMask(.secondStreet, .thirdStreet)

  /// The keys needed with a block number, which means nothing without them.
  private static let aroundBlocks = TagMask(.quarter, .neighbourhood)

  /// The keys that make an object an address.
  static let identifying = TagMask(.houseNumber, .houseName, .conscriptionNumber, .streetNumber, .block)

  /// Whether an object lends its postal code to addresses around it. Nodes, buildings and small grounds, such as those
  /// of a school, do. Lines do not, as their code is that of the houses along them. Boundaries do not, as everything
  /// inside gets their code anyway. Settlements do not, as their center may be anywhere. Large grounds, such as a
  /// campus or park, do not, as their code is that of a gate, which may be far away.
  ///
  /// - Parameter isSmall: whether it is a node, or an area no larger than a block; evaluated only where it counts.
  static func isLender(_ tags: Tags, isSmall: @autoclosure () -> Bool) -> Bool {
    tags.mask.contains(.postcode)
      && !tags.mask.intersects(TagMask(.highway, .interpolation, .boundary, .placeType, .waterway))
      && (tags.isSet(.building) || isSmall())
  }

  /// The number that people use: `addr:housenumber`. If only its parts are mapped (Czechia, Slovakia), it is
  /// conscription and street number as written there, `123/4`.
  private static func houseNumber(_ tags: Tags) -> String {
    if let number = tags[.houseNumber] { return trimmed(number) }
    return [tags[.conscriptionNumber], tags[.streetNumber]].compactMap { $0 }.joined(separator: "/")
  }

  /// The text without spaces and invisible characters at its ends; empty if it means that there is no number.
  private static func trimmed(_ text: String) -> String {
    if let first = text.utf8.first, first < 0x30 || first > 0x39, isNone(text) { return "" }
    guard let first = text.utf8.first, let last = text.utf8.last, !isVisible(first) || !isVisible(last) else {
      return text
    }
    let scalars = text.unicodeScalars
    guard let start = scalars.firstIndex(where: isVisible), let end = scalars.lastIndex(where: isVisible) else {
      return ""
    }
    return String(scalars[start...end])
  }

  /// Whether a house's name is really its number, which is often mapped as name: `31`, `12a`, `90-92`.
  private static func isNumber(_ name: String) -> Bool {
    guard let first = name.utf8.first, first >= 0x30, first <= 0x39 else { return false }
    return name.split { " -–/,;&".contains($0) }.allSatisfy { part in
      let digits = part.prefix { $0.isASCII && $0.isNumber }
      let rest = part.dropFirst(digits.count)
      return (1...4).contains(digits.count) && rest.count <= 1 && rest.allSatisfy { $0.isASCII && $0.isLetter }
    }
  }

  /// Whether a byte is a visible ASCII character.
  private static func isVisible(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isWhitespace && scalar.properties.generalCategory != .format
  }

  /// Whether a house number says that there is none (`s/n`, sin número; `б/н`, без номера). `No 7` is a number.
  private static func isNone(_ text: String) -> Bool {
    none.contains(String(text.lowercased().filter { $0.isLetter })) && !text.contains { $0.isNumber }
  }

  private static let none: Set<String> = [
    "sn", "snr", "snc", "snº", "nonumber", "unnumbered", "none", "no", "бн", "ohnenummer", "sinnumero", "sinnúmero",
    "semnumero",
    "semnúmero", "sansnumero", "sansnuméro",
  ]
}
