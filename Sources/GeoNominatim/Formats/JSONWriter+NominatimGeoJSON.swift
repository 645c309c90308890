import GeoModel
import GeoStore
import GeoWire

// The format `geojson`: longitude first, numbers as numbers.

extension JSONWriter {
  /// A collection with the one feature.
  mutating func geoJSON(_ result: NominatimResult, _ request: NominatimRequest) {
    beginObject()
    key("type")
    word("FeatureCollection")
    key("licence")
    word(Attribution.line)
    key("features")
    beginArray()
    beginObject()
    key("type")
    word("Feature")
    properties(result, request)
    key("bbox")
    beginArray()
    for edge in [result.box.minX, result.box.minY, result.box.maxX, result.box.maxY] { degreesNumber(edge) }
    endArray()
    featureGeometry(result)
    endObject()
    endArray()
    endObject()
  }

  /// The same members as in jsonv2, without places and boxes: those are the feature's own.
  private mutating func properties(_ result: NominatimResult, _ request: NominatimRequest) {
    key("properties")
    beginObject()
    placeID(result)
    object(result.source)
    key("place_rank")
    integer(result.ranks.search)
    member("category", result.category)
    member("type", result.type)
    description(result)
    details(result, request)
    endObject()
  }

  /// The shape if it was asked for, else the point.
  mutating func featureGeometry(_ result: NominatimResult) {
    key("geometry")
    raw(GeometryText.geoJSON(result.shape ?? .point(result.center)))
  }

  /// Degrees as a number; at most seven decimals.
  private mutating func degreesNumber(_ units: Int32) { degrees(Double(units) / FixedPoint.unitsPerDegree) }
}
