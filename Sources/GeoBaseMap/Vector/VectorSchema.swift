/// The layers of vector tiles and the attributes of their features: what the documentation lists and TileJSON tells.
package enum VectorSchema {
  /// A layer; they come in this order, from below to the top.
  package enum Layer: String, CaseIterable, Sendable {
    case earth, ground, waterway, water, structure, barrier, building, road, rail, border
    case place, name, houseNumber = "house_number", poi
  }

  /// An attribute.
  package enum Key: String, CaseIterable, Sendable {
    case kind, name, ref, bridge, tunnel, layer, population, size, height, category, number
    case adminLevel = "admin_level"
    case isCoarse = "coarse"
    case isOneWay = "oneway"
    case isCapital = "capital"
  }

  /// What an attribute's value is, in the words of TileJSON.
  package enum ValueType: String, Sendable {
    case text = "String", number = "Number", yes = "Boolean"
  }

  /// The deepest level: clients enlarge its tiles.
  package static let maximumLevel = 16

  /// The attributes of a layer.
  package static func keys(of layer: Layer) -> [Key] {
    switch layer {
    case .earth: [.kind, .isCoarse]
    case .ground, .water: [.kind]
    case .waterway: [.kind, .name, .tunnel]
    case .structure, .barrier: [.kind]
    case .building: []
    case .road: [.kind, .name, .ref, .bridge, .tunnel, .layer, .isOneWay]
    case .rail: [.kind, .name, .bridge, .tunnel, .layer]
    case .border: [.adminLevel, .isCoarse]
    case .place: [.kind, .name, .population, .size, .isCapital]
    case .name: [.kind, .name, .size, .height]
    case .houseNumber: [.number]
    case .poi: [.name, .category]
    }
  }

  /// What an attribute's value is.
  package static func type(of key: Key) -> ValueType {
    switch key {
    case .kind, .name, .ref, .category, .number: .text
    case .layer, .population, .size, .height, .adminLevel: .number
    case .bridge, .tunnel, .isCoarse, .isOneWay, .isCapital: .yes
    }
  }

  /// The first level at which a layer may have something.
  package static func firstLevel(of layer: Layer) -> Int {
    switch layer {
    case .earth, .border, .ground, .water, .waterway, .name: 0
    case .place: 1
    case .road: 4
    case .rail: 8
    case .structure: 12
    case .building, .barrier: 14
    case .houseNumber, .poi: 16
    }
  }

  /// What a layer holds, in a sentence.
  package static func summary(of layer: Layer) -> String {
    switch layer {
    case .earth: "Land and sea, to be filled in the order in which they come, over the color of the sea."
    case .ground: "Land cover, from below to the top."
    case .waterway: "Rivers, canals and streams as lines, and ferries."
    case .water: "Lakes, wide rivers and pools."
    case .structure: "What stands over water and land: piers, breakwaters, the area of bridges."
    case .barrier: "Walls, fences and hedges, and power lines."
    case .building: "Outlines of buildings."
    case .road: "Roads and paths."
    case .rail: "Railways, trams, cable cars, runways."
    case .border: "Borders, each once."
    case .place: "Countries, states, settlements and seas as points."
    case .name: "Names of waters, ranges and deserts, parks, grounds, buildings and mountains as points."
    case .houseNumber: "House numbers as points."
    case .poi: "Places of interest as points."
    }
  }
}
