import GeoClient
import GeoMapClient
import GeoConsole
import GeoMap
import GeoModel
import GeoSupport

/// `geocode map --live`: a map of the daemon whose markers follow standard input.
///
/// 1. The map is opened, and the URL of its page is printed.
/// 2. Input is read as it arrives; the newest position of each marker is sent to the daemon at once.
/// 3. At the end of the input or on Ctrl-C, everything read so far reaches the map before the program ends.
struct LiveMap {
  let options: LiveOptions
  let content: ContentOptions
  let size: ScreenSize
  let isQuiet: Bool

  /// The number of problems that are reported individually.
  private static let toldProblems = 20
  private static let template = "live"

  func run() async throws {
    Interruption.handle()
    let map = try await open()
    guard let page = map.page else {
      throw ProgramFailure(
        .unavailable, "the daemon serves no pages; start it with an address, such as geocoded --http 127.0.0.1:8080")
    }
    let output = StandardOutput()
    try output.writeLine(page)
    try output.flush()
    map.registerTemplate(LiveMap.template, MarkerAnnotationView.self) { view in
      view.clusteringIdentifier = LiveMap.template
      view.displayPriority = .defaultHigh
      view.canShowCallout = true
    }
    var reader = LiveReader()
    var state = State(isPlaced: content.center != nil || content.region != nil)
    while !Interruption.isRequested {
      guard let bytes = try LiveMap.read() else {
        show(reader.finish(), on: map, &state)
        break
      }
      show(reader.take(bytes), on: map, &state)
      map.deliverCallbacks()
    }
    do { try await map.synchronize() } catch {
      throw ProgramFailure(.unavailable, (error as? GeocodingError)?.message ?? "\(error)")
    }
    map.close()
    let markers = map.annotationCount
    let cause = Interruption.isRequested ? "interrupted" : "end of input"
    let skipped = state.problems > 0 ? ", \(state.problems) lines left out" : ""
    say("\(cause): \(markers) markers\(skipped); the page stays for \(Int(options.stays)) seconds")
    if Interruption.isRequested { throw ProgramFailure(Interruption.status, "") }
  }

  private struct State {
    /// Whether the region of the map was already set.
    var isPlaced: Bool
    var problems = 0
  }

  private func open() async throws -> MapView {
    let client = options.socket.map { GeoClient(socketPath: $0) } ?? GeoClient()
    do throws(GeocodingError) {
      let map = try await client.mapView(
        named: options.name, center: content.center, level: content.level, size: size, stays: options.stays)
      if let region = content.region { map.region = region }
      return map
    } catch {
      throw ProgramFailure(.unavailable, "\(error.message); is geocoded running? Start it with --http 127.0.0.1:8080")
    }
  }

  private func show(_ batch: LiveReader.Batch, on map: MapView, _ state: inout State) {
    for (line, reason) in batch.problems {
      state.problems += 1
      if state.problems <= LiveMap.toldProblems { say("line \(line): \(reason)") }
      if state.problems == LiveMap.toldProblems { say("what else is not understood is counted only") }
    }
    guard !batch.positions.isEmpty else { return }
    var newest: [String: Int] = [:]
    for (index, position) in batch.positions.enumerated() { newest[position.id] = index }
    let rows = newest.values.sorted().map { batch.positions[$0] }
    let columns = AnnotationColumns(
      rows, id: { .text($0.id) }, coordinate: { $0.coordinate }, title: { $0.title ?? $0.id })
    try? map.addAnnotations(columns, template: LiveMap.template)
    guard !state.isPlaced else { return }
    state.isPlaced = true
    map.showAnnotations(animated: false)
  }

  private func say(_ text: String) { if !isQuiet { StandardError.writeLine(text, label: "Note: ") } }

  /// Returns the bytes that arrived; empty when nothing arrives for a while, nil at the end of the input.
  private static func read() throws(ProgramFailure) -> ArraySlice<UInt8>? {
    var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    guard poll(&input, 1, 200) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = GeoSupport.read(0, &buffer, buffer.count)
    if count < 0 {
      guard errno == EINTR || errno == EAGAIN else {
        throw ProgramFailure(.inputOutput, "standard input: \(systemMessage())")
      }
      return []
    }
    return count == 0 ? nil : buffer[..<count]
  }
}
