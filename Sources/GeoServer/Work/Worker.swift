import GeoModel
import GeoWire

/// Does the tasks of chunks with an engine, on the thread that has it.
struct Worker {
  /// The engine that the thread has borrowed.
  var engine: any QueryAnswering

  /// Answers all tasks of a chunk, in order.
  func answer(_ chunk: QueryChunk) -> ChunkAnswers {
    var answers = ChunkAnswers()
    answers.ends.reserveCapacity(chunk.tasks.count)
    answers.bytes.reserveCapacity(chunk.tasks.count * 640)
    for task in chunk.tasks {
      // A client that was killed leaves its queries behind; nobody reads their answers.
      if !chunk.client.isGone { append(task, isLate: ContinuousClock.now > chunk.deadline, to: &answers) }
      answers.ends.append(answers.bytes.count)
    }
    return answers
  }

  private func append(_ task: QueryTask, isLate: Bool, to answers: inout ChunkAnswers) {
    let result = isLate ? .failure(WireError(.timeout, "the server was too busy to answer in time")) : result(of: task)
    switch task.form {
    case .watch: answers.placemarks.append(result.mapError(\.geocodingError))
    case .text: PlainText.append(result.mapError(\.geocodingError), to: &answers.bytes)
    default: JSONWriter.append(to: &answers.bytes) { Worker.write(result, in: task.form, to: &$0) }
    }
  }

  private func result(of task: QueryTask) -> Result<[Placemark], WireError> {
    switch task.query {
    case .failure(let error): return .failure(error)
    case .success(let query):
      do throws(GeocodingError) {
        let placemarks = try engine.placemarks(for: query)
        return placemarks.isEmpty ? .failure(WireError(GeocodingError(.placemarkNotFound))) : .success(placemarks)
      } catch { return .failure(WireError(error)) }
    }
  }

  private static func write(
    _ result: Result<[Placemark], WireError>, in form: QueryTask.Form, to writer: inout JSONWriter
  ) {
    switch form {
    case .reply(.absent, _): return
    case .reply(let id, let isList):
      writeReply(result, to: id, isList: isList, &writer)
      writer.endLine()
    case .arrayElement(let id, let isList): writeReply(result, to: id, isList: isList, &writer)
    case .callback(let geocoder, let isList): writeCallback(result, geocoder: geocoder, isList: isList, &writer)
    case .batchElement(let isList): writeElement(result, isList: isList, &writer)
    case .text, .watch: return
    }
  }

  private static func writeReply(
    _ result: Result<[Placemark], WireError>, to id: RequestID, isList: Bool, _ writer: inout JSONWriter
  ) {
    switch result {
    case .failure(let error): writer.reply(to: id, error: error)
    case .success(let placemarks):
      writer.reply(to: id) { writer in
        writer.beginObject()
        writer.placemarkMembers(placemarks, isList: isList)
        writer.endObject()
      }
    }
  }

  private static func writeCallback(
    _ result: Result<[Placemark], WireError>, geocoder: Int, isList: Bool, _ writer: inout JSONWriter
  ) {
    switch result {
    case .failure(let error):
      writer.callback("reverseGeocoder.didFailWithError") { writer in
        writer.member("geocoder", geocoder)
        writer.key("error")
        writer.error(error)
      }
    case .success(let placemarks):
      writer.callback("reverseGeocoder.didFindPlacemark") { writer in
        writer.member("geocoder", geocoder)
        writer.placemarkMembers(placemarks, isList: isList)
      }
    }
    writer.endLine()
  }

  private static func writeElement(
    _ result: Result<[Placemark], WireError>, isList: Bool, _ writer: inout JSONWriter
  ) {
    switch result {
    case .success(let placemarks) where !isList:
      if let first = placemarks.first { writer.placemark(first) }
    case .success(let placemarks):
      writer.beginObject()
      writer.placemarkMembers(placemarks, isList: true)
      writer.endObject()
    case .failure(let error):
      writer.beginObject()
      writer.key("error")
      writer.error(error)
      writer.endObject()
    }
  }
}
