import GeoConsole
import GeoMap
import GeoModel
import GeoSupport

extension MapScene {
  /// Shows a GeoJSON file.
  ///
  /// - Throws: `ProgramFailure` with the position of the error in the file.
  func add(geojson path: String) throws(ProgramFailure) {
    let bytes = try Self.bytes(of: path)
    do throws(GeoJSONError) { add(try GeoJSONDecoder().decode(bytes)) } catch {
      throw ProgramFailure(.badData, "\(path) is not valid GeoJSON: \(error)" + Self.advice(bytes))
    }
  }

  /// Advice for a file of another kind; empty when it may be faulty GeoJSON.
  private static func advice(_ bytes: [UInt8]) -> String {
    switch bytes.drop(while: { $0 <= 0x20 }).first {
    case UInt8(ascii: "{"), UInt8(ascii: "["), nil: ""
    case UInt8(ascii: "<"): "\nThis is XML: give GPX with --gpx."
    default:
      "\nOf a table whose columns are called lon and lat this makes GeoJSON: "
        + "ogr2ogr -f GeoJSON -oo X_POSSIBLE_NAMES=lon -oo Y_POSSIBLE_NAMES=lat places.geojson places.csv"
    }
  }

  /// Shows a GPX file: tracks and routes as lines, waypoints as markers.
  ///
  /// - Throws: `ProgramFailure` with the position of the error in the file.
  func add(gpx path: String) throws(ProgramFailure) {
    let bytes = try Self.bytes(of: path)
    do throws(GPXError) {
      let file = try GPXFile(bytes)
      for line in file.lines { addLine(line, .systemPurple) }
      for waypoint in file.waypoints { addMarker(waypoint.coordinate, title: waypoint.name, .systemPurple) }
    } catch { throw ProgramFailure(.badData, "\(path): \(error)") }
  }

  /// The largest accepted file; larger ones are not drawings.
  private static let byteLimit = 64 << 20

  private static func bytes(of path: String) throws(ProgramFailure) -> [UInt8] {
    do throws(FileContents.Failure) { return try FileContents.bytes(of: path, limit: byteLimit) } catch {
      guard error.code == EFBIG else { throw ProgramFailure(.noInput, "cannot read \(path): \(error.message)") }
      throw ProgramFailure(
        .badData, "\(path) is larger than \(byteLimit >> 20) MB; simplify it, or cut it to what is to be seen")
    }
  }
}
