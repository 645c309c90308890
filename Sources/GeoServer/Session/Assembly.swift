import GeoWire

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
