import GeoStore

// How tags become map objects:
// 1. Each key is a name, a part of the address, a main key, or something else (see ObjectKey).
// 2. A boundary's `place` says what kind of area it is; it makes no object of its own, except for islands.
// 3. `addr:interpolation` makes `place=houses` and nothing else.
// 4. Each main tag whose rule is met makes an object.
// 5. If none does, the first fallback does: a building or the like with a name or number, else the bare house.

/// Decides which map objects a set of tags makes, and what the tags are to them.
struct ObjectClassifier {
  /// A tag as it was mapped.
  struct Tag {
    var key: ObjectKey
    /// Number of the key's and the value's text; what they count is the caller's affair.
    var keyNumber: UInt32, valueNumber: UInt32
  }

  /// One object of possibly several.
  struct Draft: Equatable {
    /// The main tag.
    var key: String, value: String
    /// Position of the main tag in the list of tags; nil for the bare house and its like, which no tag says.
    var position: Int?
    /// Whether only `addr:housename` remains of the names.
    var isBareHouse = false
    /// A prefix whose names (`bridge:name`) are the object's; nil for the object's own names.
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

  /// Looks through the tags of an object.
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

  /// Whether tags with these keys can make an object at all, to drop most without looking at their values.
  static func canMakeObject(_ key: ObjectKey) -> Bool {
    switch key {
    case .main, .houseNumber, .houseName, .interpolation: true
    default: false
    }
  }

  /// The objects that the tags make, in the order of the tags.
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
      case let use: if makes(use) { drafts.append(draft) }
      }
    }
    if !drafts.isEmpty { return drafts }
    if let fallback { return [fallback] }
    guard hasHouseNumber || hasHouseName else { return [] }
    return [Draft(key: "place", value: "house", position: nil, isBareHouse: true)]
  }

  /// Whether something could be found by what it is called or numbered.
  private var isCalled: Bool { hasName || hasHouseNumber || hasHouseName }

  /// Whether a use that looks at other tags makes an object.
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
    case .fallback, .ownName, .lock, .beside, .dropped: false
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

/// Whether closed ways bound an area.
enum ObjectForm {
  /// Kinds whose closed ways are still lines.
  private static let lines: Set<String> = ["highway", "aerialway"]
  /// Values of other keys that are lines.
  private static let lineValues: [String: Set<String>] = [
    "waterway": ["river", "stream", "canal", "ditch", "drain", "tidal_channel", "pressurised", "fish_pass"],
    "natural": ["cliff", "ridge", "arete", "tree_row", "earth_bank", "valley", "gorge"],
    "man_made": ["dyke", "embankment", "pipeline", "breakwater", "groyne"],
    "aeroway": ["runway", "taxiway"],
    "place": ["houses"],
    "leisure": ["slipway"],
    "bridge": [], "tunnel": [], "lock": [],
  ]
  /// Values of `railway` that are areas; the others are tracks.
  private static let railwayAreas: Set<String> = [
    "station", "halt", "platform", "tram_stop", "yard", "depot", "turntable", "traverser", "wash", "workshop",
    "engine_shed", "museum", "facility", "service_station", "roundhouse",
  ]

  /// Whether a closed way with a main tag bounds an area.
  ///
  /// - Parameter area: what its tag `area` says; nil when it has none.
  static func isArea(_ tag: MapTag, area: Bool?) -> Bool {
    if let area { return area }
    if lines.contains(tag.key) { return false }
    if tag.key == "railway" { return railwayAreas.contains(tag.value) }
    guard let values = lineValues[tag.key] else { return true }
    return !values.isEmpty && !values.contains(tag.value)
  }
}
