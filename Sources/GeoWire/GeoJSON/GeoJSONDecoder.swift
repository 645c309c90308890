import GeoSupport

/// Decodes GeoJSON (`MKGeoJSONDecoder`): feature collections, features and all seven geometry types at the top level.
///
/// One invalid feature fails the whole text. Positions have the longitude first, as in GeoJSON; a third number is
/// ignored. A geometry collection gives its geometries in one flat list. A feature's null geometry and a geometry
/// without coordinates give none.
public struct GeoJSONDecoder: Sendable {
  /// Creates a decoder; it has no options.
  public init() {}

  /// The objects of a text: the features of a feature collection in order, or else one feature, or the shapes of a
  /// geometry.
  ///
  /// - Parameter bytes: UTF-8, less than 4 GB, with or without a byte order mark.
  /// - Throws: ``GeoJSONError`` that names the place.
  public func decode(_ bytes: [UInt8]) throws(GeoJSONError) -> [GeoJSONObject] {
    // Positions in errors count from behind the mark.
    let bytes = bytes.starts(with: ByteOrderMark.bytes) ? Array(bytes.dropFirst(ByteOrderMark.bytes.count)) : bytes
    var parser = JSONParser()
    let result: Result<[GeoJSONObject], GeoJSONFault>
    do throws(JSONError) {
      result = try parser.parse(bytes) { root in
        var reader = GeoJSONReader()
        do throws(GeoJSONFault) { return .success(try reader.objects(root)) } catch { return .failure(error) }
      }
    } catch {
      result = .failure(GeoJSONFault(path: "", offset: error.offset, reason: error.reason))
    }
    switch result {
    case .success(let objects): return objects
    case .failure(let fault): throw GeoJSONError(fault, in: bytes)
    }
  }
}
