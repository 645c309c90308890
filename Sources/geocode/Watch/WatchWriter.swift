import GeoClient
import GeoConsole
import GeoWire

/// Writes the events of a watch to standard output, each at once. Used by one task.
struct WatchWriter: Sendable {
  let format: WatchCommand.Format

  /// Writes one event.
  ///
  /// - Throws: `ProgramFailure` when standard output cannot be written.
  func write(_ event: WatchEvent) throws(ProgramFailure) {
    let output = StandardOutput()
    switch format {
    case .text: try output.writeLine(Self.sentence(event))
    case .json: try output.write(Self.callback(event))
    }
    try output.flush()
  }

  /// The callback as the daemon sent it; the only watch of this process has the number 1.
  private static func callback(_ event: WatchEvent) -> [UInt8] {
    var writer = JSONWriter()
    writer.watchCallback(1, event)
    writer.endLine()
    return writer.bytes
  }

  private static func sentence(_ event: WatchEvent) -> String {
    switch event {
    case .didUpdatePlacemark(let placemark, let changed, _):
      let levels = changed.map(\.rawValue).joined(separator: ", ")
      return "now at \(AddressText.lines(placemark).joined(separator: ", ")) (changed: \(levels))"
    case .didEnterArea(let area): return "entered \(area.level.rawValue) \(area.name)"
    case .didExitArea(let area): return "left \(area.level.rawValue) \(area.name)"
    case .didFail(let error): return "no answer: \(error.message)"
    }
  }
}
