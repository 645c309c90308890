import GeoModel
import GeoNominatim
import GeoStore
import GeoSupport
import GeoWire
import HTTPTypes

extension HTTPLoop {
  /// The page at `/`, with the answer if the request has a coordinate.
  func page(_ call: HTTPCall, _ opened: OpenedEngine) -> HTTPReply {
    let parameters = call.parameters
    func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
    let sight = opened.firstSight ?? FirstSight(opened, mayLook: state.limit.isNone && state.keys == nil)
    opened.firstSight = sight
    var page = Page(
      content: .welcome(example: sight.example), attribution: opened.info.attribution, dataDate: opened.info.dataDate,
      hasMap: state.drawsMaps, hasLayers: !opened.info.layers.isEmpty, bounds: sight.region)
    page.key = value("key")
    page.languages = value("languages") ?? ""
    var status = 200
    if let question = value("q"), !question.allSatisfy(\.isWhitespace) {
      page.question = question
      (page.content, status) = content(page, call, opened)
    }
    let policy = PagePolicy(hasForm: true)
    return .page(status: status, page.html(policy.nonce), policy)
  }

  /// The answer to the typed text. Keys and limits apply as they do to programs.
  private func content(_ page: Page, _ call: HTTPCall, _ opened: OpenedEngine) -> (Page.Content, Int) {
    if let refusal = refusal(call, .placemark) { return (.problem(HTTPLoop.sentence(refusal)), refusal.status) }
    do throws(WireError) {
      var query = try PlacemarkParameters([("coordinate", page.question), ("languages", page.languages)]).query
      query.limit = 5
      query.includesAreas = true
      query.includesTrace = true
      if page.hasLayers { query.layers = .all }
      query = state.limit.apply(to: query)
      let placemarks = try placemarks(query, opened)
      // Leaves out of the JSON what the page already shows above.
      var plain = placemarks[0]
      (plain.areas, plain.trace) = (nil, nil)
      var json: [UInt8] = []
      PlacemarkJSON.append(plain, to: &json)
      let coordinate = query.coordinate
      let layers = page.hasLayers ? "&layers=\(LayerChoice.allWord)" : ""
      let options = [("languages", page.languages), ("key", page.key ?? "")].filter { !$0.1.isEmpty }
        .map { "&\($0.0)=\(PercentCoding.encode($0.1))" }.joined()
      let answer = PageAnswer(
        coordinate: coordinate, explanation: PageExplanation(placemarks: placemarks, options: options),
        picture: state.drawsMaps
          ? "map.png?placemark=\(coordinate.latitude),\(coordinate.longitude)&explain=1&size=640x400&scale=2\(layers)\(options)"
          : nil,
        placemarkJSON: json,
        nominatimJSON: try nominatimJSON(
          [
            ("lat", "\(coordinate.latitude)"), ("lon", "\(coordinate.longitude)"), ("format", "jsonv2"),
            ("accept-language", page.languages),
          ], opened))
      return (.answer(answer), 200)
    } catch {
      let parameter = "'coordinate': "
      let sentence =
        error.message.utf8.starts(with: parameter.utf8)
        ? String(error.message.utf8.dropFirst(parameter.utf8.count)) ?? error.message : error.message
      return (.problem(HTTPLoop.capitalized(sentence)), HTTPReply.problem(error).status)
    }
  }

  /// Nominatim's response as JSON; nil if it is an error.
  ///
  /// - Throws: ``WireError`` when the store cannot be read.
  private func nominatimJSON(
    _ parameters: [(name: String, value: String)], _ opened: OpenedEngine
  ) throws(WireError) -> [UInt8]? {
    guard let nominatim = opened.nominatim,
      let request = try? NominatimRequest(parameters: parameters, acceptLanguage: nil)
    else { return nil }
    do throws(StoreError) {
      let response = try nominatim.respond(to: state.limit.apply(to: request))
      return response.status == 200 ? response.body : nil
    } catch {
      state.server.noteUnreadable(error.message)
      throw WireError.unreadableStore
    }
  }

  /// The sentence of an error that programs get as JSON.
  private static func sentence(_ reply: HTTPReply) -> String {
    var parser = JSONParser()
    let message = try? parser.parse(reply.body) { $0.member("error")?.member("message")?.string }
    return capitalized((message ?? nil) ?? "this cannot be answered")
  }

  /// A message as a sentence: with a capital letter and punctuation.
  private static func capitalized(_ message: String) -> String {
    let hasEnd = message.utf8.last.map { "?!.".utf8.contains($0) } ?? true
    return message.prefix(1).uppercased() + message.dropFirst() + (hasEnd ? "" : ".")
  }
}

extension HTTPReply {
  /// A file of the pages. Browsers may cache it, but must revalidate it each time, because an update may change it.
  package static func asset(_ body: [UInt8], _ contentType: String, for call: HTTPCall) -> HTTPReply {
    let reply = HTTPReply(contentType: contentType, body: body)
    return reply.tagged(reply.contentTag, for: call, keeping: "no-cache")
  }
}
