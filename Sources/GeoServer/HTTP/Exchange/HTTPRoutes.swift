/// Every path that a server answers: its own ones, and those that its guests bring. The description of the interface lists exactly these.
package struct HTTPRoutes: Sendable {
  /// All of them, in the order of the figures.
  package let all: [HTTPRoute]
  private let byPath: [Substring: HTTPRoute]
  private let forms: [(beginning: String, end: String, route: HTTPRoute)]
  private let numbers: [ObjectIdentifier: Int]

  /// The server's own alone.
  static let own = HTTPRoutes([])

  /// - Parameter further: those of guests.
  init(_ further: [HTTPRoute]) {
    all = HTTPRoute.own + further
    byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path[...], $0) })
    numbers = Dictionary(uniqueKeysWithValues: all.enumerated().map { (ObjectIdentifier($1), $0) })
    forms = all.compactMap { route in
      guard let start = route.path.utf8.firstIndex(of: UInt8(ascii: "{")),
        let end = route.path.utf8.lastIndex(of: UInt8(ascii: "}"))
      else { return nil }
      return (String(route.path[..<start]), String(route.path[route.path.utf8.index(after: end)...]), route)
    }
  }

  /// The route of a path; nil when there is none. Of several forms with the same beginning it is the one with the path's end, else the first.
  package func route(of path: Substring) -> HTTPRoute? {
    if let route = byPath[path] { return route }
    // Many clients end a path with a slash.
    if path.utf8.last == UInt8(ascii: "/"), let route = byPath[Substring(path.utf8.dropLast())] { return route }
    let begun = forms.filter { path.utf8.starts(with: $0.beginning.utf8) }
    return (begun.first { path.utf8.reversed().starts(with: $0.end.utf8.reversed()) } ?? begun.first)?.route
  }

  /// The place of a route among all; for none the one behind the last.
  func number(of route: HTTPRoute?) -> Int { route.flatMap { numbers[ObjectIdentifier($0)] } ?? all.count }
}
