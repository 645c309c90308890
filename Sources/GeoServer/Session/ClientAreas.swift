import GeoEngine
import GeoModel
import GeoStore
import GeoWire

/// Layers of areas that a client has given its own watches. They are in no store, and nobody else hears of them.
struct ClientAreas {
  private struct Layer {
    var name: String
    var areas: AreaList
    var corners: Int
    /// Bytes that are reserved for it.
    var heldBytes: Int
  }

  private var layers: [Layer] = []
  /// Names of layers that were removed, at most as many as there may be layers. Watches that ask for one of them hear of no areas, as the server
  /// would say that it does not know it.
  private var removed: [String] = []

  var isEmpty: Bool { layers.isEmpty && removed.isEmpty }
  /// Bytes that are reserved for all of them.
  var heldBytes: Int { layers.reduce(0) { $0 + $1.heldBytes } }
  /// The layers in the order in which they came, with how many areas each has.
  var counts: [(layer: String, areas: Int)] { layers.map { ($0.name, $0.areas.count) } }

  /// Takes a layer, in the place of one with its name.
  mutating func set(_ given: WireAreas, _ budget: MemoryBudget) throws(WireError) {
    let others = layers.filter { $0.name != given.layer }
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
    let held = given.areas.reduce(0) { $0 + ClientAreas.bytes(of: $1) }
    guard budget.reserve(held) else {
      throw WireError(.loadingThrottled, "the server has no room for so many areas now; try again later")
    }
    remove(given.layer, budget)
    removed.removeAll { $0 == given.layer }
    layers.append(Layer(name: given.layer, areas: AreaList(given.areas), corners: corners, heldBytes: held))
  }

  /// Forgets a layer; false where there is none.
  @discardableResult mutating func remove(_ name: String, _ budget: MemoryBudget) -> Bool {
    guard let place = layers.firstIndex(where: { $0.name == name }) else { return false }
    budget.release(layers.remove(at: place).heldBytes)
    if removed.count >= ProtocolLimits.layers { removed.removeFirst() }
    removed.append(name)
    return true
  }

  /// What an area takes: arrays that may have grown to twice what is in them, their heads, and texts with what a dictionary needs for each.
  private static func bytes(of area: OwnArea) -> Int {
    let texts = area.label.properties.reduce(area.label.name.utf8.count + (area.label.id?.utf8.count ?? 0)) {
      $0 + 160 + $1.key.utf8.count + $1.value.byteCount
    }
    return area.polygons.reduce(384 + texts) { $0 + $1.reduce(128) { $0 + 96 + 16 * $1.count } }
  }

  // MARK: Watches

  /// What is left to be asked of the store and the server's own layers.
  func rest(of query: PlacemarkQuery) -> PlacemarkQuery {
    guard case .named(let names) = query.layers else { return query }
    var rest = query
    let others = names.filter { name in !layers.contains { $0.name == name } && !removed.contains(name) }
    rest.layers = others.isEmpty ? .none : .named(others)
    return rest
  }

  /// Adds what the client's layers have at a point to the answer. A layer of the client hides one of the server with its name.
  func add(to placemark: inout Placemark, for query: PlacemarkQuery) {
    let asked: [Layer]
    switch query.layers {
    case .none: return
    case .all: asked = layers
    case .named(let names): asked = layers.filter { names.contains($0.name) }
    }
    var told = (placemark.layers ?? []).filter { known in !asked.contains { $0.name == known.layer } }
    let point = FixedPoint(query.coordinate).withinTheWorld
    told += asked.map { LayerAreas(layer: $0.name, areas: $0.areas.areas(containing: point)) }
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

extension LayerValue {
  /// Bytes that it has besides itself.
  fileprivate var byteCount: Int { if case .text(let text) = self { text.utf8.count } else { 0 } }
}
