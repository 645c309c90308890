import GeoWire

/// Asks the pool the queries of a batch, in parts that several workers answer at once.
enum BatchRun {
  /// The answers in order, each a JSON value.
  static func answers(_ batch: WireBatch, _ server: ServerState) async -> [[UInt8]] {
    let size = Session.chunkSize(batch.queries.count, workers: server.pool.workers)
    let deadline = ContinuousClock.now + server.options.queryTimeout
    let parts = await withTaskGroup(of: (start: Int, answers: [[UInt8]]).self) { group in
      for start in stride(from: 0, to: batch.queries.count, by: size) {
        let tasks = batch.queries[start..<min(start + size, batch.queries.count)].map {
          QueryTask(query: $0, form: .batchElement(isList: batch.isList))
        }
        group.addTask { (start, await answers(tasks, deadline, server)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    return parts.sorted { $0.start < $1.start }.flatMap(\.answers)
  }

  private static func answers(
    _ tasks: [QueryTask], _ deadline: ContinuousClock.Instant, _ server: ServerState
  ) async -> [[UInt8]] {
    await withCheckedContinuation { continuation in
      // The client counts as present to the end: a part that nobody answered would be waited for for ever.
      let chunk = QueryChunk(tasks: tasks, deadline: deadline, client: ClientPresence()) { answers in
        var start = 0
        continuation.resume(
          returning: answers.ends.map { end in
            defer { start = end }
            return Array(answers.bytes[start..<end])
          })
      }
      server.submit([chunk])
    }
  }
}
