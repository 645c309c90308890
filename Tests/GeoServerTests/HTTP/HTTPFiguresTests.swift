import GeoModel
import GeoWire
import Testing

@testable import GeoServer

@Suite(.serialized) struct HTTPFiguresTests {
  @Test("requests are counted by path and outcome, and their times by class")
  func requests() async throws {
    try await TestHTTPServer.run { server throws in
      let client = try server.connect()
      for target in ["/placemark?lat=1&lon=2", "/placemark?lat=1&lon=2", "/placemark?lat=85&lon=2", "/placemark", "/x"]
      {
        _ = try client.ask(target)
      }
      let text = try client.ask("/metrics").text
      let name = "\ngeocoded_http_requests_total"
      #expect(text.contains(name + #"{route="/placemark",outcome="ok"} 2"# + "\n"))
      #expect(text.contains(name + #"{route="/placemark",outcome="not_found"} 1"# + "\n"))
      #expect(text.contains(name + #"{route="/placemark",outcome="bad_request"} 1"# + "\n"))
      #expect(text.contains(name + #"{route="other",outcome="not_found"} 1"# + "\n"))
      let duration = "\ngeocoded_http_request_duration_seconds"
      #expect(text.contains(duration + #"_bucket{route="/placemark",le="+Inf"} 4"# + "\n"))
      #expect(text.contains(duration + #"_count{route="/placemark"} 4"# + "\n"))
    }
  }

  @Test("every family is announced once, and every line is a comment or a name with a number")
  func format() async throws {
    try await TestHTTPServer.run { server throws in
      let lines = try server.ask("/metrics").text.split(separator: "\n")
      let families = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
      #expect(Set(families).count == families.count)
      #expect(families.contains("geocoded_store_age_seconds"))
      for line in lines where !line.hasPrefix("# ") {
        let parts = line.split(separator: " ")
        #expect(parts.count == 2 && Double(parts[1]) != nil, "\(line)")
        #expect(families.contains { parts[0].hasPrefix($0) }, "\(line)")
      }
    }
  }

  @Test("the date of an answer is the one of the standard's example")
  func date() {
    var date = DateField()
    #expect(date.value(at: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(date.value(at: 784_111_778) == "Sun, 06 Nov 1994 08:49:38 GMT")
  }

  @Test("the description of the interface is JSON and lists exactly the paths that are answered")
  func description() async throws {
    try await TestHTTPServer.run { server throws in
      let guests = server.server.state.guests.map(\.openAPIPaths).joined()
      let withKeys = OpenAPI.document(withKeys: true, guests)
      for document in [try server.ask("/openapi.json").body, withKeys] {
        var parser = JSONParser()
        let (paths, names, needsKey, open) = try parser.parse(document) { root in
          let paths = root.member("paths")?.members ?? []
          let operations = paths.flatMap { $0.value.members.map(\.value) }
          let names = operations.compactMap { $0.member("operationId")?.string }
          // Routes without a key requirement say so.
          let open = paths.map { path in
            (
              path.name,
              path.value.members.allSatisfy { $0.value.member("security")?.elements.contains { _ in true } == false }
            )
          }
          return (
            paths.map { ($0.name, $0.value.members.map(\.name)) }, names, root.member("security") != nil,
            Dictionary(uniqueKeysWithValues: open)
          )
        }
        let routes = server.http.state.routes.all
        #expect(Set(paths.map(\.0)) == Set(routes.map(\.path)))
        #expect(paths.count == routes.count)
        for (path, methods) in paths {
          let access = routes.first { $0.path == path }?.access
          #expect(methods == access?.methods.filter { $0 != .head }.map { $0.rawValue.lowercased() })
          let isOpen = open[path] ?? false
          #expect(isOpen == (access?.needsKey == false), "\(path)")
        }
        #expect(Set(names).count == paths.reduce(0) { $0 + $1.1.count })
        #expect(needsKey == (document == withKeys))
      }
    }
  }

  @Test(
    "the description lists the parameters that a path takes, and demands none that another one can stand for",
    arguments: [
      (
        "/reverse",
        ["polygon_geojson", "polygon_kml", "polygon_svg", "polygon_text", "json_callback", "lat", "lon"],
        ["lat", "lon"]
      ),
      (
        "/reverse.php",
        ["polygon_geojson", "polygon_kml", "polygon_svg", "polygon_text", "json_callback", "lat", "lon"],
        ["lat", "lon"]
      ),
      ("/placemark", ["lat", "lon", "coordinate"], []), ("/nearby", ["lat", "lon", "coordinate"], []),
    ] as [(String, [String], [String])])
  func describedParameters(_ path: String, _ expected: [String], _ needed: [String]) async throws {
    var parser = JSONParser()
    let (names, required) = try parser.parse(OpenAPI.document(withKeys: false, "")) { root in
      let parameters = root.member("paths")?.member(named: path)?.member("get")?.member("parameters")
      let named = (parameters?.elements.map { $0 } ?? []).compactMap { parameter in
        parameter.member("name")?.string.map { ($0, parameter.member("required") != nil) }
      }
      return (named.map(\.0), named.filter(\.1).map(\.0))
    }
    #expect(Set(names).isSuperset(of: expected), "\(names)")
    #expect(required == needed)
    guard expected.contains("coordinate") else { return }
    try await TestHTTPServer.run { server throws in
      #expect(try server.ask("\(path)?coordinate=47.14,9.51").status == 200)
    }
  }

  @Test("the description of many placemarks has each form that the answer may have")
  func describedForms() throws {
    var parser = JSONParser()
    let members = try parser.parse(OpenAPI.document(withKeys: false, "")) { root in
      let answer = root.member("paths")?.member("/placemarks")?.member("post")?.member("responses")?.member("200")
      let schema = answer?.member("content")?.member("application/json")?.member("schema")
      return schema?.member("oneOf")?.elements.map { $0.member("required")?.strings ?? [] } ?? []
    }
    let forms: [WireBatch.Form] = [.placemark, .row([])]
    #expect(members == forms.map { [String(describing: $0.member)] })
  }

  @Test("the description tells the version, words and limits that hold")
  func describedLimits() {
    let details = PlacemarkDetail.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    let meters = Int(ProtocolLimits.distanceMeters)
    for withKeys in [false, true] {
      let text = String(decoding: OpenAPI.document(withKeys: withKeys, ""), as: UTF8.self)
      for piece in [
        "\"version\":\"\(productVersion)\"", "\"enum\":[\(details)],\"default\":\"address\"",
        "\"enum\":[\(details),null]",
        "\"type\":\"integer\",\"minimum\":1,\"maximum\":\(ProtocolLimits.placemarkLimit)}",
        "[\"integer\",\"null\"],\"minimum\":1,\"maximum\":\(ProtocolLimits.placemarkLimit)}",
        "\"type\":\"number\",\"minimum\":0,\"maximum\":\(meters)}",
        "[\"number\",\"null\"],\"minimum\":0,\"maximum\":\(meters)}",
        "\"coordinates\":{\"type\":\"array\",\"maxItems\":\(ProtocolLimits.batchCoordinates),",
        "[\"array\",\"null\"],\"maxItems\":\(ProtocolLimits.languages),",
        "Up to \(ProtocolLimits.languages) language tags",
      ] { #expect(text.contains(piece), "\(piece)") }
    }
  }
}
