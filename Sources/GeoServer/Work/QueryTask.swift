import GeoModel
import GeoWire
import NIOCore

/// One query for a worker, and the form of its answer. Workers write the answers, so that event loops only copy.
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
    /// The objects nearby, as a reply line or inside an array of replies.
    indirect case things(RequestID, NearbyQuery, isElement: Bool)
    /// A line of text that answers a line of text.
    case text
    /// Nothing is written: the watch uses the placemarks themselves.
    case watch
  }

  /// The query; an error if the request had a bad coordinate.
  var query: Result<PlacemarkQuery, WireError>
  /// The form of the answer.
  var form: Form

  /// The cost of the answer, in placemarks.
  var weight: Int { query.weight }
}

/// Tasks of one client that a worker runs together.
struct QueryChunk: Sendable {
  /// The tasks, in order.
  var tasks: ArraySlice<QueryTask>
  /// The time at which the tasks have waited too long.
  var deadline: NIODeadline
  /// The client; once it has gone, the work is skipped.
  var client: ClientAccount
  /// Called on the worker's thread when it begins.
  var begin: @Sendable () -> Void = {}
  /// Takes the answers, on the worker's thread; empty if the client has gone.
  var completion: @Sendable (ChunkAnswers) -> Void

  /// Splits tasks into chunks. They are small enough to share among all workers, to give other clients their turn soon
  /// and not to hold an answer of boundaries as a whole. They are large enough to be worth a change of threads.
  ///
  /// - Parameter weights: the weights of the tasks.
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
  /// The bytes written for all tasks, one after the other.
  var bytes: [UInt8] = []
  /// The end of each task's bytes.
  var ends: [Int] = []
  /// The placemarks of the tasks of form `watch`, in order.
  var placemarks: [Result<[Placemark], GeocodingError>] = []

  /// Counts the bytes for the client.
  var produced: ProducedBytes?

  /// Releases unused capacity of a grown array, because only its bytes are counted.
  mutating func trim() {
    guard bytes.capacity > 1 << 14, bytes.count < bytes.capacity - bytes.capacity / 8 else { return }
    bytes = Array(bytes[...])
  }

  /// The bytes of each task.
  var parts: some Sequence<ArraySlice<UInt8>> {
    zip([0] + ends, ends).lazy.map { bytes[$0..<$1] }
  }

  /// The answers as elements of a JSON array.
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
