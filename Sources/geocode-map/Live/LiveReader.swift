import GeoModel

/// Reads positions from an endless input as it arrives. Input that begins with `<` is GPX; anything else is lines.
struct LiveReader {
  /// The result of a read: positions, and skipped lines with the reason.
  struct Batch {
    var positions: [LivePosition] = []
    var problems: [(line: Int, reason: LiveProblem)] = []
  }

  private var rest: [UInt8] = []
  private var line = 1
  private var gpx: LiveGPX?
  private var hasBegun = false

  /// The largest size of a line or tag in bytes.
  private static let longest = 1 << 20

  /// Processes new input.
  mutating func take(_ bytes: some Sequence<UInt8>) -> Batch {
    rest.append(contentsOf: bytes)
    if !hasBegun, let first = rest.first(where: { $0 > 0x20 && $0 < 0x80 }) {
      hasBegun = true
      if first == UInt8(ascii: "<") { gpx = LiveGPX() }
    }
    var batch = Batch()
    if gpx == nil { takeLines(&batch) } else { takeTags(&batch) }
    if rest.count > LiveReader.longest {
      batch.problems.append((line, LiveProblem("it is longer than \(LiveReader.longest) bytes, and is left out")))
      rest = []
    }
    return batch
  }

  /// Processes an unterminated last line at the end of the input.
  mutating func finish() -> Batch {
    guard gpx == nil else {
      let isWhole = rest.allSatisfy { $0 <= 0x20 }
      return Batch(problems: isWhole ? [] : [(line, LiveProblem("the input ends within an element"))])
    }
    return take([UInt8(ascii: "\n")])
  }

  private mutating func takeLines(_ batch: inout Batch) {
    var start = 0
    while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
      do throws(LiveProblem) {
        if let position = try LivePosition.read(Array(rest[start..<end])) { batch.positions.append(position) }
      } catch { batch.problems.append((line, error)) }
      line += 1
      start = end + 1
    }
    rest.removeFirst(start)
  }

  private mutating func takeTags(_ batch: inout Batch) {
    guard let end = rest.lastIndex(of: UInt8(ascii: ">")) else { return }
    var scanner = XMLScanner(Array(rest[...end]))
    var tags: [(tag: XMLScanner.Tag, line: Int)] = []
    do throws(GPXError) {
      while let tag = try scanner.next() { tags.append((tag, line + scanner.line - 1)) }
    } catch {
      // The `>` was inside a comment or quotes, so the tag is incomplete.
      if error.isOfEnd { return }
      batch.problems.append((line + error.line - 1, LiveProblem(error.reason)))
    }
    line += rest[...end].count { $0 == UInt8(ascii: "\n") }
    rest.removeFirst(end + 1)
    for (tag, line) in tags {
      do throws(LiveProblem) {
        if let position = try gpx?.take(tag) ?? nil { batch.positions.append(position) }
      } catch { batch.problems.append((line, error)) }
    }
  }
}

/// The points of a GPX file that is still being written: a track moves a marker, waypoints stay.
struct LiveGPX {
  private var open: [String] = []
  private var track = 0
  private var name: String?
  private var waypoints = 0
  private var waypoint: Coordinate?

  /// Processes a tag.
  ///
  /// - Returns: a position when the tag completes one.
  mutating func take(_ tag: XMLScanner.Tag) throws(LiveProblem) -> LivePosition? {
    switch tag {
    case .open(let element, let attributes, let isEmpty):
      if !isEmpty { open.append(element) }
      switch element {
      case "trk", "rte":
        track += 1
        name = nil
      case "trkpt", "rtept":
        return LivePosition(id: name ?? "track \(max(1, track))", coordinate: try place(attributes, element))
      case "wpt":
        (waypoint, name) = (try place(attributes, element), nil)
        if isEmpty { return endWaypoint() }
      default: break
      }
    case .close(let element, let text):
      if let index = open.lastIndex(of: element) { open.removeSubrange(index...) }
      if element == "name", let owner = open.last, ["wpt", "trk", "rte"].contains(owner) { name = text }
      if element == "wpt" { return endWaypoint() }
    }
    return nil
  }

  private mutating func endWaypoint() -> LivePosition? {
    guard let place = waypoint else { return nil }
    waypoints += 1
    defer { (waypoint, name) = (nil, nil) }
    return LivePosition(id: name ?? "waypoint \(waypoints)", coordinate: place)
  }

  private func place(_ attributes: [String: String], _ element: String) throws(LiveProblem) -> Coordinate {
    guard let latitude = attributes["lat"].flatMap(Double.init), let longitude = attributes["lon"].flatMap(Double.init)
    else { throw LiveProblem("<\(element)> needs lat and lon with numbers") }
    return try LivePosition.coordinate(latitude, longitude)
  }
}
