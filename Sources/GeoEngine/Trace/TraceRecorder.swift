import GeoModel

/// Collects the explanation of an answer. Does nothing, and costs nothing, unless the query asks for it.
struct TraceRecorder {
  /// The explanation so far; nil when nobody asked.
  private(set) var entries: [TraceEntry]?

  /// A recorder for a query.
  init(isOn: Bool) { entries = isOn ? [] : nil }

  /// Whether an explanation is wanted: to keep runner-ups, for instance.
  var isOn: Bool { entries != nil }

  /// Notes why a field has its value. The entry is only made when it is wanted.
  @inline(__always) mutating func note(_ entry: @autoclosure () -> TraceEntry) {
    if entries != nil { entries!.append(entry()) }
  }
}
