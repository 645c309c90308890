/// Views that wait to be used again, by their reuse identifier.
struct ReuseQueues {
  private var queues: [String: [AnnotationView]] = [:]
  /// How often a queue was found empty before any view had its identifier.
  private var vain: [String: Int] = [:]
  private var used: Set<String> = []
  private var told: Set<String> = []

  /// Views that wait at most in one queue.
  private static let limit = 2_000
  /// Vain attempts after which somebody is told.
  private static let vainLimit = 3

  /// Puts a view into its queue, if it has one.
  mutating func add(_ view: AnnotationView) {
    guard let identifier = view.reuseIdentifier, queues[identifier, default: []].count < ReuseQueues.limit else {
      return
    }
    queues[identifier, default: []].append(view)
  }

  /// A view of that identifier, made ready; nil when none waits.
  mutating func take(_ identifier: String) -> AnnotationView? {
    guard let view = queues[identifier]?.popLast() else { return nil }
    view.prepareForReuse()
    return view
  }

  /// Lets go of the views that wait under an identifier.
  mutating func forget(_ identifier: String) { queues[identifier] = nil }

  /// Notes an identifier for which there was no view.
  mutating func noteVain(_ identifier: String) {
    if !used.contains(identifier) { vain[identifier, default: 0] += 1 }
  }

  /// Identifiers of which the program must be told, once each: views are dequeued with them again and again, and none was ever made with
  /// them. To be asked when answers were taken: a delegate that is asked for many views at once finds the queue empty for each of them.
  mutating func takeVain() -> [String] {
    guard !vain.isEmpty else { return [] }
    let found = vain.filter { $0.value > ReuseQueues.vainLimit && !told.contains($0.key) }.keys.sorted()
    told.formUnion(found)
    return found
  }

  /// Notes that a view has an identifier.
  mutating func noteUsed(_ identifier: String?) {
    if let identifier, used.insert(identifier).inserted { vain[identifier] = nil }
  }
}
