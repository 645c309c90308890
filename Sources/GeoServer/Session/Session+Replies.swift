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
