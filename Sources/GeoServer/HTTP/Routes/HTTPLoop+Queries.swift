import GeoModel
import GeoNominatim
import GeoStore
import GeoWire
import HTTPTypes

extension HTTPLoop {
  /// Answers Nominatim's `/reverse`.
  func reverse(_ call: HTTPCall, _ opened: OpenedEngine) -> HTTPReply {
    let parameters = call.parameters
    guard let nominatim = opened.nominatim else { return .problem(WireError(.serverFailure, "there is no store")) }
    do throws(NominatimProblem) {
      let request = state.limit.apply(
        to: try NominatimRequest(parameters: parameters, acceptLanguage: call.field(.acceptLanguage)))
      if request.callback != nil, !state.options.allowsCallbacks { throw HTTPLoop.noCallbacks }
      return .nominatim(try readable { () throws(StoreError) in try nominatim.respond(to: request) })
    } catch { return .nominatim(NominatimResponder.response(to: error, parameters: parameters)) }
  }

  /// Reads from the store. The message of a failure names files of this machine, so the client gets another one.
  private func readable(
    _ respond: () throws(StoreError) -> NominatimResponse
  ) throws(NominatimProblem) -> NominatimResponse {
    do throws(StoreError) { return try respond() } catch {
      state.server.noteUnreadable(error.message)
      throw NominatimProblem(status: 500, message: WireError.unreadableStore.message)
    }
  }

  private static let noCallbacks = NominatimProblem(
    status: 403,
    message: "This server wraps no answers in a call: leave json_callback out, or have geocoded started with --jsonp.")

  /// Answers Nominatim's `/status`.
  func status(_ call: HTTPCall, _ opened: OpenedEngine) -> HTTPReply {
    let parameters = call.parameters
    do throws(NominatimProblem) {
      return .nominatim(try NominatimResponder.status(state.readable(opened), parameters: parameters))
    } catch { return .nominatim(NominatimResponder.response(to: error, parameters: parameters)) }
  }

  /// Answers Nominatim's `/search`, `/lookup` and `/details`, which this server does not have.
  ///
  /// - Parameter format: Nominatim's format for requests that name none.
  static func noNominatimSearch(_ call: HTTPCall, format: String) -> HTTPReply {
    let problem = NominatimProblem(
      status: 501,
      message: "This server finds what is at a point (/reverse); it does not search for names or look up objects.")
    // Of a repeated parameter the first counts.
    let parameters = call.parameters + [(name: "format", value: format)]
    return .nominatim(NominatimResponder.response(to: problem, parameters: parameters))
  }
}

extension HTTPLoop {
  /// Answers Photon's `/reverse`.
  func photon(_ call: HTTPCall, _ opened: OpenedEngine) -> HTTPReply {
    guard let nominatim = opened.nominatim else { return .problem(WireError(.serverFailure, "there is no store")) }
    do throws(NominatimProblem) {
      guard state.limit.isNone else { throw HTTPLoop.noPhoton }
      let request = try PhotonRequest(parameters: call.parameters, acceptLanguage: call.field(.acceptLanguage))
      return .nominatim(try readable { () throws(StoreError) in try nominatim.respond(to: request) })
    } catch { return .nominatim(NominatimResponder.photonResponse(to: error)) }
  }

  /// Photon's interface finds the nearest objects of any kind, so it cannot respect a limit of detail.
  private static let noPhoton = NominatimProblem(
    status: 403, message: "This server answers no more than its --max-detail; ask /reverse or /placemark.")

  /// Answers Photon's `/status`.
  func photonStatus(_ opened: OpenedEngine) -> HTTPReply {
    .nominatim(NominatimResponder.photonStatus(state.readable(opened)))
  }

  /// Answers Photon's search, which this server does not have.
  static func noPhotonSearch(_ call: HTTPCall) -> HTTPReply {
    // A listener for Photon alone has another path.
    let reverse = call.path.utf8.starts(with: "/photon".utf8) ? "/photon/reverse" : "/reverse"
    return HTTPReply.nominatim(
      NominatimResponder.photonResponse(
        to: NominatimProblem(
          status: 501, message: "This server finds what is at a point (\(reverse)); it does not search for names.")))
  }
}

extension HTTPReply {
  /// A response of Nominatim's interface. Its HTML pages may load and run nothing.
  static func nominatim(_ response: NominatimResponse) -> HTTPReply {
    let reply = HTTPReply(status: response.status, contentType: response.contentType, body: response.body)
    guard response.contentType.hasPrefix("text/html") else { return reply }
    return reply.with(
      .contentSecurityPolicy, "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
  }
}

extension HTTPLoop {
  /// Answers `/placemark`: the server's own placemark.
  func placemark(_ call: HTTPCall, _ opened: OpenedEngine) -> HTTPReply {
    do throws(WireError) {
      let parameters = try PlacemarkParameters(call.parameters)
      return HTTPLoop.reply(try placemarks(state.limit.apply(to: parameters.query), opened), parameters)
    } catch { return .problem(error) }
  }

  /// Returns the engine's placemarks.
  package func placemarks(_ query: PlacemarkQuery, _ opened: OpenedEngine) throws(WireError) -> [Placemark] {
    do throws(GeocodingError) {
      let found = try opened.engine.placemarks(for: query)
      guard !found.isEmpty else { throw GeocodingError(.placemarkNotFound) }
      return found
    } catch {
      guard error.code == .serverFailure else { throw WireError(error) }
      // The engine's message names files of this machine, so it goes only to the log.
      state.server.noteUnreadable(error.message)
      throw WireError.unreadableStore
    }
  }

  private static func reply(_ placemarks: [Placemark], _ parameters: PlacemarkParameters) -> HTTPReply {
    if parameters.isGeoJSON { return features(placemarks, isList: parameters.isList) }
    return .json { writer in
      guard parameters.isList else { return writer.firstPlacemark(of: placemarks) }
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
