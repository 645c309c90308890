import GeoEngine
import GeoModel
import GeoStore
import GeoWire

/// Layers of areas that a client has given its own watches. They are in no store, and nobody else hears of them.
struct ClientAreas {
  private struct Layer {
    var layer: OwnLayer
    var corners: Int
    /// Bytes that are reserved for it.
    var heldBytes: Int
  }

  private var layers: [Layer] = []

  var isEmpty: Bool { layers.isEmpty }
  /// Bytes that are reserved for all of them.
  var heldBytes: Int { layers.reduce(0) { $0 + $1.heldBytes } }
  /// The layers in the order in which they came, with how many areas each has.
  var counts: [(layer: String, areas: Int)] { layers.map { ($0.layer.name, $0.layer.index.count) } }

  /// Takes a layer, in the place of one with its name.
  mutating func set(_ given: WireAreas, _ budget: MemoryBudget) throws(WireError) {
    let others = layers.filter { $0.layer.name != given.layer }
    guard others.count < ProtocolLimits.layers else {
      throw WireError(.loadingThrottled, "a client may have \(ProtocolLimits.layers) layers; remove one first")
    }
    let corners = given.corners
    guard others.reduce(corners, { $0 + $1.corners }) <= ProtocolLimits.clientCorners else {
      throw WireError(
        .invalidQuery,
        "the areas of a client may have \(ProtocolLimits.clientCorners) corners in all; give geocoded larger ones with --areas"
      )
    }
    // An index has some bytes for each corner and at most a few dozen; names and properties are as long as they came.
    let held = 64 * corners + given.areas.reduce(0) { $0 + 256 + ClientAreas.length(of: $1.label) }
    guard budget.reserve(held) else {
      throw WireError(.loadingThrottled, "the server has no room for so many areas now; try again later")
    }
    remove(given.layer, budget)
    layers.append(
      Layer(
        layer: OwnLayer(name: given.layer, index: AreaIndex(given.areas)), corners: corners, heldBytes: held))
  }

  /// Forgets a layer; false where there is none.
  @discardableResult mutating func remove(_ name: String, _ budget: MemoryBudget) -> Bool {
    guard let place = layers.firstIndex(where: { $0.layer.name == name }) else { return false }
    budget.release(layers.remove(at: place).heldBytes)
    return true
  }

  private static func length(of label: LayerArea) -> Int {
    label.properties.reduce(label.name.utf8.count + (label.id?.utf8.count ?? 0)) {
      $0 + $1.key.utf8.count + "\($1.value)".utf8.count
    }
  }

  // MARK: Watches

  /// What is left to be asked of the store and the server's own layers.
  func rest(of query: PlacemarkQuery) -> PlacemarkQuery {
    guard case .named(let names) = query.layers else { return query }
    var rest = query
    let others = names.filter { name in !layers.contains { $0.layer.name == name } }
    rest.layers = others.isEmpty ? .none : .named(others)
    return rest
  }

  /// Adds what the client's layers have at a point to the answer. A layer of the client hides one of the server with its name.
  func add(to placemark: inout Placemark, for query: PlacemarkQuery) {
    let asked: [Layer]
    switch query.layers {
    case .none: return
    case .all: asked = layers
    case .named(let names): asked = layers.filter { names.contains($0.layer.name) }
    }
    var told = (placemark.layers ?? []).filter { known in !asked.contains { $0.layer.name == known.layer } }
    let point = FixedPoint(query.coordinate).withinTheWorld
    told += asked.map { LayerAreas(layer: $0.layer.name, areas: $0.layer.index.areas(containing: point)) }
    placemark.layers = told
  }
}

extension Session {
  mutating func setAreas(_ given: WireAreas, _ destination: Destination) {
    do throws(WireError) {
      try areas.set(given, server.budget)
      write(destination) { writer in
        writer.beginObject()
        writer.member("areas", given.areas.count)
        if given.leftOut > 0 { writer.member("leftOut", given.leftOut) }
        writer.member("firstLeftOut", given.firstLeftOut)
        writer.endObject()
      }
      lookAgain { $0.watch.asksForLayers }
    } catch { write(destination, error) }
  }

  mutating func removeAreas(_ layer: String, _ destination: Destination) {
    let wasThere = areas.remove(layer, server.budget)
    write(destination) { writer in
      writer.beginObject()
      writer.member("removed", wasThere)
      writer.endObject()
    }
    if wasThere { lookAgain { $0.watch.asksForLayers } }
  }

  func listAreas(_ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("layers")
    writer.beginArray()
    for (layer, count) in areas.counts {
      writer.object { json in
        json.member("layer", layer)
        json.member("areas", count)
      }
    }
    writer.endArray()
    writer.endObject()
  }
}
