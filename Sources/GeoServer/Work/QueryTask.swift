import GeoModel
import GeoWire
import NIOCore

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
    /// An element of a batch's reply.
    case batchElement(WireBatch.Form)
    /// What is near, as a reply line or inside an array of replies.
    indirect case things(RequestID, NearbyQuery, isElement: Bool)
    /// A line of text for a line of text.
    case text
    /// Nothing is written: a watch looks at the placemarks themselves.
    case watch
  }

  /// What is asked; an error where the request had a bad coordinate.
  var query: Result<PlacemarkQuery, WireError>
  /// How the answer is written.
  var form: Form

  /// How many placemarks the answer may be as long as.
  var weight: Int { query.weight }
}

/// Some tasks of one client that a worker does in one go.
struct QueryChunk: Sendable {
  /// The tasks, in order.
  var tasks: ArraySlice<QueryTask>
  /// When the tasks have waited too long.
  var deadline: NIODeadline
  /// Whether the client is still there: without it the work is skipped.
  var client: ClientAccount
  /// Is told that a worker begins, on its thread.
  var begin: @Sendable () -> Void = {}
  /// Takes the answers, on the worker's thread; no answers when the client is gone.
  var completion: @Sendable (ChunkAnswers) -> Void

  /// Cuts tasks into chunks: small enough that all workers have some, that other clients have their turn soon and that an answer of
  /// boundaries is not held as a whole, large enough that a hop pays.
  ///
  /// - Parameter weights: those of the tasks.
  static func ranges(_ weights: [Int], workers: Int) -> [Range<Int>] {
    let size = min(16, max(4, (weights.count + workers - 1) / workers))
    var ranges: [Range<Int>] = []
    var (start, sum) = (0, 0)
    for (index, weight) in weights.enumerated() {
      if index - start == size || index > start && sum + weight > 100 {
        ranges.append(start..<index)
        (start, sum) = (index, 0)
      }
      sum += weight
    }
    if start < weights.count { ranges.append(start..<weights.count) }
    return ranges
  }
}

/// The answers to a chunk.
struct ChunkAnswers: Sendable {
  /// What was written for all tasks, one after the other.
  var bytes: [UInt8] = []
  /// Where the bytes of each task end.
  var ends: [Int] = []
  /// The placemarks of the tasks of form `watch`, in order.
  var placemarks: [Result<[Placemark], GeocodingError>] = []

  /// Counts the bytes for the client.
  var produced: ProducedBytes?

  /// Gives back memory that a growing array took ahead: only the bytes are counted.
  mutating func trim() {
    guard bytes.capacity > 1 << 14, bytes.count < bytes.capacity - bytes.capacity / 8 else { return }
    bytes = Array(bytes[...])
  }

  /// What was written for each task.
  var parts: some Sequence<ArraySlice<UInt8>> {
    zip([0] + ends, ends).lazy.map { bytes[$0..<$1] }
  }

  /// The same as elements of a JSON array.
  var joined: [UInt8] {
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count + ends.count)
    for part in parts {
      if !joined.isEmpty { joined.append(UInt8(ascii: ",")) }
      joined.append(contentsOf: part)
    }
    return joined
  }
}
