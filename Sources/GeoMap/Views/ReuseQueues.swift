/// A view that lets go of what it shows while it waits to be used again.
package protocol QueuedView: AnnotationView {
  /// Called when it has left the map.
  func prepareForQueue()
}

/// Views that wait to be used again, by their reuse identifier.
struct ReuseQueues {
  private var queues: [String: [AnnotationView]] = [:]
  /// How often a queue was found empty before any view had its identifier.
  private var vain: [String: Int] = [:]
  private var used: Set<String> = []
  private var told: Set<String> = []

  /// Views that wait in all queues, and bytes of their identifiers.
  private(set) var count = 0
  private var identifierBytes = 0

  /// Views that wait at most in one queue.
  private static let limit = 2_000
  /// Views that wait in all queues at most, and identifiers that are remembered: beyond, all are forgotten.
  private static let limitOfAll = 10_000
  /// Bytes of an identifier that is remembered.
  private static let longest = 256
  /// Vain attempts after which somebody is told.
  private static let vainLimit = 3

  /// Puts a view into its queue, if it has one.
  mutating func add(_ view: AnnotationView) {
    guard let identifier = view.reuseIdentifier, identifier.utf8.count <= ReuseQueues.longest,
      queues[identifier]?.count ?? 0 < ReuseQueues.limit
    else { return }
    (view as? any QueuedView)?.prepareForQueue()
    if count >= ReuseQueues.limitOfAll { (queues, count) = ([:], 0) }
    queues[identifier, default: []].append(view)
    count += 1
  }

  /// A view of that identifier, made ready; nil when none waits.
  mutating func take(_ identifier: String) -> AnnotationView? {
    guard let view = queues[identifier]?.popLast() else { return nil }
    count -= 1
    if queues[identifier]?.isEmpty == true { queues[identifier] = nil }
    view.prepareForReuse()
    return view
  }

  /// Lets go of the views that wait under an identifier.
  mutating func forget(_ identifier: String) { count -= queues.removeValue(forKey: identifier)?.count ?? 0 }

  /// Bytes of what is remembered of identifiers.
  var byteCount: Int { (used.count + vain.count + queues.count) * 64 + identifierBytes }

  /// Notes an identifier for which there was no view.
  mutating func noteVain(_ identifier: String) {
    guard identifier.utf8.count <= ReuseQueues.longest, !used.contains(identifier), used.count < ReuseQueues.limitOfAll,
      vain.count < ReuseQueues.limitOfAll
    else {
      return
    }
    vain[identifier, default: 0] += 1
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
    guard let identifier, identifier.utf8.count <= ReuseQueues.longest, used.count < ReuseQueues.limitOfAll,
      used.insert(identifier).inserted
    else { return }
    identifierBytes += identifier.utf8.count
    vain[identifier] = nil
  }
}
