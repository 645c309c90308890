@_exported public import GeoModel
import GeoWire

// The decoder reads overlays of placemarks on the wire, too, so it stands below the map; these are its names here.

/// Decodes GeoJSON (`MKGeoJSONDecoder`).
public typealias GeoJSONDecoder = GeoWire.GeoJSONDecoder
/// What a GeoJSON text holds (`MKGeoJSONObject`).
public typealias GeoJSONObject = GeoWire.GeoJSONObject
/// A feature with geometry, properties and identifier (`MKGeoJSONFeature`).
public typealias GeoJSONFeature = GeoWire.GeoJSONFeature
/// Why a text is not GeoJSON, and where.
public typealias GeoJSONError = GeoWire.GeoJSONError
