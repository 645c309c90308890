import GeoModel
import GeoWire
import NIOCore

/// Runs the tasks of chunks with an engine, on the thread that borrowed it.
struct Worker {
  /// The engine that the thread has borrowed.
  var engine: any QueryAnswering
  /// Records how long a task takes.
  var seat: WorkSeat
  /// Logs why the store could not answer. Clients do not get the message, because it names files of this machine.
  var fail: (String) -> Void

  /// Answers all tasks of a chunk, in order.
  func answer(_ chunk: QueryChunk) -> ChunkAnswers {
    var answers = ChunkAnswers()
    answers.ends.reserveCapacity(chunk.tasks.count)
    answers.bytes.reserveCapacity(chunk.tasks.count * 640)
    for task in chunk.tasks {
      // A killed client leaves queries behind whose answers nobody reads.
      guard !chunk.client.isGone else { return ChunkAnswers() }
      let now = NIODeadline.now()
      seat.begin(at: now)
      append(task, isLate: now > chunk.deadline, to: &answers)
      answers.ends.append(answers.bytes.count)
    }
    return answers
  }

  private func append(_ task: QueryTask, isLate: Bool, to answers: inout ChunkAnswers) {
    let late = WireError(.timeout, "the server was too busy to answer in time")
    if case .things(let id, let query, let isElement) = task.form {
      let things = isLate ? .failure(late) : self.things(query)
      return JSONWriter.append(to: &answers.bytes) { Worker.write(things, to: id, isElement: isElement, &$0) }
    }
    let result = isLate ? .failure(late) : result(of: task)
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
      } catch {
        guard error.code == .serverFailure else { return .failure(WireError(error)) }
        fail(error.message)
        return .failure(.unreadableStore)
      }
    }
  }

  private func things(_ query: NearbyQuery) -> Result<[NearbyThing], WireError> {
    do throws(GeocodingError) { return .success(try engine.nearby(query)) } catch {
      guard error.code == .serverFailure else { return .failure(WireError(error)) }
      fail(error.message)
      return .failure(.unreadableStore)
    }
  }

  private static func write(
    _ things: Result<[NearbyThing], WireError>, to id: RequestID, isElement: Bool, _ writer: inout JSONWriter
  ) {
    guard id != .absent else { return }
    switch things {
    case .failure(let error): writer.reply(to: id, error: error)
    case .success(let things): writer.reply(to: id) { $0.things(things) }
    }
    if !isElement { writer.endLine() }
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
    case .batchElement(let form): writeElement(result, form, &writer)
    case .text, .watch, .things: return
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
    _ result: Result<[Placemark], WireError>, _ form: WireBatch.Form, _ writer: inout JSONWriter
  ) {
    switch (result, form) {
    // A successful result has at least one placemark.
    case (.success(let placemarks), .placemark): writer.firstPlacemark(of: placemarks)
    case (.success(let placemarks), .row(let fields)): writer.row(fields, of: placemarks[0])
    case (.success(let placemarks), .list):
      writer.beginObject()
      writer.placemarkMembers(placemarks, isList: true)
      writer.endObject()
    case (.failure(let error), _):
      writer.beginObject()
      writer.key("error")
      writer.error(error)
      writer.endObject()
    }
  }
}
