import GeoModel
import GeoWire

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
