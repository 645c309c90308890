import GeoModel

/// A source of a query's options: an object of the protocol, a URL, a command line.
package protocol QueryOptionSource {
  /// The value of an option of the protocol; nil if it was not given.
  func option(_ name: StaticString) -> QueryOptionValue?
  /// The name of the option in error messages.
  func label(_ name: StaticString) -> String
}

/// The value of an option, as it was given.
package enum QueryOptionValue {
  /// A JSON value, not null.
  case json(JSONNode)
  /// A text from a URL or a command line.
  case text(String)
}

extension QueryOptionSource {
  /// The option's name in the protocol, in quotes.
  package func label(_ name: StaticString) -> String { "'\(name)'" }

  /// Reads and checks the options that every query has. All interfaces use it, so that an option has the same meaning
  /// and the same error messages everywhere:
  ///
  /// | option | JSON | text |
  /// |---|---|---|
  /// | `languages` | an array of tags | tags separated by commas, also with the weights of `Accept-Language` |
  /// | `detail` | a word | the word |
  /// | `worldview` | the code of a country | the code |
  /// | `maximumDistanceMeters`, `limit` | a number | decimal digits |
  /// | `areas`, `explain`, `overlay`, `wikidata` | `true`, `false` | also `1` and `0` |
  /// | `with` | an array of names of fields | the names separated by commas |
  /// | `layers` | `true` for all, `false`, or an array of names | `all`, or names separated by commas |
  /// | `road` | `true`, `false` | also `1` and `0` |
  /// | `profile` | a word | the word |
  /// | `bearingDegrees`, `speedMetersPerSecond`, `accuracyMeters` | a number | decimal digits |
  ///
  /// - Returns: whether `limit` was given; then the answer is a list, even of one.
  /// - Throws: ``WireError`` of reason `invalidQuery` that names the option.
  package func readOptions(into query: inout PlacemarkQuery) throws(WireError) -> Bool {
    if let languages = try languages("languages") { query.languages = languages }
    if let detail = try choice("detail", of: PlacemarkDetail.self) { query.detail = detail }
    query.worldview = try worldview("worldview")
    query.maximumDistanceMeters = try number("maximumDistanceMeters", in: 0...ProtocolLimits.distanceMeters)
    query.includesAreas = try flag("areas")
    query.includesTrace = try flag("explain")
    query.includesOverlay = try flag("overlay")
    query.extraFields = try extraFields("with")
    if try flag("wikidata") { query.includesWikidata = true }
    query.layers = try layers("layers")
    query.road = try road()
    guard let value = option("limit") else { return false }
    guard let limit = value.integer, (1...ProtocolLimits.placemarkLimit).contains(limit) else {
      throw WireError(
        .invalidQuery, "\(label("limit")) must be a whole number from 1 to \(ProtocolLimits.placemarkLimit)")
    }
    query.limit = limit
    return true
  }

  /// Reads the options of a watch, including the accuracy of positions without their own.
  ///
  /// - Throws: ``WireError`` of reason `invalidQuery` that names the option.
  package func watchOptions() throws(WireError) -> WireWatchOptions {
    var options = WireWatchOptions(template: PlacemarkQuery(coordinate: Coordinate(FixedPoint(x: 0, y: 0))))
    _ = try readOptions(into: &options.template)
    if options.template.road != nil {
      let ofPositions: [StaticString] = ["bearingDegrees", "speedMetersPerSecond"]
      for name in ofPositions where option(name) != nil {
        throw WireError(.invalidQuery, "\(label(name)) goes with each position of a watch, not with its start")
      }
    }
    // The accuracy belongs to the positions.
    options.template.road?.accuracyMeters = nil
    options.speedToleranceKilometersPerHour = try number(
      "speedToleranceKilometersPerHour", in: 0...ProtocolLimits.speedToleranceKilometersPerHour)
    if options.speedToleranceKilometersPerHour != nil, options.template.road == nil {
      throw WireError(.invalidQuery, "\(label("speedToleranceKilometersPerHour")) needs \(label("road"))")
    }
    if let accuracy = try number("accuracyMeters", in: 0...ProtocolLimits.accuracyMeters) {
      options.accuracyMeters = accuracy
    }
    options.dwellSeconds = try number("dwellSeconds", in: 0...ProtocolLimits.dwellSeconds) ?? 0
    options.marginMeters = try number("marginMeters", in: 0...ProtocolLimits.accuracyMeters)
    return options
  }

  /// Reads the optional country whose point of view counts.
  private func worldview(_ name: StaticString) throws(WireError) -> Worldview? {
    guard let value = option(name) else { return nil }
    guard let worldview = value.word.flatMap({ Worldview($0) }) else {
      throw WireError(.invalidQuery, "\(label(name)) \(Worldview.advice)")
    }
    return worldview
  }

  /// Reads an optional number.
  package func number(_ name: StaticString, in range: ClosedRange<Double>) throws(WireError) -> Double? {
    guard let value = option(name) else { return nil }
    guard let number = value.number, range.contains(number) else {
      let ends = (Int64(range.lowerBound), Int64(range.upperBound))
      throw WireError(.invalidQuery, "\(label(name)) must be a number from \(ends.0) to \(ends.1)")
    }
    return number
  }

  /// Reads an optional boolean, false by default.
  package func flag(_ name: StaticString) throws(WireError) -> Bool {
    guard let value = option(name) else { return false }
    guard let flag = value.flag else { throw WireError(.invalidQuery, "\(label(name)) must be true or false") }
    return flag
  }

  /// Reads the options of the road query; nil if the road is not requested.
  private func road() throws(WireError) -> RoadQuery? {
    guard try flag("road") else {
      let needing: [StaticString] = ["profile", "bearingDegrees", "speedMetersPerSecond"]
      guard let lone = needing.first(where: { option($0) != nil }) else { return nil }
      throw WireError(.invalidQuery, "\(label(lone)) needs \(label("road"))")
    }
    var road = RoadQuery()
    if let profile = try choice("profile", of: RoadProfile.self) { road.profile = profile }
    road.bearingDegrees = try number("bearingDegrees", in: 0...360)
    road.speedMetersPerSecond = try number("speedMetersPerSecond", in: 0...ProtocolLimits.speedMetersPerSecond)
    road.accuracyMeters = try number("accuracyMeters", in: 0...ProtocolLimits.accuracyMeters)
    return road
  }

  /// Reads optional names of layers.
  package func layers(_ name: StaticString) throws(WireError) -> LayerChoice {
    guard let value = option(name) else { return .none }
    guard let choice = value.layers else {
      throw WireError(.invalidQuery, "\(label(name)) must be true or names of layers, such as \"zones\"")
    }
    guard case .named(let names) = choice else { return choice }
    guard (1...ProtocolLimits.layers).contains(names.count) else {
      throw WireError(.invalidQuery, "\(label(name)) must name 1 to \(ProtocolLimits.layers) layers")
    }
    // Duplicates are removed.
    return .named(names.enumerated().filter { !names[..<$0.offset].contains($0.element) }.map(\.element))
  }

  /// Reads optional names of fields that answers contain only on request.
  package func extraFields(_ name: StaticString) throws(WireError) -> PlacemarkFieldSet {
    guard let value = option(name) else { return [] }
    let known = { PlacemarkField.extras.map(\.name).joined(separator: ", ") }
    guard let names = value.names, names.count <= ProtocolLimits.fields else {
      throw WireError(
        .invalidQuery, "\(label(name)) must be up to \(ProtocolLimits.fields) names of fields; there are \(known())")
    }
    var fields: PlacemarkFieldSet = []
    for word in names {
      guard let field = PlacemarkField(extra: word) else {
        throw WireError(.invalidQuery, "\(label(name)): there is no '\(word.prefix(60))'; there are \(known())")
      }
      fields.insert(field)
    }
    return fields
  }

  /// Reads optional language tags in canonical form, best first; empty if only local names are requested.
  package func languages(_ name: StaticString) throws(WireError) -> [String]? {
    guard let value = option(name) else { return nil }
    let given: [String]?
    do throws(LanguageError) { given = try value.languages() } catch {
      throw WireError(.invalidQuery, "\(label(name)): \(error.message)")
    }
    guard let languages = given, languages.count <= ProtocolLimits.languages else {
      let kind =
        value.isJSON
        ? "must be an array of up to \(ProtocolLimits.languages) language tags, such as \"de\""
        : "may hold \(ProtocolLimits.languages) language tags at most"
      throw WireError(.invalidQuery, "\(label(name)) \(kind)")
    }
    return languages == [LanguageList.native] ? [] : languages
  }

  /// Reads one of some words, if it is given.
  package func choice<Word: RawRepresentable & CaseIterable>(
    _ name: StaticString, of words: Word.Type
  ) throws(WireError) -> Word? where Word.RawValue == String {
    guard let value = option(name) else { return nil }
    guard let word = value.word.flatMap(Word.init(rawValue:)) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw WireError(.invalidQuery, "\(label(name)) must be one of \(words)")
    }
    return word
  }
}

// Only the conversions of the table above are made: a number in quotes is not a number.
extension QueryOptionValue {
  /// The number; nil if it is not one. Texts are decimal: Swift would also accept `nan`, `inf` and hexadecimal.
  package var number: Double? {
    switch self {
    case .json(let node): node.double
    case .text(let text): text.utf8.allSatisfy(QueryOptionValue.mayBeInNumber) ? Double(text) : nil
    }
  }

  private static func mayBeInNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  var integer: Int? {
    switch self {
    case .json(let node): node.integer
    case .text(let text): text.utf8.allSatisfy { $0 &- 0x30 <= 9 } ? Int(text) : nil
    }
  }

  fileprivate var flag: Bool? {
    switch self {
    case .json(let node): node.bool
    case .text("true"), .text("1"): true
    case .text("false"), .text("0"): false
    case .text: nil
    }
  }

  fileprivate var layers: LayerChoice? {
    switch self {
    case .json(let node) where node.bool != nil: node.bool == true ? .all : LayerChoice.none
    case .text(LayerChoice.allWord): .all
    default: names.map { .named($0) }
    }
  }

  /// The names; nil if the value is not a list of them.
  fileprivate var names: [String]? {
    switch self {
    case .json(let node): node.strings
    case .text(let text): text.split(separator: ",").map(String.init)
    }
  }

  /// The languages in canonical form; nil if the value is of another kind. Reads at most one more than allowed.
  fileprivate func languages() throws(LanguageError) -> [String]? {
    guard case .json(let node) = self else {
      return try word.map { text throws(LanguageError) in try LanguageList.parse(text) }
    }
    guard let tags = node.strings else { return nil }
    var languages: [String] = []
    for tag in tags.prefix(ProtocolLimits.languages + 1) { languages.append(try LanguageList.canonical(tag)) }
    return languages
  }

  fileprivate var isJSON: Bool { if case .json = self { true } else { false } }

  fileprivate var word: String? {
    switch self {
    case .json(let node): node.string
    case .text(let text): text
    }
  }
}

/// Options given as texts, as in a URL or on a command line.
package struct TextOptions: QueryOptionSource {
  private let values: [(name: String, value: String)]
  private let labels: [String: String]

  /// Creates options by their names in the protocol; if a name occurs twice, the first one counts.
  ///
  /// - Parameter labels: the names of options in error messages, where their source calls them differently.
  package init(_ values: [(name: String, value: String)], labels: [String: String] = [:]) {
    self.values = values
    self.labels = labels
  }

  package func option(_ name: StaticString) -> QueryOptionValue? {
    let name = String(describing: name)
    return values.first { $0.name == name }.map { .text($0.value) }
  }

  package func label(_ name: StaticString) -> String {
    "'\(labels[String(describing: name)] ?? String(describing: name))'"
  }
}
