import GeoMap
import GeoModel
import GeoWire

// The limits within which users and programs can move the map.
extension MapRoom {
  /// Sets `isZoomEnabled`, `isScrollEnabled`, `cameraZoomRange` and `cameraBoundary`. Missing ones stay as they are,
  /// and null removes a limit.
  func setLimits(_ json: MapParameters) throws(WireError) -> MapResult {
    // Everything is parsed before anything is changed.
    let zooms = try json.bool("isZoomEnabled")
    let scrolls = try json.bool("isScrollEnabled")
    let expected = "[nearest,farthest] in meters from the ground, the first the smaller one"
    let range = try json.member("cameraZoomRange", expected) { node -> CameraZoomRange? in
      guard let meters = node.doubles, meters.count == 2 else { return nil }
      return try? CameraZoomRange(minCenterCoordinateDistance: meters[0], maxCenterCoordinateDistance: meters[1])
    }
    let boundary = try json.mapRect("cameraBoundary")
    if let zooms { map.isZoomEnabled = zooms }
    if let scrolls { map.isScrollEnabled = scrolls }
    map.setCameraLimits(
      json.node.member("cameraZoomRange") == nil ? map.cameraZoomRange : range,
      json.node.member("cameraBoundary") == nil ? map.cameraBoundary : boundary)
    return MapRoom.done
  }

  /// The current limits, as members of an object.
  var limitsJSON: [UInt8] {
    JSONWriter.members { json in
      if !map.isZoomEnabled { json.member("isZoomEnabled", false) }
      if !map.isScrollEnabled { json.member("isScrollEnabled", false) }
      if let range = map.cameraZoomRange {
        let meters = [range.minCenterCoordinateDistance, range.maxCenterCoordinateDistance]
        json.member("cameraZoomRange", array: meters) { $0.number($1) }
      }
      if let boundary = map.cameraBoundary {
        json.key("cameraBoundary")
        json.mapRect(boundary)
      }
    }
  }

  /// The limits as pages get them: levels, and the region for the center.
  var screenLimitsJSON: [UInt8] {
    guard !limitsJSON.isEmpty else { return [] }
    let levels = map.gestureLevels
    return JSONWriter.members { json in
      json.member("limits") { json in
        json.member("levels", array: [levels.lowerBound, levels.upperBound]) { $0.rounded($1) }
        if !map.isScrollEnabled { json.member("fixed", true) }
        if let boundary = map.cameraBoundary {
          json.key("middle")
          json.region(CoordinateRegion(boundary))
        }
      }
    }
  }
}

extension JSONWriter {
  /// The members of an object without its braces.
  fileprivate static func members(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(write)
    return Array(writer.bytes.dropFirst().dropLast())
  }
}
