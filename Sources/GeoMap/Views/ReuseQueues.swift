/// Views that wait to be used again, by their reuse identifier.
struct ReuseQueues {
  private var queues: [String: [AnnotationView]] = [:]
  /// How often a queue was found empty before any view had its identifier.
  private var vain: [String: Int] = [:]
  private var used: Set<String> = []

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

  /// Notes an identifier for which there was no view. True the one time that the program must be told: views are dequeued with it again
  /// and again, and none was ever made with it.
  mutating func noteVain(_ identifier: String) -> Bool {
    guard !used.contains(identifier) else { return false }
    vain[identifier, default: 0] += 1
    return vain[identifier] == ReuseQueues.vainLimit + 1
  }

  /// Notes that a view has an identifier.
  mutating func noteUsed(_ identifier: String?) {
    if let identifier, used.insert(identifier).inserted { vain[identifier] = nil }
  }
}
