import GeoClient
import GeoConsole
import GeoModel
import GeoWire

/// Sends positions from standard input to a watch.
struct PositionFeed {
  let client: GeoClient
  let watch: PlacemarkWatch

  /// After this many positions the feed waits for the daemon, so that a long file does not pile up in memory.
  private static let stride = 256

  /// Sends all positions.
  ///
  /// - Returns: the number of lines that were not positions.
  /// - Throws: `ProgramFailure` when the input cannot be read or the daemon does not respond.
  func run() throws -> Int {
    var (sent, badLines, lineNumber) = (0, 0, 0)
    var input = InputLines()
    while let line = try input.next() {
      lineNumber += 1
      guard !line.allSatisfy(\.isWhitespace) else { continue }
      do {
        let position = try Position(line)
        watch.update(
          position.coordinate, accuracyMeters: position.accuracyMeters, timestamp: position.timestamp,
          bearingDegrees: position.bearingDegrees, speedMetersPerSecond: position.speedMetersPerSecond)
        sent += 1
      } catch {
        badLines += 1
        StandardError.writeLine("line \(lineNumber): \(error)")
      }
      if sent % Self.stride == Self.stride - 1 { try Blocking.ping(client) }
    }
    return badLines
  }
}

extension Blocking {
  /// Waits for the daemon's response to a ping, which follows all earlier requests.
  ///
  /// - Throws: `ProgramFailure` when the daemon does not respond.
  static func ping(_ client: GeoClient) throws {
    do { try run { try await client.ping() } } catch let error as GeocodingError {
      throw ProgramFailure(noDaemon: error)
    }
  }
}

/// One line of input.
struct Position {
  var coordinate: Coordinate
  var accuracyMeters: Double?
  /// Seconds since 1970.
  var timestamp: Double?
  var bearingDegrees: Double?
  var speedMetersPerSecond: Double?

  /// Parses a coordinate as people write it, or a JSON object with `latitude` and `longitude`.
  ///
  /// - Throws: `UsageError` or `CoordinateTextError` that describes the problem.
  init(_ line: String) throws {
    guard line.drop(while: \.isWhitespace).first == "{" else {
      coordinate = try Coordinate(parsing: line)
      return
    }
    var parser = JSONParser()
    let bytes = Array(line.utf8)
    let values = try? bytes.withUnsafeBytes { try parser.parse($0) { Self.numbers($0) } }
    guard let values, let latitude = values[0], let longitude = values[1] else {
      throw UsageError("an object with the numbers latitude and longitude was expected")
    }
    do { coordinate = try Coordinate(latitude: latitude, longitude: longitude) } catch {
      throw CoordinateTextError.invalid(error)
    }
    (accuracyMeters, timestamp, bearingDegrees, speedMetersPerSecond) = (values[2], values[3], values[4], values[5])
    // The daemon would silently drop a position with an invalid number.
    try Position.check("accuracyMeters", accuracyMeters, 0...ProtocolLimits.accuracyMeters)
    try Position.check("bearingDegrees", bearingDegrees, 0...360)
    try Position.check("speedMetersPerSecond", speedMetersPerSecond, 0...ProtocolLimits.speedMetersPerSecond)
  }

  private static func check(_ name: String, _ value: Double?, _ range: ClosedRange<Double>) throws(UsageError) {
    guard let value, !range.contains(value) else { return }
    throw UsageError("\(name) must be a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
  }

  private static func numbers(_ node: JSONNode) -> [Double?] {
    ["latitude", "longitude", "accuracyMeters", "timestamp", "bearingDegrees", "speedMetersPerSecond"].map {
      (name: StaticString) in node.member(name)?.double
    }
  }
}
