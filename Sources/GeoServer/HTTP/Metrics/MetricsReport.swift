import GeoModel
import GeoSupport
import GeoWire

/// All metrics of a server as one document.
struct MetricsReport {
  private var writer = PrometheusText()

  /// The document with the current values.
  static func text(_ state: HTTPState) -> String {
    var report = MetricsReport()
    report.requests(state)
    report.durations(state)
    report.server(state)
    report.store(state.storeAge, state.server.condition, state.server.replication)
    return report.writer.text
  }

  private mutating func requests(_ state: HTTPState) {
    let counters = state.counters
    let name = "geocoded_http_requests_total"
    writer.begin(name, "counter", "Requests over HTTP by path and outcome.")
    for route in MetricsReport.routes(state) {
      for outcome in HTTPCounters.Outcome.allCases {
        let count = counters.reduce(0) { $0 + $1.requests(route, outcome) }
        // A route without requests still has a line, so that rates begin at zero.
        guard count > 0 || outcome == .ok else { continue }
        writer.sample(name, [("route", MetricsReport.label(route)), ("outcome", outcome.label)], Double(count))
      }
    }
  }

  private mutating func durations(_ state: HTTPState) {
    let counters = state.counters
    let name = "geocoded_http_request_duration_seconds"
    writer.begin(name, "histogram", "Time from a request's head to the end of its answer.")
    for route in MetricsReport.routes(state) {
      var classes = [Int](repeating: 0, count: HTTPCounters.limitsMicroseconds.count + 1)
      for counter in counters {
        for (index, count) in counter.durations(route).enumerated() { classes[index] += count }
      }
      let label = ("route", MetricsReport.label(route))
      var sum = 0
      for (index, count) in classes.enumerated() {
        sum += count
        let limits = HTTPCounters.limitsMicroseconds
        let end = index < limits.count ? "\(Double(limits[index]) / 1e6)" : "+Inf"
        writer.sample(name + "_bucket", [label, ("le", end)], Double(sum))
      }
      let microseconds = counters.reduce(0) { $0 + $1.totalMicroseconds(route) }
      writer.sample(name + "_sum", [label], Double(microseconds) / 1e6)
      writer.sample(name + "_count", [label], Double(sum))
    }
  }

  private mutating func server(_ state: HTTPState) {
    writer.begin("geocoded_build_info", "gauge", "The version of the program, as a label.")
    writer.sample("geocoded_build_info", [("version", productVersion)], 1)
    writer.single("geocoded_http_connections", "gauge", "Open connections over HTTP.", Double(state.connections.count))
    writer.single(
      "geocoded_http_connections_total", "counter", "Connections over HTTP since the start.",
      Double(state.connections.admitted))
    writer.single(
      "geocoded_http_connections_refused_total", "counter", "Connections over HTTP beyond the limit.",
      Double(state.connections.refused))
    writer.single(
      "geocoded_socket_clients", "gauge", "Clients of the socket protocol.", Double(state.server.counts.clientCount))
    let clients = state.server.counts.clientTotals
    writer.single(
      "geocoded_socket_clients_total", "counter", "Clients of the socket protocol since the start.",
      Double(clients.admitted))
    writer.single(
      "geocoded_socket_clients_refused_total", "counter", "Clients of the socket protocol beyond the limit.",
      Double(clients.refused))
    writer.begin("geocoded_engines", "gauge", "Engines that answer, by whom they serve.")
    writer.sample("geocoded_engines", [("face", "http")], Double(state.options.threads))
    writer.sample("geocoded_engines", [("face", "pool")], Double(state.server.pool.workers))
    writer.single(
      "geocoded_queries_waiting", "gauge", "Queries that wait for the pool or run there.",
      Double(state.server.counts.waitingTasks))
    writer.single(
      "geocoded_threads_stuck", "gauge", "Threads that do not come back from a query, a picture or a map.",
      Double(state.server.stuckThreads))
    writer.single(
      "geocoded_unsent_bytes", "gauge", "Bytes of answers that clients have not taken.",
      Double(state.server.budget.answerBytes))
    if let answers = state.server.coverage?.answers {
      writer.single(
        "geocoded_answers_total", "counter", "Questions for placemarks that were answered.", Double(answers.all))
      writer.single(
        "geocoded_answers_uncovered_total", "counter",
        "Answers that no extract of the store covers: nothing, or only what the coarse world layer says.",
        Double(answers.uncovered))
    }
    writer.single("process_resident_memory_bytes", "gauge", "Memory in use.", Double(Allocator.residentBytes))
  }

  private mutating func store(
    _ age: StoreAge, _ condition: StoreCondition, _ place: ServerInfo.Replication?
  ) {
    writer.single(
      "geocoded_ready", "gauge", "1 while requests are answered, 0 while the server stops or waits for a whole store.",
      age.isReady ? 1 : 0)
    writer.single(
      "geocoded_store_open_seconds", "gauge", "Time since the store was opened.", age.openSeconds.rounded())
    writer.single("geocoded_store_reloads_total", "counter", "Times that a new store took over.", Double(age.reloads))
    writer.single(
      "geocoded_store_reload_failures_total", "counter", "Times that a new store could not be opened.",
      Double(condition.failedReloads))
    writer.single(
      "geocoded_store_damage_total", "counter", "Pages of stores that were not as imported.",
      Double(condition.damageTotal))
    writer.single(
      "geocoded_store_updates_total", "counter", "Updates of the store that the daemon has made.",
      Double(condition.updates.successes))
    writer.single(
      "geocoded_store_update_failures_total", "counter", "Updates of the store that failed.",
      Double(condition.updates.failures))
    replication(place)
    guard let date = age.dataTime else { return }
    writer.single(
      "geocoded_store_data_timestamp_seconds", "gauge",
      "The moment that the map data reflects, in seconds since 1970.", Double(date))
    writer.single(
      "geocoded_store_age_seconds", "gauge", "Time since the moment that the map data reflects.",
      Double(time(nil) - date))
  }

  private mutating func replication(_ place: ServerInfo.Replication?) {
    guard let place else { return }
    writer.single(
      "geocoded_store_sequence", "gauge", "The last change file that the map data contains.", Double(place.sequence))
    guard let moment = place.timestamp.flatMap(UTCTime.seconds) else { return }
    writer.single(
      "geocoded_store_lag_seconds", "gauge", "Time since the moment up to which the map data surely has all changes.",
      Double(time(nil) - moment))
  }

  private static func routes(_ state: HTTPState) -> [HTTPRoute?] { state.routes.all.map { $0 } + [nil] }

  private static func label(_ route: HTTPRoute?) -> String { route?.path ?? "other" }
}

/// Writes metrics in Prometheus' text format (version 0.0.4).
struct PrometheusText {
  /// The value of `Content-Type`.
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// The text written so far.
  private(set) var text = ""

  /// Begins a family of metrics.
  mutating func begin(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  /// Writes one sample of a family.
  mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Double) {
    let list = labels.map { "\($0.0)=\"\(PrometheusText.escaped($0.1))\"" }.joined(separator: ",")
    let isWhole = value == value.rounded() && abs(value) < 1e15
    text += "\(name)\(list.isEmpty ? "" : "{\(list)}") \(isWhole ? "\(Int(value))" : "\(value)")\n"
  }

  /// Writes a family of one sample.
  mutating func single(_ name: String, _ type: String, _ help: String, _ value: Double) {
    begin(name, type, help)
    sample(name, [], value)
  }

  private static func escaped(_ value: String) -> String {
    let bytes = value.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "\""): [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): Array("\\n".utf8)
      default: [byte]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
