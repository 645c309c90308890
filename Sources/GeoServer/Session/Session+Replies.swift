import GeoModel
import GeoWire

extension Session {
  /// Takes the answers to a submission of this session.
  mutating func finish(_ targets: Submission.Targets, _ answers: ChunkAnswers) {
    switch targets {
    case .tasks(let targets):
      count(-targets.count)
      finishTasks(targets, answers)
    case .batchPart(let batch, let part):
      count(-answers.ends.count)
      batches[batch]?.finish(part: part, answers)
      finishBatch(batch)
    case .watch(let watch): advanceWatch(watch, answers.placemarks)
    }
  }

  /// Copies each answer to where it belongs. Answers of cancelled geocoders are dropped here: the one place that decides,
  /// so that nothing comes after the reply to `cancel`.
  private mutating func finishTasks(_ targets: [Target], _ answers: ChunkAnswers) {
    var start = 0
    for (target, end) in zip(targets, answers.ends) {
      let bytes = answers.bytes[start..<end]
      start = end
      switch target {
      case .line: output.append(contentsOf: bytes)
      case .text(let place): texts.answer(place, bytes, to: &output)
      case .geocoder(let geocoder):
        if geocoders.remove(geocoder) != nil { output.append(contentsOf: bytes) }
      case .array(let array):
        arrays[array]?.append(bytes)
        arrays[array]?.open -= 1
        finishArray(array)
      }
    }
  }

  /// Sends the reply to a batch when its last part is there.
  mutating func finishBatch(_ number: Int) {
    guard let batch = batches[number], batch.open == 0 else { return }
    batches[number] = nil
    write(batch.destination) { batch.write(to: &$0) }
    guard let array = batch.destination.array else { return }
    arrays[array]?.open -= 1
    finishArray(array)
  }

  /// Sends an array of replies when it is complete, and lets its geocoders run.
  mutating func finishArray(_ number: Int) {
    guard let array = arrays[number], array.isSealed, array.open == 0 else { return }
    arrays[number] = nil
    if !array.replies.isEmpty {
      output.append(UInt8(ascii: "["))
      output.append(contentsOf: array.replies)
      output.append(contentsOf: "]\n".utf8)
    }
    for (task, geocoder) in array.held where geocoders.contains(geocoder) { add(task, .geocoder(geocoder)) }
  }

  /// Writes a reply with a result; nothing for a notification.
  mutating func write(_ destination: Destination, _ result: (inout JSONWriter) -> Void) {
    guard destination.id != .absent else { return }
    writeReply(destination) { $0.reply(to: destination.id, result) }
  }

  /// Writes a reply with an error; nothing for a notification.
  mutating func write(_ destination: Destination, _ error: WireError) {
    guard destination.id != .absent else { return }
    writeReply(destination) { $0.reply(to: destination.id, error: error) }
  }

  private mutating func writeReply(_ destination: Destination, _ body: (inout JSONWriter) -> Void) {
    guard let array = destination.array else {
      return JSONWriter.append(to: &output) { writer in
        body(&writer)
        writer.endLine()
      }
    }
    var writer = JSONWriter()
    body(&writer)
    arrays[array]?.append(writer.bytes)
  }
}

/// Where a reply goes.
struct Destination {
  /// The id of the request.
  var id: RequestID
  /// The array of replies that it is part of; nil for a line of its own.
  var array: Int?
}

/// The reply to a `reverseGeocodeBatch` in the making.
struct BatchAssembly {
  /// Where the finished reply goes.
  var destination: Destination
  /// The written elements by part, joined by commas; nil where a part is not done.
  var parts: [[UInt8]?]
  /// Parts that are not done.
  var open: Int

  /// Takes a part's elements.
  mutating func finish(part: Int, _ answers: ChunkAnswers) {
    var joined: [UInt8] = []
    joined.reserveCapacity(answers.bytes.count + answers.ends.count)
    var start = 0
    for end in answers.ends {
      if !joined.isEmpty { joined.append(UInt8(ascii: ",")) }
      joined.append(contentsOf: answers.bytes[start..<end])
      start = end
    }
    parts[part] = joined
    open -= 1
  }

  /// The members of the result.
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("placemarks")
    writer.beginArray()
    for part in parts { if let part, !part.isEmpty { writer.raw(part) } }
    writer.endArray()
    writer.endObject()
  }
}

/// The array of replies to an array of requests in the making.
struct ArrayAssembly {
  /// The replies so far, joined by commas.
  var replies: [UInt8] = []
  /// Replies that are missing.
  var open = 0
  /// Whether all requests of the array have been read.
  var isSealed = false
  /// Queries of `reverseGeocoder.start`: they run when the array is out, so that no callback precedes its reply.
  var held: [(task: QueryTask, geocoder: Int)] = []

  /// Takes a reply.
  mutating func append(_ reply: some Collection<UInt8>) {
    if !replies.isEmpty { replies.append(UInt8(ascii: ",")) }
    replies.append(contentsOf: reply)
  }
}

/// Keeps answers to lines of text in the order of the questions: they have no ids to tell them apart.
struct TextOrder {
  private var lastQuestion = 0
  private var lastAnswer = 0
  private var early: [Int: [UInt8]] = [:]

  /// Answers that wait for the one before them.
  var waiting: Int { early.count }

  /// The place of a new question.
  mutating func next() -> Int {
    lastQuestion += 1
    return lastQuestion
  }

  /// Takes the answer to a question, and appends what can be sent now.
  mutating func answer(_ place: Int, _ bytes: some Collection<UInt8>, to output: inout [UInt8]) {
    guard place == lastAnswer + 1 else { return early[place] = Array(bytes) }
    output.append(contentsOf: bytes)
    lastAnswer = place
    while let next = early.removeValue(forKey: lastAnswer + 1) {
      output.append(contentsOf: next)
      lastAnswer += 1
    }
  }
}
