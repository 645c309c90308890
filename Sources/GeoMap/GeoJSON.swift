@_exported public import GeoModel
import GeoWire

// The decoder lives in GeoWire, below the map, because placemark overlays on the wire use it too. These aliases expose
// it in this module.

/// Decodes GeoJSON (`MKGeoJSONDecoder`).
public typealias GeoJSONDecoder = GeoWire.GeoJSONDecoder
/// The content of a GeoJSON text (`MKGeoJSONObject`).
public typealias GeoJSONObject = GeoWire.GeoJSONObject
/// A feature with geometry, properties and identifier (`MKGeoJSONFeature`).
public typealias GeoJSONFeature = GeoWire.GeoJSONFeature
/// The reason a text is not GeoJSON, with the position.
public typealias GeoJSONError = GeoWire.GeoJSONError
