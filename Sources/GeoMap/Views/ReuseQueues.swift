/// A view that releases its content while it waits for reuse.
package protocol QueuedView: AnnotationView {
  /// Called when the view has left the map.
  func prepareForQueue()
}

/// The views that wait for reuse, by reuse identifier.
struct ReuseQueues {
  private var queues: [String: [AnnotationView]] = [:]
  /// How often each queue was found empty before any view had its identifier.
  private var vain: [String: Int] = [:]
  private var used: Set<String> = []
  private var told: Set<String> = []

  /// The number of views in all queues, and the bytes of the recorded identifiers.
  private(set) var count = 0
  private var identifierBytes = 0

  /// The largest number of views in one queue.
  private static let limit = 2_000
  /// The largest number of views in all queues, beyond which all are discarded; also the largest number of recorded
  /// identifiers.
  private static let limitOfAll = 10_000
  /// The longest identifier that is recorded, in bytes.
  private static let longest = 256
  /// The number of unsuccessful attempts that are not reported.
  private static let vainLimit = 3

  /// Puts a view into its queue, if it has one and the queue is not full.
  mutating func add(_ view: AnnotationView) {
    guard let identifier = view.reuseIdentifier, identifier.utf8.count <= ReuseQueues.longest,
      queues[identifier]?.count ?? 0 < ReuseQueues.limit
    else { return }
    (view as? any QueuedView)?.prepareForQueue()
    if count >= ReuseQueues.limitOfAll { (queues, count) = ([:], 0) }
    queues[identifier, default: []].append(view)
    count += 1
  }

  /// Takes a view of an identifier, prepared for reuse; nil when the queue is empty.
  mutating func take(_ identifier: String) -> AnnotationView? {
    guard let view = queues[identifier]?.popLast() else { return nil }
    count -= 1
    if queues[identifier]?.isEmpty == true { queues[identifier] = nil }
    view.prepareForReuse()
    return view
  }

  /// Discards the waiting views of an identifier.
  mutating func forget(_ identifier: String) { count -= queues.removeValue(forKey: identifier)?.count ?? 0 }

  /// The memory of the recorded identifiers in bytes.
  var byteCount: Int { (used.count + vain.count + queues.count) * 64 + identifierBytes }

  /// Records an identifier whose queue was empty.
  mutating func noteVain(_ identifier: String) {
    guard identifier.utf8.count <= ReuseQueues.longest, !used.contains(identifier), used.count < ReuseQueues.limitOfAll,
      vain.count < ReuseQueues.limitOfAll
    else {
      return
    }
    vain[identifier, default: 0] += 1
  }

  /// Returns the identifiers to report to the program, once each: views are dequeued with them repeatedly, but no view
  /// ever had them. Call it after a batch of answers, because a delegate that is asked for many views finds the queue
  /// empty for each of them.
  mutating func takeVain() -> [String] {
    guard !vain.isEmpty else { return [] }
    let found = vain.filter { $0.value > ReuseQueues.vainLimit && !told.contains($0.key) }.keys.sorted()
    told.formUnion(found)
    return found
  }

  /// Records that a view has an identifier.
  mutating func noteUsed(_ identifier: String?) {
    guard let identifier, identifier.utf8.count <= ReuseQueues.longest, used.count < ReuseQueues.limitOfAll,
      used.insert(identifier).inserted
    else { return }
    identifierBytes += identifier.utf8.count
    vain[identifier] = nil
  }
}
