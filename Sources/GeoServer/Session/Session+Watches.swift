import GeoModel
import GeoWire

/// A watch and its waiting positions, which are processed one after the other.
struct WatchQueue {
  /// The rules of the watch.
  var watch: LocationWatch
  /// The positions in their order of arrival.
  var fixes: [WireFix] = []
  /// The newest position.
  var lastFix: WireFix?
  /// The guests that get its positions.
  var guests: Set<Int> = []
  /// Whether workers are answering a position.
  var isBusy = false
  /// The queries of the position being answered, if the client has its own areas.
  var asked: [PlacemarkQuery] = []
  /// Whether to check the last position again, before the waiting ones.
  var looksAgain = false
  /// The destination of the reply to `locationWatch.stop` once the last position is done; nil before that request.
  var stop: Destination?
}

extension Session {
  mutating func startWatch(_ options: WireWatchOptions, _ destination: Destination) {
    guard watches.count < server.options.watchesPerClient else {
      return write(destination, WireError(.loadingThrottled, "too many watches; stop one first"))
    }
    do throws(WireError) { try areas.check(options.template.layers, server.layerNames) } catch {
      return write(destination, error)
    }
    guard server.counts.admitWatch() else {
      return write(destination, WireError(.loadingThrottled, "the server has too many watches; try again later"))
    }
    let number = nextHandle()
    watches[number] = WatchQueue(watch: LocationWatch(options: options))
    write(destination) { writer in
      writer.beginObject()
      writer.member("watch", number)
      writer.endObject()
    }
  }

  mutating func updateWatch(_ fix: WireFix, _ destination: Destination) {
    guard let queue = watches[fix.watch], queue.stop == nil else {
      return write(destination, Session.unknownWatch(fix.watch))
    }
    write(destination) { $0.emptyObject() }
    watches[fix.watch]?.fixes.append(fix)
    watches[fix.watch]?.lastFix = fix
    for guest in queue.guests { tell(fix, to: guest) }
    count(1)
    startNextFix(fix.watch)
  }

  /// Stops a watch. Positions sent before are still processed; the reply follows their callbacks and comes last.
  mutating func stopWatch(_ number: Int, _ destination: Destination) {
    guard let queue = watches[number], queue.stop == nil else {
      return write(destination, Session.unknownWatch(number))
    }
    watches[number]?.stop = destination
    if let array = destination.array { arrays[array]?.open += 1 }
    endIfStopped(number)
  }

  private mutating func endIfStopped(_ number: Int) {
    guard let queue = watches[number], !queue.isBusy, let destination = queue.stop else { return }
    watches[number] = nil
    server.counts.dismissWatches(1)
    write(destination) { $0.emptyObject() }
    guard let array = destination.array else { return }
    arrays[array]?.open -= 1
    finishArray(array)
  }

  /// Advances a watch with the answers for its position.
  mutating func advanceWatch(_ number: Int, _ answers: [Result<[Placemark], GeocodingError>]) {
    guard var queue = watches[number] else { return count(-1) }
    var found = answers.map { $0.map { $0.first } }
    for (place, query) in zip(found.indices, queue.asked) {
      guard case .success(var placemark?) = found[place] else { continue }
      areas.add(to: &placemark, for: query)
      found[place] = .success(placemark)
    }
    queue.asked = []
    switch queue.watch.answered(found) {
    case .ask(let queries): queue.asked = submit(queries, for: number)
    case .report(let events):
      count(-1)
      queue.isBusy = false
      replies.appendLine { lines in
        JSONWriter.append(to: &lines) { writer in
          for event in events {
            writer.watchCallback(number, event)
            writer.endLine()
          }
        }
      }
    }
    watches[number] = queue
    startNextFix(number)
  }

  /// Checks the last positions again, because the data changed and earlier reports may be wrong.
  ///
  /// - Parameter isConcerned: whether to check a watch; by default, every one.
  mutating func lookAgain(_ isConcerned: (WatchQueue) -> Bool = { _ in true }) {
    for number in watches.keys.sorted() {
      guard let queue = watches[number], queue.stop == nil, isConcerned(queue) else { continue }
      watches[number]?.looksAgain = true
      startNextFix(number)
    }
  }

  private mutating func startNextFix(_ number: Int) {
    if let queue = watches[number], queue.looksAgain, !queue.isBusy {
      watches[number]?.looksAgain = false
      if let query = watches[number]?.watch.lookAgain() {
        count(1)
        watches[number]?.isBusy = true
        let asked = submit([query], for: number)
        watches[number]?.asked = asked
      }
    }
    while let queue = watches[number], !queue.isBusy, let fix = queue.fixes.first {
      watches[number]?.fixes.removeFirst()
      guard let query = watches[number]?.watch.begin(fix) else {
        // A position older than the last one is ignored.
        count(-1)
        continue
      }
      watches[number]?.isBusy = true
      let asked = submit([query], for: number)
      watches[number]?.asked = asked
    }
    endIfStopped(number)
  }

  /// Submits the queries of a watch to the workers.
  ///
  /// - Returns: the queries, if the client's own areas add to their answers; otherwise an empty array.
  private mutating func submit(_ queries: [PlacemarkQuery], for watch: Int) -> [PlacemarkQuery] {
    let tasks = queries.map { QueryTask(query: .success(areas.rest(of: $0)), form: .watch) }
    add(Submission(tasks: tasks[...], targets: .watch(watch)), counting: 0)
    return areas.isEmpty ? [] : queries
  }

  private static func unknownWatch(_ number: Int) -> WireError {
    WireError(.invalidQuery, "there is no watch \(number) on this connection")
  }
}
