/// A request or an answer for a guest of a connection: an object, such as a map, that a client opens besides geocoding
/// and refers to by a number.
///
/// The guest parses the parameters itself, because they may be long.
package struct GuestRequest: Sendable {
  /// The method, such as `mapView.open`; nil for the answer to a question of the guest.
  package var method: String?
  /// The prefix of the method, also the name of the parameter with the number: `mapView`. Nil for answers.
  package var kind: String?
  /// The number of the answered question; 0 for requests.
  package var question = 0
  /// The guest's number on the connection; nil if the request has none, such as one that opens a guest.
  package var number: Int?
  /// The `params`, or the result of an answer, as valid JSON.
  package var params: [UInt8]

  /// Creates a request with parameters that are valid JSON.
  package init(method: String, number: Int?, params: [UInt8]) {
    (self.method, kind, self.number, self.params) = (method, GuestRequest.kind(of: method), number, params)
  }

  /// Creates a request with its parameters; nil if the method is not of a guest's form.
  init?(method: String, _ params: JSONNode?) {
    guard let kind = GuestRequest.kind(of: method) else { return nil }
    let text = params.map { $0.isNull ? GuestRequest.noMembers : Array($0.text) } ?? GuestRequest.noMembers
    self.init(method: method, number: params?.member(named: kind)?.integer, params: text)
  }

  /// Reads an answer to a question; nil if the object is not one. An error counts as an empty answer.
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

  /// The part of a method before its dot; nil if it is empty, or there is no dot.
  package static func kind(of method: String) -> String? {
    guard let dot = method.utf8.firstIndex(of: UInt8(ascii: ".")), dot > method.startIndex else { return nil }
    return String(method[..<dot])
  }

  private static let noMembers = Array("{}".utf8)
}

extension WireError {
  /// The error for an unknown method.
  package init(noMethod method: String) {
    self.init(.methodNotFound, "there is no method '\(method.prefix(60))'")
  }
}

extension RequestParameters {
  /// The error for a missing number of an opened object.
  package static func missingHandle(_ name: String) -> WireError {
    WireError(.invalidQuery, "'\(name)' must be a whole number")
  }
}
