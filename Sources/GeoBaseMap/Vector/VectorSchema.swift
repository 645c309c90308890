/// The layers of vector tiles and the attributes of their features, as in the documentation and in TileJSON.
package enum VectorSchema {
  /// A layer.
  ///
  /// A tile contains its layers in this order, roughly from bottom to top.
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

  /// The type of an attribute's value, in the words of TileJSON.
  package enum ValueType: String, Sendable {
    case text = "String", number = "Number", yes = "Boolean"
  }

  /// The highest level of tiles; clients enlarge these tiles beyond it.
  package static let maximumLevel = 16

  /// Returns the attributes of a layer.
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

  /// Returns the type of an attribute's value.
  package static func type(of key: Key) -> ValueType {
    switch key {
    case .kind, .name, .ref, .category, .number: .text
    case .layer, .population, .size, .height, .adminLevel: .number
    case .bridge, .tunnel, .isCoarse, .isOneWay, .isCapital: .yes
    }
  }

  /// Returns the first level at which a layer may have content.
  package static func firstLevel(of layer: Layer) -> Int {
    switch layer {
    case .earth, .border, .ground, .water, .waterway, .name, .place: 0
    case .road: 4
    case .rail: 8
    case .structure: 12
    case .building, .barrier: 14
    case .houseNumber, .poi: 16
    }
  }

  /// Returns a sentence about the content of a layer.
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
