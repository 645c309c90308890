/// A request or an answer for a guest of a connection: something that a client opens under a number and talks to beside asking about places,
/// such as a map. Its parameters are read where the guest lives, as they may be long.
package struct GuestRequest: Sendable {
  /// What is asked, such as `mapView.open`; nil: it answers a question of the guest.
  package var method: String?
  /// What the method begins with, which is also the name of the parameter with the number: `mapView`. nil for answers.
  package var kind: String?
  /// The number of the question that is answered; 0 for requests.
  package var question = 0
  /// The guest's number on the connection; nil where the request has none, as one that opens a guest.
  package var number: Int?
  /// `params`, or the result of an answer, as JSON, which was checked.
  package var params: [UInt8]

  /// A request with parameters that are known to be JSON.
  package init(method: String, number: Int?, params: [UInt8]) {
    (self.method, kind, self.number, self.params) = (method, GuestRequest.kind(of: method), number, params)
  }

  /// A request with its parameters; nil when no guest has methods of that form.
  init?(method: String, _ params: JSONNode?) {
    guard let kind = GuestRequest.kind(of: method) else { return nil }
    let text = params.map { $0.isNull ? GuestRequest.noMembers : Array($0.text) } ?? GuestRequest.noMembers
    self.init(method: method, number: params?.member(named: kind)?.integer, params: text)
  }

  /// An answer to a question; nil when the object is none. An error counts as an answer that says nothing.
  init?(answer node: JSONNode) {
    guard let id = node.member("id")?.string, id.first == "q", node.member("method") == nil,
      node.member("result") != nil || node.member("error") != nil
    else { return nil }
    let numbers = id.dropFirst().split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let question = numbers[1] else { return nil }
    let result = node.member("result").flatMap { $0.isObject ? Array($0.text) : nil }
    (self.number, self.question, params) = (number, question, result ?? GuestRequest.noMembers)
  }

  /// The id of a question: the guest's number on the connection, then the question's own.
  package static func questionID(number: Int, question: Int) -> String { "q\(number).\(question)" }

  /// What a method begins with before its dot; nil where that is nothing, or there is no dot.
  package static func kind(of method: String) -> String? {
    guard let dot = method.utf8.firstIndex(of: UInt8(ascii: ".")), dot > method.startIndex else { return nil }
    return String(method[..<dot])
  }

  private static let noMembers = Array("{}".utf8)
}

extension WireError {
  /// Nothing is called so.
  package init(noMethod method: String) {
    self.init(.methodNotFound, "there is no method '\(method.prefix(60))'")
  }
}

extension RequestParameters {
  /// What is said where a number of something that was opened is missing.
  package static func missingHandle(_ name: String) -> WireError {
    WireError(.invalidQuery, "'\(name)' must be a whole number")
  }
}
