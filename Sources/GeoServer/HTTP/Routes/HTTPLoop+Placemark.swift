import GeoModel
import GeoWire

extension HTTPLoop {
  /// `/placemark`: our own placemark.
  func placemark(_ call: HTTPCall, _ opened: OpenedEngine) -> HTTPReply {
    do throws(WireError) {
      let parameters = try PlacemarkParameters(call.parameters)
      return HTTPLoop.reply(try placemarks(parameters.query, opened), parameters)
    } catch { return .problem(error) }
  }

  /// What the engine says.
  func placemarks(_ query: PlacemarkQuery, _ opened: OpenedEngine) throws(WireError) -> [Placemark] {
    do throws(GeocodingError) {
      let found = try opened.engine.placemarks(for: query)
      guard !found.isEmpty else { throw GeocodingError(.placemarkNotFound) }
      return found
    } catch {
      guard error.code == .serverFailure else { throw WireError(error) }
      // The sentence names files of this machine.
      state.logger.error("a query failed", metadata: ["error": "\(error.message)"])
      throw WireError(.serverFailure, "the server cannot read its data; its log says more")
    }
  }

  private static func reply(_ placemarks: [Placemark], _ parameters: PlacemarkParameters) -> HTTPReply {
    if parameters.isGeoJSON { return features(placemarks, isList: parameters.isList) }
    return .json { writer in
      guard parameters.isList else { return writer.placemark(placemarks[0]) }
      writer.beginObject()
      writer.placemarkMembers(placemarks, isList: true)
      writer.endObject()
    }
  }

  private static func features(_ placemarks: [Placemark], isList: Bool) -> HTTPReply {
    var reply = HTTPReply.json { writer in
      guard isList else { return writer.feature(placemarks[0]) }
      writer.beginObject()
      writer.key("type")
      writer.word("FeatureCollection")
      writer.key("features")
      writer.beginArray()
      for placemark in placemarks { writer.feature(placemark) }
      writer.endArray()
      writer.endObject()
    }
    reply.contentType = HTTPReply.ContentType.geoJSON
    return reply
  }
}
