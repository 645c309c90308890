import GeoConsole
import GeoMap
import GeoModel
import GeoSupport

extension MapScene {
  /// Shows a GeoJSON file.
  ///
  /// - Throws: `ProgramFailure` that says where the file is wrong.
  func add(geojson path: String) throws(ProgramFailure) {
    let bytes = try Self.bytes(of: path)
    do throws(GeoJSONError) { add(try GeoJSONDecoder().decode(bytes)) } catch {
      throw ProgramFailure(.badData, "\(path): \(error)")
    }
  }

  /// Shows a GPX file: tracks and routes as lines, waypoints as markers.
  ///
  /// - Throws: `ProgramFailure` that says where the file is wrong.
  func add(gpx path: String) throws(ProgramFailure) {
    let bytes = try Self.bytes(of: path)
    do throws(GPXError) {
      let file = try GPXFile(bytes)
      for line in file.lines { addLine(line, .systemPurple) }
      for waypoint in file.waypoints { addMarker(waypoint.coordinate, title: waypoint.name, .systemPurple) }
    } catch { throw ProgramFailure(.badData, "\(path): \(error)") }
  }

  /// Files that are larger are not drawings.
  private static let byteLimit = 64 << 20

  private static func bytes(of path: String) throws(ProgramFailure) -> [UInt8] {
    do throws(FileContents.Failure) { return try FileContents.bytes(of: path, limit: byteLimit) } catch {
      guard error.code == EFBIG else { throw ProgramFailure(.noInput, "cannot read \(path): \(error.message)") }
      throw ProgramFailure(
        .badData, "\(path) is larger than \(byteLimit >> 20) MB; simplify it, or cut it to what is to be seen")
    }
  }
}
