import GeoModel
import GeoWire
import Synchronization

/// One query on its way to a worker, and how its answer is written. Workers write the answers, so that event loops only copy.
struct QueryTask: Sendable {
  /// The forms of an answer.
  enum Form: Sendable {
    /// A reply line. `absent` ids get none.
    case reply(RequestID, isList: Bool)
    /// A reply inside an array of replies: without a line end.
    case arrayElement(RequestID, isList: Bool)
    /// A callback line of a geocoder.
    case callback(geocoder: Int, isList: Bool)
    /// An element of `placemarks` in a batch's reply.
    case batchElement(isList: Bool)
    /// A line of text for a line of text.
    case text
    /// Nothing is written: a watch looks at the placemarks themselves.
    case watch
  }

  /// What is asked; an error where the request had a bad coordinate.
  var query: Result<PlacemarkQuery, WireError>
  /// How the answer is written.
  var form: Form
}

/// Some tasks of one client that a worker does in one go.
struct QueryChunk: Sendable {
  /// The tasks, in order.
  var tasks: [QueryTask]
  /// When the tasks have waited too long.
  var deadline: ContinuousClock.Instant
  /// Whether the client is still there: without it the work is skipped.
  var client: ClientPresence
  /// Takes the answers, on the worker's thread.
  var completion: @Sendable (ChunkAnswers) -> Void
}

/// The answers to a chunk.
struct ChunkAnswers: Sendable {
  /// What was written for all tasks, one after the other.
  var bytes: [UInt8] = []
  /// Where the bytes of each task end.
  var ends: [Int] = []
  /// The placemarks of the tasks of form `watch`, in order.
  var placemarks: [Result<[Placemark], GeocodingError>] = []
}

/// Whether a client is still connected, known on its event loop and read by workers.
final class ClientPresence: Sendable {
  private let gone = Atomic<Bool>(false)

  /// Whether nobody waits for answers any more.
  var isGone: Bool { gone.load(ordering: .relaxed) }

  /// The connection was closed.
  func leave() { gone.store(true, ordering: .relaxed) }
}

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
