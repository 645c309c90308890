/// All paths that a server answers: its own and its guests'. The OpenAPI description lists exactly these.
package struct HTTPRoutes: Sendable {
  /// All routes, in the order of the metrics.
  package let all: [HTTPRoute]
  private let byPath: [Substring: HTTPRoute]
  private let forms: [(beginning: String, end: String, route: HTTPRoute)]
  private let numbers: [ObjectIdentifier: Int]
  /// The hint in the error message for an unknown path: where to find a valid one.
  let advice: String

  /// Only the server's own routes.
  static let own = HTTPRoutes([])

  /// - Parameter further: the guests' routes.
  init(_ further: [HTTPRoute]) {
    all = HTTPRoute.own + further
    advice = "/openapi.json lists what there is"
    byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path[...], $0) })
    numbers = Dictionary(uniqueKeysWithValues: all.enumerated().map { (ObjectIdentifier($1), $0) })
    forms = all.compactMap { route in
      guard let start = route.path.utf8.firstIndex(of: UInt8(ascii: "{")),
        let end = route.path.utf8.lastIndex(of: UInt8(ascii: "}"))
      else { return nil }
      return (String(route.path[..<start]), String(route.path[route.path.utf8.index(after: end)...]), route)
    }
  }

  private init(of other: HTTPRoutes, byPath: [Substring: HTTPRoute], advice: String) {
    (all, numbers, forms, self.byPath, self.advice) = (other.all, other.numbers, [], byPath, advice)
  }

  /// The routes below a path, without that path, for a listener of their own.
  ///
  /// They are the same route objects, so metrics, logs, keys and limits treat them like the full paths.
  ///
  /// - Parameters:
  ///   - beginning: such as `/photon`.
  ///   - advice: see ``advice``.
  func below(_ beginning: String, advice: String) -> HTTPRoutes {
    let start = "\(beginning)/"
    let paths = all.filter { $0.path.utf8.starts(with: start.utf8) && !$0.path.utf8.contains(UInt8(ascii: "{")) }
    return HTTPRoutes(
      of: self, byPath: Dictionary(uniqueKeysWithValues: paths.map { ($0.path.dropFirst(beginning.count), $0) }),
      advice: advice)
  }

  /// The route of a path; nil if there is none. Of several forms with the same beginning, it is the one that also
  /// matches the path's end, or else the first.
  package func route(of path: Substring) -> HTTPRoute? {
    if let route = byPath[path] { return route }
    // Many clients end a path with a slash.
    if path.utf8.last == UInt8(ascii: "/"), let route = byPath[Substring(path.utf8.dropLast())] { return route }
    let begun = forms.filter { path.utf8.starts(with: $0.beginning.utf8) }
    return (begun.first { path.utf8.reversed().starts(with: $0.end.utf8.reversed()) } ?? begun.first)?.route
  }

  /// The index of a route among all; for nil, the index after the last.
  func number(of route: HTTPRoute?) -> Int { route.flatMap { numbers[ObjectIdentifier($0)] } ?? all.count }
}
