import GeoModel
import GeoWire

extension Session {
  /// Takes the answers to a submission of this session.
  mutating func finish(_ targets: Submission.Targets, _ answers: ChunkAnswers) {
    switch targets {
    case .lines(let count):
      self.count(-count)
      replies.appendLines(answers.bytes)
    case .tasks(let targets):
      count(-targets.count)
      finishTasks(targets, answers)
    case .batchPart(let batch, let part):
      count(-answers.ends.count)
      finish(part: part, of: batch, answers)
    case .watch(let watch): advanceWatch(watch, answers.placemarks)
    }
  }

  /// Copies each answer to its destination. Answers of canceled geocoders are dropped here and nowhere else, so that
  /// nothing follows the reply to `cancel`.
  private mutating func finishTasks(_ targets: [Target], _ answers: ChunkAnswers) {
    var start = 0
    for (target, end) in zip(targets, answers.ends) {
      let bytes = answers.bytes[start..<end]
      start = end
      switch target {
      case .line: replies.appendLine { $0.append(contentsOf: bytes) }
      case .text(let place): answerText(place, Array(bytes))
      case .geocoder(let geocoder):
        if geocoders.remove(geocoder) != nil { replies.appendLine { $0.append(contentsOf: bytes) } }
      case .array(let array):
        replies.append(bytes, to: array)
        arrays[array]?.open -= 1
        finishArray(array)
      }
    }
  }

  /// Sends the answer to a plain-text line once those before it are sent.
  mutating func answerText(_ place: Int, _ bytes: [UInt8]) {
    for line in texts.answer(place, bytes) { replies.appendLine { $0.append(contentsOf: line) } }
  }

  /// Sends a part of a batch once those before it are sent; the last one ends the reply.
  private mutating func finish(part: Int, of number: Int, _ answers: ChunkAnswers) {
    guard var batch = batches[number] else { return }
    // Removes it first, because a second reference would cause a copy of its contents.
    batches[number] = nil
    let before = batch.order.earlyBytes
    for elements in batch.order.answer(part + 1, answers.joined) { replies.append(elements, to: number) }
    earlyBytes += batch.order.earlyBytes - before
    batch.open -= 1
    if batch.open == 0 { finish(batch, number) } else { batches[number] = batch }
  }

  /// Ends the reply to a batch that has all its parts.
  mutating func finish(_ batch: BatchAssembly, _ number: Int) {
    replies.end(number)
    guard let array = batch.array else { return }
    arrays[array]?.open -= 1
    finishArray(array)
  }

  /// Ends an array of replies once it is complete, and lets its geocoders run.
  mutating func finishArray(_ number: Int) {
    guard let array = arrays[number], array.isSealed, array.open == 0 else { return }
    arrays[number] = nil
    replies.end(number)
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
      return replies.appendLine { line in
        JSONWriter.append(to: &line) { writer in
          body(&writer)
          writer.endLine()
        }
      }
    }
    var writer = JSONWriter()
    body(&writer)
    replies.append(writer.bytes, to: array)
  }
}

/// The destination of a reply.
struct Destination {
  /// The id of the request.
  var id: RequestID
  /// The array of replies that contains it; nil for a separate line.
  var array: Int?
}

/// An unfinished reply to `reverseGeocodeBatch`.
struct BatchAssembly {
  /// The array of replies that contains it; nil for a separate line.
  var array: Int?
  /// The order of its parts.
  var order = AnswerOrder()
  /// The number of unfinished parts.
  var open: Int
}

/// An unfinished array of replies to an array of requests.
struct ArrayAssembly {
  /// The number of missing replies.
  var open = 0
  /// Whether all requests of the array have been read.
  var isSealed = false
  /// Queries of `reverseGeocoder.start`: they run once the array is sent, so that no callback precedes its reply.
  var held: [(task: QueryTask, geocoder: Int)] = []
}

extension ReplyTree.Frame {
  /// The line of an array of replies; left out if all requests were notifications.
  static let array = ReplyTree.Frame(
    opening: Array("[".utf8), closing: Array("]\n".utf8), isOmittedWhenEmpty: true)

  /// The reply to a batch, around its answers.
  static func batch(_ destination: Destination, _ form: WireBatch.Form) -> ReplyTree.Frame {
    var writer = JSONWriter()
    writer.reply(to: destination.id) { writer in
      writer.beginObject()
      writer.key(form.member)
      writer.beginArray()
      writer.endArray()
      writer.endObject()
    }
    let closing = Array((destination.array == nil ? "]}}\n" : "]}}").utf8)
    return ReplyTree.Frame(opening: writer.bytes.dropLast(3), closing: closing)
  }
}
