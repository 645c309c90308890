import GeoClient
public import GeoMap
import GeoModel
import GeoSupport
import GeoWire

/// A still picture of a map, drawn by the daemon.
public struct DaemonPicture: Sendable {
  /// The file formats.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Portable Network Graphics.
    case png
    /// Scalable Vector Graphics.
    case svg
    /// Portable Document Format.
    case pdf
  }

  /// The content of the file.
  public let bytes: [UInt8]
  /// Its size in points.
  public let size: ScreenSize
  /// The positions of annotations and clusters in the picture, in points.
  public let points: [AnnotationID: ScreenPoint]
  /// Sentences about images that were left out; empty when none were.
  public let warnings: [String]

  init?(_ result: JSONNode) {
    guard let data = result.member("data")?.string, let bytes = Base64.decode(data.utf8),
      let size = result.member("size")?.size
    else { return nil }
    (self.bytes, self.size) = (bytes, size)
    var points: [AnnotationID: ScreenPoint] = [:]
    for place in result.member("points")?.all({ $0 }) ?? [] {
      if let id = place.member("annotation")?.annotationID { points[id] = place.member("point")?.point }
    }
    self.points = points
    warnings = result.member("warnings")?.all { $0.string } ?? []
  }
}

extension MapView {
  /// Makes a picture of a daemon's map as users see it on pages: with the daemon's base map, and with the content of
  /// other clients. First sends all pending changes to the daemon, and delivers callbacks while it waits.
  ///
  /// - Parameters:
  ///   - format: the file format.
  ///   - region: the region to show at least, without moving the map; nil for the visible one.
  ///   - size: the size in points; nil for the size of the map.
  ///   - scale: pixels per point, 0.1 to 4.
  ///   - annotations: whether to include the views of annotations.
  ///   - overlays: whether to include overlays.
  /// - Throws: ``GeocodingError`` `invalidQuery` for a picture that is too large, and for a map of this process, for
  ///   which GeoRender has `snapshot()`; `CancellationError`.
  public nonisolated(nonsending) func daemonSnapshot(
    as format: DaemonPicture.Format = .png, region: CoordinateRegion? = nil, size: ScreenSize? = nil,
    scale: Double = 1, annotations: Bool = true, overlays: Bool = true
  ) async throws -> DaemonPicture {
    guard let link = mapLink as? DaemonMap else {
      throw GeocodingError(
        .invalidQuery, "the map is none of a daemon; make its picture by snapshot() of GeoRender")
    }
    return try await link.picture(self) { json in
      json.member("format", format.rawValue)
      if let region {
        json.key("region")
        json.region(region)
      }
      if let size {
        json.key("size")
        json.point(ScreenPoint(x: size.width, y: size.height))
      }
      json.member("scale", number: scale)
      json.flag("annotations", annotations, unless: true)
      json.flag("overlays", overlays, unless: true)
    }
  }
}

extension DaemonMap {
  /// Asks the daemon for a picture of the map.
  nonisolated(nonsending) func picture(
    _ map: MapView, _ members: (inout JSONWriter) -> Void
  ) async throws -> DaemonPicture {
    map.deliverCallbacks()
    try await hear(map) { self.isReady }
    let subject = Subject.picture(nextPicture())
    ask(.snapshot, subject, members)
    defer { forgetPicture(subject) }
    // The request also disappears when the connection breaks.
    try await hear(map) { self.underWay[subject] == nil }
    guard let result = pictures[subject] else {
      throw GeocodingError(.serverFailure, "the daemon went away; ask again")
    }
    var parser = JSONParser()
    guard let picture = try parser.parse(result.get(), { DaemonPicture($0) }) else {
      throw GeocodingError(.serverFailure, "the daemon sent no picture")
    }
    return picture
  }
}
