import GeoConsole
import GeoMap
import GeoModel
import GeoSupport

extension MapScene {
  /// Shows a GeoJSON file.
  ///
  /// - Throws: `ProgramFailure` that says where the file is wrong.
  func add(geojson path: String) throws(ProgramFailure) {
    let bytes = try InputFile.read(path)
    do throws(GeoJSONError) { add(try GeoJSONDecoder().decode(bytes)) } catch {
      throw ProgramFailure(.badData, "\(path): \(error)")
    }
  }

  /// Shows a GPX file: tracks and routes as lines, waypoints as markers.
  ///
  /// - Throws: `ProgramFailure` that says where the file is wrong.
  func add(gpx path: String) throws(ProgramFailure) {
    let bytes = try InputFile.read(path)
    do throws(GPXError) {
      let file = try GPXFile(bytes)
      for line in file.lines { addLine(line, .systemPurple) }
      for waypoint in file.waypoints { addMarker(waypoint.coordinate, title: waypoint.name, .systemPurple) }
    } catch { throw ProgramFailure(.badData, "\(path): \(error)") }
  }
}

/// Files that are read as a whole.
enum InputFile {
  /// Files that are larger are not drawings.
  private static let byteLimit = 64 << 20

  static func read(_ path: String) throws(ProgramFailure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw ProgramFailure(.noInput, "cannot read \(path): \(systemMessage())") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = GeoSupport.read(file, &buffer, buffer.count)
      guard count >= 0 else {
        throw ProgramFailure(.noInput, "cannot read \(path): \(systemMessage())")
      }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= byteLimit else {
        throw ProgramFailure(
          .badData, "\(path) is larger than \(byteLimit >> 20) MB; simplify it, or cut it to what is to be seen")
      }
    }
  }
}
