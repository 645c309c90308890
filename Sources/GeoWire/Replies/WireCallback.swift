import GeoModel

/// The parts of an address whose changes a location watch reports; the raw value is the word on the wire.
public enum WatchLevel: String, Hashable, Sendable, CaseIterable {
  case country, state, county, city, street, road

  /// Whether it is an area, which is entered and left; streets and roads are lines.
  var isArea: Bool { self != .street && self != .road }
}

/// An area that a watch entered or left.
public struct WatchArea: Hashable, Sendable {
  /// The level of the area in the address; never `street` or `road`.
  public var level: WatchLevel
  /// Its name in the requested language.
  public var name: String
  /// The OpenStreetMap object; nil if it is unknown or not from OpenStreetMap.
  public var source: SourceReference?

  /// Creates an area of a level with its name.
  public init(level: WatchLevel, name: String, source: SourceReference? = nil) {
    self.level = level
    self.name = name
    self.source = source
  }
}

/// An event of a location watch.
public enum WatchEvent: Hashable, Sendable {
  /// The address changed at these levels, coarse to fine.
  ///
  /// The first such event of a watch has all known levels.
  case didUpdatePlacemark(Placemark, changed: [WatchLevel], timestamp: Double?)
  /// An area was entered.
  case didEnterArea(WatchArea)
  /// An area was left.
  case didExitArea(WatchArea)
  /// A custom area was entered.
  case didEnterLayerArea(LayerArea, layer: String)
  /// A custom area was left.
  case didExitLayerArea(LayerArea, layer: String)
  /// The speed exceeds the road's limit by more than the tolerance.
  ///
  /// Reported once, until the speed is within the limit and tolerance again or the limit changes.
  case didExceedSpeedLimit(PlacemarkRoad, metersPerSecond: Double, timestamp: Double?)
  /// A position has no answer.
  ///
  /// The same kind of error is reported once, until there is an answer or another error.
  case didFail(GeocodingError)
}

/// A notification from the server.
package enum WireCallback {
  /// The final callback of a geocoder, by its number.
  case geocoder(Int, Result<[Placemark], GeocodingError>)
  /// A callback of a watch, by its number.
  case watch(Int, WatchEvent)

  init?(_ node: JSONNode) {
    guard let method = node.member("method"), let params = node.member("params") else { return nil }
    if let geocoder = params.member("geocoder")?.integer {
      self = .geocoder(geocoder, params.placemarks.mapError(\.geocodingError))
    } else if let watch = params.member("watch")?.integer, let event = WatchEvent(method, params) {
      self = .watch(watch, event)
    } else {
      return nil
    }
  }
}

extension WatchEvent {
  init?(_ method: JSONNode, _ params: JSONNode) {
    switch method.string {
    case "locationWatch.didUpdatePlacemark":
      guard let placemark = params.member("placemark").flatMap(Placemark.init) else { return nil }
      let changed = (params.member("changed")?.strings ?? []).compactMap(WatchLevel.init(rawValue:))
      self = .didUpdatePlacemark(placemark, changed: changed, timestamp: params.member("timestamp")?.double)
    case "locationWatch.didEnterArea":
      if let layer = params.member("layer")?.string {
        guard let area = LayerArea(params) else { return nil }
        self = .didEnterLayerArea(area, layer: layer)
        return
      }
      guard let area = WatchArea(params) else { return nil }
      self = .didEnterArea(area)
    case "locationWatch.didExitArea":
      if let layer = params.member("layer")?.string {
        guard let area = LayerArea(params) else { return nil }
        self = .didExitLayerArea(area, layer: layer)
        return
      }
      guard let area = WatchArea(params) else { return nil }
      self = .didExitArea(area)
    case "locationWatch.didExceedSpeedLimit":
      guard let road = params.member("road").flatMap(PlacemarkRoad.init),
        let speed = params.member("speedMetersPerSecond")?.double
      else { return nil }
      self = .didExceedSpeedLimit(road, metersPerSecond: speed, timestamp: params.member("timestamp")?.double)
    case "locationWatch.didFailWithError":
      guard let error = params.member("error") else { return nil }
      self = .didFail(WireError(error).geocodingError)
    default: return nil
    }
  }
}

extension WatchArea {
  init?(_ params: JSONNode) {
    guard let level = params.member("level")?.string.flatMap(WatchLevel.init(rawValue:)),
      let name = params.member("name")?.string
    else { return nil }
    self.init(level: level, name: name, source: SourceReference(params.member("source")))
  }
}

extension JSONWriter {
  /// Writes a watch's callback, without a line end.
  package mutating func watchCallback(_ watch: Int, _ event: WatchEvent) {
    switch event {
    case .didUpdatePlacemark(let placemark, let changed, let timestamp):
      callback("locationWatch.didUpdatePlacemark") { writer in
        writer.member("watch", watch)
        writer.key("placemark")
        writer.placemark(placemark)
        writer.key("changed")
        writer.strings(changed.map(\.rawValue))
        writer.member("timestamp", number: timestamp)
      }
    case .didEnterArea(let area): callback("locationWatch.didEnterArea") { $0.areaMembers(watch, area) }
    case .didExitArea(let area): callback("locationWatch.didExitArea") { $0.areaMembers(watch, area) }
    case .didEnterLayerArea(let area, let layer):
      callback("locationWatch.didEnterArea") { $0.areaMembers(watch, area, layer) }
    case .didExitLayerArea(let area, let layer):
      callback("locationWatch.didExitArea") { $0.areaMembers(watch, area, layer) }
    case .didExceedSpeedLimit(let road, let speed, let timestamp):
      callback("locationWatch.didExceedSpeedLimit") { writer in
        writer.member("watch", watch)
        writer.road(road)
        writer.member("speedMetersPerSecond", number: speed)
        writer.member("timestamp", number: timestamp)
      }
    case .didFail(let error):
      callback("locationWatch.didFailWithError") { writer in
        writer.member("watch", watch)
        writer.key("error")
        writer.error(WireError(error))
      }
    }
  }

  private mutating func areaMembers(_ watch: Int, _ area: WatchArea) {
    member("watch", watch)
    member("level", area.level.rawValue)
    member("name", area.name)
    if let source = area.source { member("source", source) }
  }

  private mutating func areaMembers(_ watch: Int, _ area: LayerArea, _ layer: String) {
    member("watch", watch)
    member("layer", layer)
    layerAreaMembers(area)
  }
}
