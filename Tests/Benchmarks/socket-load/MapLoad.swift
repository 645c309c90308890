import GeoSupport

/// Measures maps of the daemon: callbacks, moves, a million annotations, and many maps.
struct MapLoad {
  let path: String
  /// The path of the daemon's HTTP socket, for pages; nil for none.
  let httpPath: String?
  let pid: Int32?

  func run() throws {
    try callbacks(count: 5_000)
    try million()
    try moves(perSecond: 10_000, seconds: 10, onPage: false)
    if httpPath != nil {
      try taps(count: 2_000)
      try moves(perSecond: 10_000, seconds: 10, onPage: true)
    }
    try manyMaps(count: 1_000)
    try openAndClose(count: 10_000)
  }

  /// A connection that sends one request at a time.
  private final class Client {
    let socket: LoadSocket
    private var buffer: [UInt8] = []
    private var lines: [ArraySlice<UInt8>] = []

    init(_ path: String) throws { socket = try LoadSocket(path: path) }

    /// The next line.
    func line() throws -> String {
      while lines.isEmpty {
        try socket.receive(into: &buffer)
        guard let last = buffer.lastIndex(of: 0x0A) else { continue }
        lines = buffer[...last].split(separator: 0x0A).reversed()
        buffer.removeFirst(last + 1)
      }
      return String(decoding: lines.removeLast(), as: UTF8.self)
    }

    /// Sends a request and returns its response; skips callbacks before it.
    @discardableResult
    func ask(_ method: String, _ params: String) throws -> String {
      try socket.send(Array(#"{"id":1,"method":"mapView.\#(method)","params":{\#(params)}}"#.utf8) + [0x0A])
      while true {
        let line = try line()
        guard line.contains(#""id":1"#) else { continue }
        guard line.contains(#""result""#) else { throw LoadError(description: line) }
        return line
      }
    }
  }

  /// Measures the delay between a tap on a page and the delegate's callback.
  private func taps(count: Int) throws {
    guard let httpPath else { return }
    let delegate = try Client(path)
    let opened = try delegate.ask("open", #""name":"benchmark taps","stays":0,"center":{"latitude":0,"longitude":0}"#)
    let page = try LoadPage(path: httpPath, opened: opened)
    try page.take(until: nanoseconds() + 500_000_000)
    let start = nanoseconds()
    var latencies: [UInt64] = []
    for _ in 0..<count {
      let sent = nanoseconds()
      try page.say("tap", #"{"at":{"latitude":0,"longitude":0}}"#)
      while try !delegate.line().contains("didTap") {}
      latencies.append(nanoseconds() - sent)
    }
    let result = LoadResult(requests: count, seconds: Double(nanoseconds() - start) / 1e9, latencies: latencies)
    print(
      "a tap on a page reaches the delegate: median \(rounded(result.medianMicroseconds)) us, p99 \(rounded(result.highMicroseconds)) us"
    )
  }

  /// Measures the delay between a tap on a map and the delegate's callback.
  private func callbacks(count: Int) throws {
    let (delegate, user) = (try Client(path), try Client(path))
    try delegate.ask("open", #""name":"benchmark callbacks","stays":0"#)
    try user.ask("open", #""name":"benchmark callbacks","role":"observer""#)
    try user.ask("subscribe", #""mapView":1,"callbacks":[]"#)
    var latencies: [UInt64] = []
    let start = nanoseconds()
    for _ in 0..<count {
      let sent = nanoseconds()
      try user.ask("gesture", #""mapView":1,"gesture":"tap","point":[10,10]"#)
      while try !delegate.line().contains("didTap") {}
      latencies.append(nanoseconds() - sent)
    }
    let result = LoadResult(
      requests: count, seconds: Double(nanoseconds() - start) / 1e9, latencies: latencies)
    print(
      "a tap reaches the delegate: median \(rounded(result.medianMicroseconds)) us, p99 \(rounded(result.highMicroseconds)) us"
    )
  }

  /// Adds a million annotations as columns, in requests below one megabyte.
  private func million() throws {
    let client = try Client(path)
    try client.ask("open", #""name":"benchmark million","stays":0,"center":{"latitude":0,"longitude":0},"level":12"#)
    try client.ask("registerTemplates", Self.template)
    let (rows, parts) = (10_000, 100)
    var seed: UInt64 = 1
    func random() -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(Int64(bitPattern: seed >> 33)) / Double(1 << 31)
    }
    let requests = (0..<parts).map { part -> [UInt8] in
      let ids = part * rows..<(part + 1) * rows
      func list(_ value: (Int) -> String) -> String { ids.map(value).joined(separator: ",") }
      func place(_ half: Double) -> String { "\(((random() * 2 - 1) * half * 1e5).rounded() / 1e5)" }
      let columns = """
        {"ids":[\(list { "\($0)" })],"latitudes":[\(list { _ in place(80) })],"longitudes":[\(list { _ in place(180) })],\
        "titles":[\(list { "\"Place \($0)\"" })]}
        """
      return Array(
        #"{"id":1,"method":"mapView.addAnnotations","params":{"mapView":1,"template":"dot","columns":\#(columns)}}"#
          .utf8)
        + [0x0A]
    }
    let start = nanoseconds()
    for request in requests { try client.socket.send(request) }
    for _ in requests { while try !client.line().contains(#""count":10000"#) {} }
    let seconds = Double(nanoseconds() - start) / 1e9
    let bytes = requests.reduce(0) { $0 + $1.count }
    print("a million annotations by columns (\(bytes >> 20) MB): \(rounded(seconds)) s, daemon \(memory)")
    try client.ask("close", #""mapView":1"#)
  }

  /// Moves a fleet ten times per second.
  private func moves(perSecond: Int, seconds: Int, onPage: Bool) throws {
    let client = try Client(path)
    let opened = try client.ask(
      "open", #""name":"benchmark fleet","stays":0,"center":{"latitude":0,"longitude":0},"level":12"#)
    try client.ask("registerTemplates", Self.template)
    func columns(_ step: Int, _ ids: Range<Int>) -> String {
      func list(_ value: (Int) -> String) -> String { ids.map(value).joined(separator: ",") }
      return """
        "ids":[\(list { "\($0)" })],"latitudes":[\(list { "\(Double($0 % 100 + step) / 1_000)" })],\
        "longitudes":[\(list { "\(Double($0 / 100 + step) / 1_000)" })]
        """
    }
    try client.ask("addAnnotations", #""mapView":1,"template":"dot","columns":{\#(columns(0, 0..<perSecond))}"#)
    let page = try onPage ? httpPath.map { try LoadPage(path: $0, opened: opened) } : nil
    let before = processorSeconds
    let start = nanoseconds()
    for step in 1...seconds * 10 {
      let part = perSecond / 10
      let first = step % 10 * part
      try client.ask("moveAnnotations", #""mapView":1,\#(columns(step, first..<first + part))"#)
      let due = start + UInt64(step) * 100_000_000
      if let page { try page.take(until: due) }
      let now = nanoseconds()
      if now < due { usleep(UInt32((due - now) / 1_000)) }
    }
    let wall = Double(nanoseconds() - start) / 1e9
    let share = before.flatMap { before in processorSeconds.map { "\(rounded(($0 - before) / wall * 100)) % of a core" }
    }
    let shown =
      page.map { ", shown on a page by \($0.frames) frames of \($0.bytes / max(1, $0.frames) / 1_000) kB" } ?? ""
    print("\(perSecond) moves a second\(shown): \(share ?? "- (give --pid)")")
    try client.ask("close", #""mapView":1"#)
  }

  /// Opens many maps at once, with as many clients as needed.
  private func manyMaps(count: Int) throws {
    let before = memory
    var clients: [Client] = []
    let start = nanoseconds()
    for number in 0..<count {
      if number % 64 == 0 { clients.append(try Client(path)) }
      guard let client = clients.last else { continue }
      try client.ask("open", #""stays":0,"center":{"latitude":0,"longitude":0},"level":12"#)
      let ids = (0..<100).map { "\($0)" }.joined(separator: ",")
      let places = (0..<100).map { "\(Double($0) / 1_000)" }.joined(separator: ",")
      let columns = #""columns":{"ids":[\#(ids)],"latitudes":[\#(places)],"longitudes":[\#(places)]}"#
      try client.ask("addAnnotations", #""mapView":\#(number % 64 + 1),\#(columns)"#)
    }
    let seconds = Double(nanoseconds() - start) / 1e9
    print("\(count) maps of 100 annotations: \(rounded(seconds)) s, daemon \(before), then \(memory)")
  }

  /// Opens and closes maps repeatedly.
  private func openAndClose(count: Int) throws {
    let client = try Client(path)
    var before = ""
    let start = nanoseconds()
    for number in 1...count {
      try client.ask("open", #""stays":0,"center":{"latitude":0,"longitude":0},"level":12"#)
      try client.ask(
        "addAnnotations",
        #""mapView":\#(number),"annotations":[{"id":1,"coordinate":{"latitude":0,"longitude":0},"title":"One"}]"#)
      try client.ask("close", #""mapView":\#(number)"#)
      if number == 100 { before = memory }
    }
    let seconds = Double(nanoseconds() - start) / 1e9
    print("\(count) maps opened and closed: \(rounded(seconds)) s, daemon \(before) after 100, \(memory) after all")
  }

  private static let template =
    #""mapView":1,"templates":{"dot":{"kind":"marker","clusteringIdentifier":"dot","displayPriority":750}}"#

  private var memory: String { pid.flatMap { ObservedProcess(pid: $0).residentMegabytes }.map { "\($0) MB" } ?? "- MB" }

  /// The daemon's processor time in seconds; nil when unknown.
  private var processorSeconds: Double? {
    guard let pid, let file = fopen("/proc/\(pid)/stat", "r") else { return nil }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 1_024)
    guard fgets(&text, 1_024, file) != nil else { return nil }
    let line = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    // The name of the program is in parentheses and may contain spaces.
    let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
