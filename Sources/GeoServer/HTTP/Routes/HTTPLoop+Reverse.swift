import GeoNominatim
import GeoStore
import GeoWire
import HTTPTypes

extension HTTPLoop {
  /// Nominatim's `/reverse`.
  func reverse(_ call: HTTPCall, _ opened: OpenedEngine) -> HTTPReply {
    let parameters = call.parameters
    guard let nominatim = opened.nominatim else { return .problem(WireError(.serverFailure, "there is no store")) }
    do throws(NominatimProblem) {
      let request = try NominatimRequest(parameters: parameters, acceptLanguage: call.field(.acceptLanguage))
      do throws(StoreError) { return .nominatim(try nominatim.respond(to: request)) } catch {
        state.logger.error("a query failed", metadata: ["error": "\(error.message)"])
        throw NominatimProblem(status: 500, message: "the server cannot read its data; its log says more")
      }
    } catch { return .nominatim(NominatimResponder.response(to: error, parameters: parameters)) }
  }

  /// Nominatim's `/status`.
  func status(_ call: HTTPCall, _ opened: OpenedEngine) -> HTTPReply {
    let parameters = call.parameters
    do throws(NominatimProblem) {
      return .nominatim(try NominatimResponder.status(state.isStopping ? nil : opened.store, parameters: parameters))
    } catch { return .nominatim(NominatimResponder.response(to: error, parameters: parameters)) }
  }
}

extension HTTPReply {
  /// An answer of Nominatim's interface. Its pages may be styled by themselves and nothing else.
  static func nominatim(_ response: NominatimResponse) -> HTTPReply {
    let reply = HTTPReply(status: response.status, contentType: response.contentType, body: response.body)
    guard response.contentType.hasPrefix("text/html") else { return reply }
    return reply.with(.contentSecurityPolicy, "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  }
}
