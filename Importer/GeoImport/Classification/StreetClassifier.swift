import GeoModel
import GeoStore
import GeoStoreWriting

/// Which ways are streets, and of what kind.
enum StreetClassifier {
  /// What a street's tags say.
  struct Street {
    var name: NameTable.Name
    /// The name of its right side, where both have one of their own; ``name`` is that of the left side then.
    var rightName: NameTable.Name?
    var isReference: Bool
    var kind: StreetKind
    var isArea: Bool
    var layer: Int8
    var postalCode: String?
  }

  /// The street that a way's tags describe; nil when it is none or has nothing to call it by.
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

  /// What its two sides are called, where that differs: an unnamed one as the whole street.
  private static func sides(_ tags: Tags) -> (left: NameTable.Name, right: NameTable.Name)? {
    guard tags.sides.left != tags.sides.right else { return nil }
    guard let left = tags.sides.left.map({ NameTable.Name($0) }) ?? tags.fullName,
      let right = tags.sides.right.map({ NameTable.Name($0) }) ?? tags.fullName, left != right
    else { return nil }
    return (left, right)
  }

  /// What to call a street by: its name, else its number, of several that share the road the first.
  private static func name(_ tags: Tags) -> (NameTable.Name, isReference: Bool)? {
    if let name = tags.fullName ?? (tags.sides.left ?? tags.sides.right).map({ NameTable.Name($0) }) {
      return (name, false)
    }
    return tags[.ref].map { (NameTable.Name(Tags.first(of: $0)), true) }
  }

  /// The kind of a way with a `highway` tag, or of a square. Ways that are not there (yet, any more) or that nobody is
  /// addressed by (platforms, lifts, rest areas) are none.
  static func kind(_ tags: Tags) -> StreetKind? {
    guard let highway = tags[.highway] else { return tags.has(.placeType, "square") ? .pedestrian : nil }
    if let kind = kinds[highway] { return kind }
    return excluded.contains(highway) ? nil : .other
  }

  /// Whether a closed way stands for the surface it encloses.
  private static func isArea(_ tags: Tags) -> Bool {
    tags.isSet(.area) || tags.has(.placeType, "square")
  }

  /// `layer`, bridges at least 1, tunnels at most -1, and so the passages within a building, which nobody in the street outside means.
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

/// What an object's `addr:*` tags say.
struct AddressTags {
  var houseNumber = ""
  var houseName: String?
  var street: String?
  var place: String?
  var postalCode: String?
  var city: String?
  /// Whether the number is that of a block, which is all that there is where houses have none of their own, as in much of Japan.
  var isBlockNumber = false
  /// The same house on other streets: corner houses may have a number on each.
  var others: [(houseNumber: String, street: String)] = []
  /// What else the address is made of, in the order of the kinds.
  var parts: [(kind: AddressDetail.Kind, text: String)] = []

  /// The address of an object; nil unless it has a house number or a house name.
  init?(_ tags: Tags) {
    guard tags.mask.intersects(AddressTags.identifying) else { return nil }
    houseNumber = AddressTags.houseNumber(tags)
    houseName = tags[.houseName]
    // In Britain the number is that of a terrace or yard beside the street, where there is one.
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

  /// Gives a house that names several streets an address on each: with its own number where there are as many, else with all.
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

  /// Where blocks are numbered: without one of these a block's number means nothing.
  private static let aroundBlocks = TagMask(.quarter, .neighbourhood)

  /// An object needs one of these to be an address.
  static let identifying = TagMask(.houseNumber, .houseName, .conscriptionNumber, .streetNumber, .block)

  /// Whether an object lends its postal code to what is around it: it has one, but is neither a line that has its own along it, nor an area that says
  /// it for all that it contains, nor a settlement, whose middle is anywhere. The code of a campus or park is that of a gate, which may be
  /// far from there.
  static func isLender(_ tags: Tags, _ type: SourceReference.ObjectType) -> Bool {
    tags.mask.contains(.postcode) && (type == .node || tags.isSet(.building))
      && !tags.mask.intersects(TagMask(.highway, .interpolation, .boundary, .placeType, .waterway))
  }

  /// The number people use: `addr:housenumber`; where only the parts are mapped (Czechia, Slovakia) conscription and
  /// street number as they are written there, `123/4`.
  private static func houseNumber(_ tags: Tags) -> String {
    if let number = tags[.houseNumber] { return trimmed(number) }
    return [tags[.conscriptionNumber], tags[.streetNumber]].compactMap { $0 }.joined(separator: "/")
  }

  /// The text without spaces and invisible marks at its ends, which are slips of the keyboard; nothing for a text that says that there is no
  /// number.
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

  /// Whether a house's name is a number, which many map as one: `31`, `12a`, `90-92`.
  private static func isNumber(_ name: String) -> Bool {
    guard let first = name.utf8.first, first >= 0x30, first <= 0x39 else { return false }
    return name.split { " -–/,;&".contains($0) }.allSatisfy { part in
      let digits = part.prefix { $0.isASCII && $0.isNumber }
      let rest = part.dropFirst(digits.count)
      return (1...4).contains(digits.count) && rest.count <= 1 && rest.allSatisfy { $0.isASCII && $0.isLetter }
    }
  }

  /// Whether a byte is a visible character of ASCII.
  private static func isVisible(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isWhitespace && scalar.properties.generalCategory != .format
  }

  /// Whether a house number says that there is none (`s/n`, sin número; `б/н`, без номера). `No 7` has one.
  private static func isNone(_ text: String) -> Bool {
    none.contains(String(text.lowercased().filter { $0.isLetter })) && !text.contains { $0.isNumber }
  }

  private static let none: Set<String> = [
    "sn", "snr", "snc", "snº", "nonumber", "unnumbered", "none", "no", "бн", "ohnenummer", "sinnumero", "sinnúmero",
    "semnumero",
    "semnúmero", "sansnumero", "sansnuméro",
  ]
}
