import GeoConsole
import GeoImport
import GeoModel
import GeoSupport
import GeoWire

/// The region to which an import is cut, from a file. The content decides its format: GeoJSON (polygons, alone or as
/// features), or the `.poly` format that comes with extracts.
package struct RegionFile {
  /// The region.
  package let region: ImportRegion
  /// The limit of a file's size. The outline of a continent takes some megabytes. A longer file, such as an extract
  /// given by mistake, is not a region.
  private static let byteLimit = 64 << 20

  /// Reads a file.
  ///
  /// - Throws: `ProgramFailure` if the file is missing or has no polygon.
  package init(path: String) throws(ProgramFailure) {
    let bytes: [UInt8]
    do throws(FileContents.Failure) { bytes = try FileContents.bytes(of: path, limit: RegionFile.byteLimit) } catch {
      guard error.code != EFBIG else {
        throw ProgramFailure(
          .badData,
          "\(path) is longer than the \(RegionFile.byteLimit >> 20) MB that a region may have; give a .poly file or GeoJSON"
        )
      }
      throw ProgramFailure(.noInput, "\(path) cannot be read: \(error.message)")
    }
    let isJSON = bytes.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "{")
    let polygons = isJSON ? try RegionFile.geoJSON(bytes, path) : try RegionFile.poly(bytes, path)
    guard !polygons.isEmpty else { throw ProgramFailure(.badData, "\(path) holds no polygon") }
    region = ImportRegion(polygons: polygons)
  }

  private static func geoJSON(_ bytes: [UInt8], _ path: String) throws(ProgramFailure) -> [[[FixedPoint]]] {
    let objects: [GeoJSONObject]
    do throws(GeoJSONError) {
      objects = try GeoJSONDecoder().decode(bytes)
    } catch {
      throw ProgramFailure(.badData, "\(path) is not valid GeoJSON: \(error)")
    }
    let shapes = objects.flatMap { object in
      if case .feature(let feature) = object { feature.geometry } else { [object] }
    }
    let polygons = shapes.flatMap { shape -> [[[Coordinate]]] in
      switch shape.overlay?.shape {
      case .polygon(let rings): [rings]
      case .multiPolygon(let polygons): polygons
      default: []
      }
    }
    return polygons.map { $0.map { $0.map { FixedPoint($0) } } }
  }

  /// Parses polygons in Osmosis' format: a name, then sections, then `END`. A section has a name, lines of longitude
  /// and latitude, and `END`. If the name begins with `!`, the section is a hole in all polygons.
  private static func poly(_ bytes: [UInt8], _ path: String) throws(ProgramFailure) -> [[[FixedPoint]]] {
    func fault(_ line: Int, _ problem: String) -> ProgramFailure {
      ProgramFailure(.badData, "\(path): line \(line): \(problem); give a .poly file or GeoJSON")
    }
    var outer: [[FixedPoint]] = []
    var holes: [[FixedPoint]] = []
    var ring: [FixedPoint]?
    var isHole = false
    var isComplete = false
    var count = 0
    for text in String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    {
      count += 1
      let words = text.split(whereSeparator: \.isWhitespace)
      // The first line is the name of the file.
      guard count > 1, let first = words.first else { continue }
      guard let open = ring else {
        isComplete = first == "END"
        if isComplete { break }
        isHole = first.hasPrefix("!")
        ring = []
        continue
      }
      if first == "END" {
        guard open.count > 2 else { throw fault(count, "a polygon has three points or more") }
        if isHole { holes.append(open) } else { outer.append(open) }
        ring = nil
        continue
      }
      guard words.count >= 2, let longitude = Double(first), let latitude = Double(words[1]),
        let point = try? Coordinate(latitude: latitude, longitude: longitude)
      else { throw fault(count, "a longitude and a latitude are missing here") }
      ring?.append(FixedPoint(point))
    }
    if ring != nil { throw fault(count, "the last polygon has no END") }
    // The complete polygons of a truncated file would silently be a smaller region.
    guard isComplete || outer.isEmpty && holes.isEmpty else {
      throw fault(
        count, "the END of the file itself is missing behind that of its last polygon, as if it were cut: fetch it anew"
      )
    }
    return outer.map { [$0] + holes }
  }
}
