import GeoModel
import Testing

@testable import GeoServer
@testable import GeoWire

/// Areas that a client sends for its watches, without sockets.
@Suite struct ClientAreasTests {
  /// A square of one degree with this many corners on its edge.
  private func layer(_ name: String, corners: Int = 4, at degrees: Double = 0) -> WireAreas {
    func point(_ x: Double, _ y: Double) -> FixedPoint {
      FixedPoint(
        x: Int32((x + degrees) * FixedPoint.unitsPerDegree), y: Int32((y + degrees) * FixedPoint.unitsPerDegree))
    }
    let side = (0..<corners - 3).map { point(Double($0) / Double(max(1, corners - 3)), 0) }
    let ring = side + [point(1, 0), point(1, 1), point(0, 1)]
    return WireAreas(
      layer: name, areas: [OwnArea(label: LayerArea(name: "square of \(name)"), polygons: [[ring]])], leftOut: 0,
      firstLeftOut: nil)
  }

  @Test("what is held is reserved, and given back when a layer is replaced or removed")
  func memory() throws {
    let budget = MemoryBudget(limit: 4 << 20)
    var areas = ClientAreas()
    try areas.set(layer("a", corners: 1_000), budget)
    let large = areas.heldBytes
    #expect(large > 16_000 && areas.counts.map(\.layer) == ["a"])
    try areas.set(layer("a"), budget)
    #expect(areas.heldBytes < 1_000 && areas.counts.count == 1)
    // The whole remaining budget is available.
    #expect(!budget.reserve(1 << 20) && budget.reserve((1 << 20) - areas.heldBytes))
    #expect(throws: WireError.self) { try areas.set(layer("b"), budget) }
    #expect(areas.counts.map(\.layer) == ["a"])
    #expect(areas.remove("a", budget) && !areas.remove("a", budget) && areas.counts.isEmpty && areas.heldBytes == 0)
    #expect(budget.reserve(500))
  }

  @Test("properties count for what a dictionary takes, not for their letters alone")
  func properties() throws {
    let budget = MemoryBudget(limit: 1 << 30)
    var areas = ClientAreas()
    var many = layer("a")
    try areas.set(many, budget)
    let before = areas.heldBytes
    for number in 0..<64 { many.areas[0].label.properties["p\(number)"] = .number(1) }
    try areas.set(many, budget)
    #expect(areas.heldBytes - before > 64 * 100)
  }

  @Test("a name that was removed is not asked of the store; there are as many such names as there may be layers")
  func removed() throws {
    let budget = MemoryBudget(limit: 1 << 30)
    var areas = ClientAreas()
    var query = PlacemarkQuery(coordinate: try Coordinate(latitude: 0.5, longitude: 0.5))
    func isAsked(_ name: String) -> Bool {
      query.layers = .named([name])
      return areas.rest(of: query).layers != .none
    }
    #expect(isAsked("a0"))
    for number in 0...ProtocolLimits.layers {
      try areas.set(layer("a\(number)"), budget)
      areas.remove("a\(number)", budget)
    }
    #expect(isAsked("a0") && !isAsked("a1") && !isAsked("a\(ProtocolLimits.layers)") && !areas.isEmpty)
    try areas.set(layer("a1"), budget)
    #expect(!isAsked("a1") && areas.counts.map(\.layer) == ["a1"])
  }

  @Test("a client has so many corners and layers, and no more")
  func limits() throws {
    let budget = MemoryBudget(limit: 1 << 30)
    var areas = ClientAreas()
    try areas.set(layer("a", corners: ProtocolLimits.clientCorners - 4), budget)
    try areas.set(layer("b"), budget)
    #expect(throws: WireError.self) { try areas.set(layer("c"), budget) }
    // A replacement of the same layer may be as large.
    try areas.set(layer("a", corners: ProtocolLimits.clientCorners - 4), budget)
    try areas.set(layer("a"), budget)
    for number in 2..<ProtocolLimits.layers { try areas.set(layer("layer\(number)"), budget) }
    let error = #expect(throws: WireError.self) { try areas.set(layer("more"), budget) }
    #expect(error?.message.contains("remove one") == true)
  }

  @Test("the store is asked for what the client does not have; a layer of the client hides one of the same name")
  func merging() throws {
    let budget = MemoryBudget(limit: 1 << 30)
    var areas = ClientAreas()
    try areas.set(layer("mine"), budget)
    try areas.set(layer("both", at: 5), budget)
    var query = PlacemarkQuery(coordinate: try Coordinate(latitude: 0.5, longitude: 0.5))
    func told(_ choice: LayerChoice, _ known: [LayerAreas]?) -> [String] {
      query.layers = choice
      var placemark = Placemark(coordinate: query.coordinate, distanceMeters: 0, match: .country, source: nil)
      placemark.layers = known
      areas.add(to: &placemark, for: query)
      return (placemark.layers ?? []).map { "\($0.layer)\($0.areas.map(\.name))" }
    }
    let server = [LayerAreas(layer: "both", areas: [LayerArea(name: "theirs")]), LayerAreas(layer: "zones", areas: [])]
    #expect(told(.none, nil).isEmpty)
    #expect(told(.all, server) == ["zones[]", #"mine["square of mine"]"#, "both[]"])
    #expect(told(.named(["mine"]), nil) == [#"mine["square of mine"]"#])
    #expect(told(.named(["both"]), nil) == ["both[]"])
    query.layers = .named(["zones", "mine", "both"])
    #expect(areas.rest(of: query).layers == .named(["zones"]))
    query.layers = .named(["mine"])
    #expect(areas.rest(of: query).layers == .none)
    query.layers = .all
    #expect(areas.rest(of: query).layers == .all)
  }
}
