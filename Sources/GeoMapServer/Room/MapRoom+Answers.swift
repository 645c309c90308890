import GeoMap
import GeoModel
import GeoWire

// Processes the delegate's answers.
extension MapRoom {
  /// Processes the delegate's answer.
  ///
  /// Objects removed meanwhile are skipped. An object whose part of the answer cannot be parsed gets the default
  /// appearance. An event reports the reason to the delegate, because an answer has no reply.
  func take(_ answer: JSONNode, to question: Int) {
    var problems = AnswerProblems()
    switch questions.finish(question) {
    case .views(let asked):
      var views: [(id: AnnotationID, view: AnnotationView?)] = []
      for (name, node) in problems.members(of: answer, "views", or: "annotations") {
        for id in problems.ids(name, asked) {
          guard let annotation = map.annotation(for: id) else { continue }
          questions.unanswered.remove(id)
          let look =
            node.isNull
            ? nil : problems.reading("annotation '\(name)'") { () throws(WireError) in try MapViewLook(node) }
          views.append((id, look?.view(of: annotation, map, images)))
        }
      }
      map.setViews(views)
      takeTitles(answer, asked)
    case .clusters(let asked):
      _ = problems.members(of: answer, "annotations")
      takeTitles(answer, asked)
    case .renderers(let asked):
      for (name, node) in problems.members(of: answer, "renderers") where !node.isNull {
        for id in problems.ids(name, asked) where map.overlay(for: id) != nil {
          problems.reading("overlay '\(name)'") { () throws(WireError) in
            try setRenderer(try RendererLook(node), of: id)
          }
        }
      }
    case .parts(_, let parts): take(answer, given: parts, &problems)
    case nil: break
    }
    tellDelegate(of: problems, question)
  }

  private func tellDelegate(of problems: AnswerProblems, _ question: Int) {
    guard let problem = problems.first, let delegate, let client = clients[delegate] else { return }
    tell(
      delegate,
      MapEvent(.didRefuse) { json in
        json.member("question", GuestRequest.questionID(number: client.number, question: question))
        json.member("error", problem)
        json.member("count", problems.count)
      })
  }

  /// Sets the titles of clusters.
  private func takeTitles(_ answer: JSONNode, _ asked: [String: [AnnotationID]]) {
    for (name, node) in answer.member("annotations")?.members ?? [] {
      for id in asked[name] ?? [] {
        guard let cluster = map.annotation(for: id) as? ClusterAnnotation else { continue }
        cluster.title = node.member("title")?.string ?? cluster.title
        cluster.subtitle = node.member("subtitle")?.string ?? cluster.subtitle
      }
    }
  }
}

/// The errors in an answer.
struct AnswerProblems {
  /// The first error, as a sentence.
  private(set) var first: String?
  private(set) var count = 0

  mutating func note(_ problem: String) {
    first = first ?? problem
    count += 1
  }

  /// The members of an object in an answer. A non-empty answer without a known name is an error; an empty one is not.
  mutating func members(
    of answer: JSONNode, _ name: StaticString, or other: StaticString? = nil
  ) -> [(name: String, value: JSONNode)] {
    guard let object = answer.member(name) else {
      let isKnown = other.map { answer.member($0) != nil } ?? false
      if !isKnown, !answer.members.isEmpty { note("the answer has no '\(name)', an object of ids") }
      return []
    }
    if !object.isObject { note("'\(name)' must be an object of ids") }
    return object.members
  }

  /// The objects that the question listed under a name; none, and an error, for another name.
  mutating func ids<ID>(_ name: String, _ asked: [String: [ID]]) -> [ID] {
    if asked[name] == nil { note("nothing was asked about '\(name.prefix(100))'") }
    return asked[name] ?? []
  }

  /// The parsed value; nil, and an error, if it cannot be parsed.
  @discardableResult
  mutating func reading<Value>(_ subject: String, _ read: () throws(WireError) -> Value) -> Value? {
    do throws(WireError) { return try read() } catch {
      note("\(subject): \(error.message)")
      return nil
    }
  }
}
