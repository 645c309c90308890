// Encodes roads with Swift's own encoders, with the names and digits of the protocol. Unknown values are left out, and
// so is false for `bridge`, `tunnel` and `oneway`.

extension PlacemarkRoad: Codable {
  private enum Key: String, CodingKey {
    case name, ref, roadClass = "class", way, coordinate, distanceMeters, direction, destination
    case isBridge = "bridge", isTunnel = "tunnel", structureName, crossStreets, hundredBlock
    case previousJunction, nextJunction
    case kilometer, maxSpeed, surface, hasToll = "toll", isOneway = "oneway", lanes, access
  }

  /// Writes the road as the daemon does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(ref, forKey: .ref)
    try container.encode(roadClass, forKey: .roadClass)
    try container.encode(way, forKey: .way)
    try container.encode(RoundedCoordinate(coordinate), forKey: .coordinate)
    try container.encode(distanceMeters.roundedToDecimeters, forKey: .distanceMeters)
    try container.encodeIfPresent(direction, forKey: .direction)
    try container.encodeIfPresent(destination, forKey: .destination)
    if isBridge { try container.encode(true, forKey: .isBridge) }
    if isTunnel { try container.encode(true, forKey: .isTunnel) }
    try container.encodeIfPresent(structureName, forKey: .structureName)
    try container.encodeIfPresent(crossStreets, forKey: .crossStreets)
    try container.encodeIfPresent(hundredBlock, forKey: .hundredBlock)
    try container.encodeIfPresent(previousJunction, forKey: .previousJunction)
    try container.encodeIfPresent(nextJunction, forKey: .nextJunction)
    try container.encodeIfPresent(kilometer?.roundedToDecimeters, forKey: .kilometer)
    try container.encodeIfPresent(maxSpeed, forKey: .maxSpeed)
    try container.encodeIfPresent(surface, forKey: .surface)
    try container.encodeIfPresent(hasToll, forKey: .hasToll)
    if isOneway { try container.encode(true, forKey: .isOneway) }
    try container.encodeIfPresent(lanes, forKey: .lanes)
    try container.encodeIfPresent(access, forKey: .access)
  }

  /// Reads the output of ``encode(to:)`` or of the daemon; skips unknown members.
  ///
  /// - Throws: `DecodingError` when the class, the way or the coordinate is missing, or a member has a wrong type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      roadClass: try container.decode(String.self, forKey: .roadClass),
      way: try container.decode(SourceReference.self, forKey: .way),
      coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
      distanceMeters: try container.decodeIfPresent(Double.self, forKey: .distanceMeters) ?? 0)
    name = try container.decodeIfPresent(String.self, forKey: .name)
    ref = try container.decodeIfPresent(String.self, forKey: .ref)
    direction = try container.decodeIfPresent(CompassPoint.self, forKey: .direction)
    destination = try container.decodeIfPresent(String.self, forKey: .destination)
    isBridge = try container.decodeIfPresent(Bool.self, forKey: .isBridge) ?? false
    isTunnel = try container.decodeIfPresent(Bool.self, forKey: .isTunnel) ?? false
    structureName = try container.decodeIfPresent(String.self, forKey: .structureName)
    crossStreets = try container.decodeIfPresent(CrossStreets.self, forKey: .crossStreets)
    hundredBlock = try container.decodeIfPresent(Int.self, forKey: .hundredBlock)
    previousJunction = try container.decodeIfPresent(RoadJunction.self, forKey: .previousJunction)
    nextJunction = try container.decodeIfPresent(RoadJunction.self, forKey: .nextJunction)
    kilometer = try container.decodeIfPresent(Double.self, forKey: .kilometer)
    maxSpeed = try container.decodeIfPresent(RoadSpeed.self, forKey: .maxSpeed)
    surface = try container.decodeIfPresent(String.self, forKey: .surface)
    hasToll = try container.decodeIfPresent(Bool.self, forKey: .hasToll)
    isOneway = try container.decodeIfPresent(Bool.self, forKey: .isOneway) ?? false
    lanes = try container.decodeIfPresent(Int.self, forKey: .lanes)
    access = try container.decodeIfPresent(String.self, forKey: .access)
  }
}

extension CrossStreets: Codable {
  private enum Key: String, CodingKey { case position, names }

  /// The word on the wire: `at`, `between` or `near`.
  package var position: String {
    switch self {
    case .at: "at"
    case .between: "between"
    case .near: "near"
    }
  }

  /// Creates cross streets from the wire's values; nil for an unknown word or too few names.
  package init?(position: String, names: [String]) {
    switch (position, names.count) {
    case ("at", 1...): self = .at(names[0])
    case ("between", 2...): self = .between(names[0], names[1])
    case ("near", 1...): self = .near(names[0])
    default: return nil
    }
  }

  /// Writes `{"position":"between","names":["9th Street","10th Street"]}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(position, forKey: .position)
    try container.encode(names, forKey: .names)
  }

  /// Reads the output of ``encode(to:)``.
  ///
  /// - Throws: `DecodingError` when the position is unknown or a name is missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let position = try container.decode(String.self, forKey: .position)
    guard let streets = CrossStreets(position: position, names: try container.decode([String].self, forKey: .names))
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .position, in: container, debugDescription: "there are no cross streets '\(position)' with these names")
    }
    self = streets
  }
}
