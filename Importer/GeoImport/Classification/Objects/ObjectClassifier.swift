import GeoStore

// How tags become map objects:
// 1. Each key is classified as a name, a part of the address, a main key, or something else (see ObjectKey).
// 2. The `place` of an administrative boundary only states its kind. It makes no object of its own, except for islands.
// 3. `addr:interpolation` makes only `place=houses`.
// 4. Each main tag with a matching rule makes an object.
// 5. If none matches, or only rules for roads alone do, the fallback makes the object, such as a building with a name
//    or number. Without a fallback, an address makes a bare house.

/// Decides which map objects a set of tags makes, and the role of each tag.
struct ObjectClassifier {
  /// A tag as mapped.
  struct Tag {
    var key: ObjectKey
    /// The caller's numbers for the texts of key and value.
    var keyNumber: UInt32, valueNumber: UInt32
  }

  /// One of an object's map objects.
  struct Draft: Equatable {
    /// The main tag.
    var key: String, value: String
    /// Position of the main tag in the list of tags; nil if it is synthetic, as that of a bare house.
    var position: Int?
    /// Whether only `addr:housename` counts as its name.
    var isBareHouse = false
    /// Whether only answers about roads need it.
    var isForRoadsAlone = false
    /// The prefix of the keys of its names (`bridge:name`); nil if there is none.
    var namePrefix: String?
  }

  /// All tags of an object.
  let tags: [Tag]
  /// A text by its number.
  let text: (UInt32) -> String

  private var hasName = false
  private var hasHouseNumber = false
  private var hasHouseName = false
  private var hasInterpolation = false
  private var isAdministrative = false

  /// Scans the tags of an object.
  init(_ tags: [Tag], text: @escaping (UInt32) -> String) {
    self.tags = tags
    self.text = text
    for tag in tags {
      switch tag.key {
      case .name: hasName = true
      case .houseNumber: hasHouseNumber = true
      case .houseName: hasHouseName = true
      case .interpolation: hasInterpolation = true
      case .main(let rule) where rule.key == "boundary": isAdministrative = text(tag.valueNumber) == "administrative"
      default: break
      }
    }
  }

  /// Whether a tag with this key can make an object. Drops most objects without looking at values.
  static func canMakeObject(_ key: ObjectKey) -> Bool {
    switch key {
    case .main, .houseNumber, .houseName, .interpolation: true
    default: false
    }
  }

  /// The map objects that the tags make, in the order of the tags.
  func drafts() -> [Draft] {
    if hasInterpolation { return [Draft(key: "place", value: "houses", position: nil)] }
    var drafts: [Draft] = []
    var fallback: Draft?
    for (position, tag) in tags.enumerated() {
      guard case .main(let rule) = tag.key else { continue }
      let value = text(tag.valueNumber)
      if rule.key == "place", isAdministrative, !value.hasPrefix("isl") { continue }
      var draft = Draft(key: rule.key, value: value, position: position)
      switch rule.use(value) {
      case .fallback: if isCalled, fallback == nil || rule.key != "building" { fallback = draft }
      case .ownName:
        draft.namePrefix = rule.key + ":"
        if has(prefix: rule.key + ":name") { drafts.append(draft) }
      case .lock:
        draft.namePrefix = "lock_"
        if has("lock_name"), has("waterway") { drafts.append(draft) }
      case .road, .roadAlone:
        draft.isForRoadsAlone = !isCalled || rule.use(value) == .roadAlone
        drafts.append(draft)
      case let use: if makes(use) { drafts.append(draft) }
      }
    }
    if drafts.contains(where: { !$0.isForRoadsAlone }) { return drafts }
    if let fallback { return drafts + [fallback] }
    guard hasHouseNumber || hasHouseName else { return drafts }
    return drafts + [Draft(key: "place", value: "house", position: nil, isBareHouse: true)]
  }

  /// Whether it has a name or a house number.
  private var isCalled: Bool { hasName || hasHouseNumber || hasHouseName }

  /// Whether a use that depends on other tags makes an object.
  private func makes(_ use: MainTagRule.Use) -> Bool {
    switch use {
    case .always: true
    case .named: isCalled
    case .footway:
      isCalled && !["sidewalk", "crossing", "link", "traffic_aisle"].contains(value(of: "footway") ?? "")
    case .water: isCalled && value(of: "natural") == "water"
    case .unlessWater: isCalled && !has("water")
    case .information: value(of: "tourism") == "information"
    case .unlessInformation: !has("information")
    case .fallback, .ownName, .lock, .road, .roadAlone, .beside, .dropped: false
    }
  }

  private func value(of key: String) -> String? {
    tags.first { text($0.keyNumber) == key }.map { text($0.valueNumber) }
  }

  private func has(_ key: String) -> Bool { tags.contains { text($0.keyNumber) == key } }

  private func has(prefix: String) -> Bool {
    tags.contains { tag in
      let key = text(tag.keyNumber)
      return key == prefix || key.hasPrefix(prefix + ":")
    }
  }
}

/// Decides whether closed ways bound an area.
enum ObjectForm {
  /// Keys whose closed ways are lines, whatever their value, unless an `area` tag says otherwise.
  private static let lines: Set<String> = ["highway", "aerialway"]
  /// Values of other keys whose closed ways are lines; an empty set stands for all values.
  private static let lineValues: [String: Set<String>] = [
    "waterway": ["river", "stream", "canal", "ditch", "drain", "tidal_channel", "pressurised", "fish_pass"],
    "natural": ["cliff", "ridge", "arete", "tree_row", "earth_bank", "valley", "gorge"],
    "man_made": ["dyke", "embankment", "pipeline", "breakwater", "groyne"],
    "aeroway": ["runway", "taxiway"],
    "place": ["houses"],
    "leisure": ["slipway"],
    "bridge": [], "tunnel": [], "lock": [],
  ]
  /// Values of `railway` that are areas. The others are tracks.
  private static let railwayAreas: Set<String> = [
    "station", "halt", "platform", "tram_stop", "yard", "depot", "turntable", "traverser", "wash", "workshop",
    "engine_shed", "museum", "facility", "service_station", "roundhouse",
  ]

  /// Whether a closed way with a main tag bounds an area.
  ///
  /// - Parameter area: the meaning of its `area` tag; nil if it has none.
  static func isArea(_ tag: MapTag, area: Bool?) -> Bool {
    if let area { return area }
    if lines.contains(tag.key) { return false }
    if tag.key == "railway" { return railwayAreas.contains(tag.value) }
    guard let values = lineValues[tag.key] else { return true }
    return !values.isEmpty && !values.contains(tag.value)
  }
}
