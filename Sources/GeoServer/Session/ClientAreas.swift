import GeoEngine
import GeoModel
import GeoStore
import GeoWire

/// Layers of areas that a client has set for its own watches. They are in no store, and other clients do not see them.
struct ClientAreas {
  private struct Layer {
    var name: String
    var areas: AreaList
    var corners: Int
    /// The bytes reserved for it.
    var heldBytes: Int
  }

  private var layers: [Layer] = []
  /// The names of removed layers, at most as many as there may be layers.
  ///
  /// Watches that name one of them get no areas. Without this list, the store would report an unknown layer.
  private var removed: [String] = []

  var isEmpty: Bool { layers.isEmpty && removed.isEmpty }
  /// The bytes reserved for all layers.
  var heldBytes: Int { layers.reduce(0) { $0 + $1.heldBytes } }
  /// The layers in the order in which they were set, each with its number of areas.
  var counts: [(layer: String, areas: Int)] { layers.map { ($0.name, $0.areas.count) } }

  /// Adds a layer, replacing one of the same name.
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

  /// Removes a layer; false if there is none of the name.
  @discardableResult mutating func remove(_ name: String, _ budget: MemoryBudget) -> Bool {
    guard let place = layers.firstIndex(where: { $0.name == name }) else { return false }
    budget.release(layers.remove(at: place).heldBytes)
    if removed.count >= ProtocolLimits.layers { removed.removeFirst() }
    removed.append(name)
    return true
  }

  /// Estimates the memory of an area: arrays with headers and twice the capacity that they use, and texts with a
  /// dictionary's overhead for each.
  private static func bytes(of area: OwnArea) -> Int {
    let texts = area.label.properties.reduce(area.label.name.utf8.count + (area.label.id?.utf8.count ?? 0)) {
      $0 + 160 + $1.key.utf8.count + $1.value.byteCount
    }
    return area.polygons.reduce(384 + texts) { $0 + $1.reduce(128) { $0 + 96 + 16 * $1.count } }
  }

  // MARK: Watches

  /// Checks that each layer that a watch names is one of the client or of the server.
  ///
  /// - Throws: an error that lists all of them.
  func check(_ layers: LayerChoice, _ ofServer: [String]) throws(WireError) {
    guard case .named(let names) = layers else { return }
    let known = ofServer + self.layers.map(\.name).filter { !ofServer.contains($0) }
    guard let missing = names.first(where: { !known.contains($0) && !removed.contains($0) }) else { return }
    throw WireError(.noLayer(missing, among: known))
  }

  /// The part of a query for the store and the server's own layers.
  func rest(of query: PlacemarkQuery) -> PlacemarkQuery {
    guard case .named(let names) = query.layers else { return query }
    var rest = query
    let others = names.filter { name in !layers.contains { $0.name == name } && !removed.contains(name) }
    rest.layers = others.isEmpty ? .none : .named(others)
    return rest
  }

  /// Adds the areas of the client's layers at a point to a placemark. A layer of the client hides one of the server
  /// with the same name.
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
  /// The bytes that it holds besides itself.
  fileprivate var byteCount: Int { if case .text(let text) = self { text.utf8.count } else { 0 } }
}
