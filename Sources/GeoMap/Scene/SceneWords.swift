import GeoModel

/// The reason something cannot be put on a map, or cannot be parsed: a sentence that says what to do.
package struct SceneError: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// The part of the map to show, as far as the user gave it.
package struct SceneFrame: Hashable, Sendable {
  /// The region to show completely.
  package var region: CoordinateRegion?
  /// The middle of the picture.
  package var center: Coordinate?
  /// The zoom level.
  package var level: Double?

  /// The default level around a center.
  static let usualLevel = 16.0
  /// The allowed levels.
  package static let levels = 0.0...21.0

  /// Creates a frame; empty when all arguments are nil.
  ///
  /// - Throws: ``SceneError`` when the level is not one of ``levels``, or the arguments contradict each other.
  package init(region: CoordinateRegion?, center: Coordinate?, level: Double?) throws(SceneError) {
    if let level, !SceneFrame.levels.contains(level) {
      throw SceneError("the level is a number from 0 to 21, not \(level)")
    }
    if region != nil, level != nil || center != nil {
      throw SceneError("a region says where and how near the map is; leave level and center out")
    }
    (self.region, self.center, self.level) = (region, center, level)
  }

  /// Whether the frame alone decides the part.
  package var isPlace: Bool { region != nil || center != nil }
}

/// Parses the texts for pictures that users type, on the command line and in URLs.
package enum SceneWords {
  /// The allowed width and height of a picture, in points.
  package static let sides = 1...4_096
  /// The allowed numbers of pixels per point.
  package static let scales = 1.0...4.0

  /// Parses a width and height: `800x600`.
  package static func size(_ text: String) throws(SceneError) -> ScreenSize {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]), sides.contains(width),
      sides.contains(height)
    else {
      throw SceneError(
        "a size is width and height in points, such as 800x600, each from 1 to \(sides.upperBound), not '\(text.prefix(40))'"
      )
    }
    return ScreenSize(width: Double(width), height: Double(height))
  }

  /// Parses a region: `SOUTH,WEST,NORTH,EAST`.
  package static func region(_ text: String) throws(SceneError) -> CoordinateRegion {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 4, let south = parts[0], let west = parts[1], let north = parts[2], let east = parts[3] else {
      throw SceneError("a region is south,west,north,east, such as 47.0,9.4,47.3,9.7, not '\(text.prefix(60))'")
    }
    let region = CoordinateRegion(south: south, west: west, north: north, east: east)
    guard region.isValid, south < north, west != east else {
      throw SceneError(
        "'\(text.prefix(60))' is not a region: south,west,north,east, south below north, within 90 and 180 degrees")
    }
    return region
  }

  /// Parses a coordinate in any notation, latitude first.
  package static func coordinate(_ text: String) throws(SceneError) -> Coordinate {
    do throws(CoordinateTextError) { return try Coordinate(parsing: text) } catch {
      throw SceneError(error.description)
    }
  }

  fileprivate static func color(_ text: Substring) throws(SceneError) -> Color {
    guard let color = Color(String(text)) else {
      throw SceneError("'\(text.prefix(40))' is not a color; give #rrggbb, or a name such as red or systemBlue")
    }
    return color
  }

  /// The coordinate of two numbers; nil if they are not numbers.
  fileprivate static func plain(_ latitude: Substring, _ longitude: Substring) throws(SceneError) -> Coordinate? {
    guard let latitude = Double(latitude), let longitude = Double(longitude) else { return nil }
    do throws(CoordinateError) { return try Coordinate(latitude: latitude, longitude: longitude) } catch {
      throw SceneError(error.description)
    }
  }
}

/// A point to show: `LAT,LON[,TITLE[,COLOR]]`.
package struct SceneMarker: Hashable, Sendable {
  package let coordinate: Coordinate
  package var title: String?
  package var color: Color?

  package init(parsing text: String) throws(SceneError) {
    let parts = text.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 2, let coordinate = try SceneWords.plain(parts[0], parts[1]) else {
      throw SceneError(
        "a marker is latitude,longitude,title,color, such as 47.14,9.52,Vaduz,green, not '\(text.prefix(60))'")
    }
    self.coordinate = coordinate
    title = parts.count > 2 && !parts[2].isEmpty ? String(parts[2]) : nil
    color = parts.count > 3 ? try SceneWords.color(parts[3]) : nil
  }
}

/// A path to show: `LAT,LON;LAT,LON[;…][;COLOR]`.
package struct ScenePath: Hashable, Sendable {
  package var coordinates: [Coordinate] = []
  package var color: Color?

  package init(parsing text: String) throws(SceneError) {
    for part in text.split(separator: ";") {
      guard color == nil else {
        throw SceneError("the color of a path is its last part; '\(part.prefix(40))' comes after it")
      }
      let numbers = part.split(separator: ",", omittingEmptySubsequences: false)
      if numbers.count == 1 {
        color = try SceneWords.color(part)
        continue
      }
      guard numbers.count == 2, let coordinate = try SceneWords.plain(numbers[0], numbers[1]) else {
        throw SceneError("'\(part.prefix(40))' of a path is not a latitude,longitude")
      }
      coordinates.append(coordinate)
    }
    guard coordinates.count > 1 else {
      throw SceneError("a path is two points or more, such as 47.14,9.52;47.15,9.53;red, not '\(text.prefix(60))'")
    }
  }
}

/// A circle to show: `LAT,LON,METERS[,COLOR]`.
package struct SceneCircle: Hashable, Sendable {
  package let center: Coordinate
  package let radiusMeters: Double
  package var color: Color?

  /// The largest radius, in meters.
  private static let largestRadius = 10_000_000

  package init(parsing text: String) throws(SceneError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 4, let center = try SceneWords.plain(parts[0], parts[1]),
      let radius = Double(parts[2])
    else {
      throw SceneError(
        "a circle is latitude,longitude,meters,color, such as 47.14,9.52,1000,red, not '\(text.prefix(60))'")
    }
    guard radius > 0, radius <= Double(SceneCircle.largestRadius) else {
      throw SceneError(
        "the radius of a circle must be more than 0 and at most \(SceneCircle.largestRadius) meters, not '\(parts[2].prefix(40))'"
      )
    }
    (self.center, radiusMeters) = (center, radius)
    color = parts.count > 3 ? try SceneWords.color(parts[3]) : nil
  }
}
