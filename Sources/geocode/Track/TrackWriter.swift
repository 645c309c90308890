import GeoCSV
import GeoConsole
import GeoEngine
import GeoModel
import GeoSupport
import GeoWire

/// Writes matched rows and stops to standard output.
struct TrackWriter {
  private let format: TrackCommand.Format
  private let hasVehicle: Bool
  private let output = StandardOutput()
  /// The GeoJSON line in progress.
  private var line = TrackLine()

  init(format: TrackCommand.Format, hasVehicle: Bool) { (self.format, self.hasVehicle) = (format, hasVehicle) }

  // MARK: Beginning and end

  func begin(asksForStops: Bool) throws {
    switch format {
    case .json: break
    case .geojson: try output.write("{\"type\":\"FeatureCollection\",\"features\":[".utf8)
    case .csv:
      let columns =
        asksForStops
        ? "time,seconds,latitude,longitude,place,stop"
        : "time,latitude,longitude,matched_latitude,matched_longitude,way,distance_along,street,status"
      try output.writeLine((hasVehicle ? "vehicle," : "") + columns)
    }
  }

  func flush() throws { try output.flush() }

  mutating func end() throws {
    if format == .geojson { try output.writeLine(line.end() + "]}") }
    try output.flush()
  }

  // MARK: Rows

  mutating func write(_ row: TrackRow, _ matched: MatchedPoint, street: String?) throws {
    switch format {
    case .geojson:
      if let place = matched.place { try output.write(line.add(place).utf8) }
    case .json:
      try output.write(
        JSONWriter.line { json in
          json.beginObject()
          if hasVehicle { json.member("vehicle", row.vehicle) }
          if !row.time.isEmpty { json.member("time", row.time) }
          if let coordinate = row.coordinate { json.coordinate("coordinate", coordinate) }
          if let place = matched.place {
            json.coordinate("matched", place.coordinate)
            json.member("way", place.way)
            json.member("distanceAlong", number: TrackWriter.rounded(place.alongMeters))
            json.member("street", street)
          }
          json.member("status", matched.status.rawValue)
          json.endObject()
        })
    case .csv:
      let place = matched.place
      let cells =
        [row.time] + TrackWriter.cells(row.coordinate) + TrackWriter.cells(place?.coordinate)
        + [
          place.map { "\($0.way)" } ?? "", place.map { "\(TrackWriter.rounded($0.alongMeters))" } ?? "", street ?? "",
          matched.status.rawValue,
        ]
      try writeCells(row.vehicle, cells)
    }
  }

  func write(_ stop: TrackStop, _ place: Placemark?, of vehicle: String) throws {
    let time = UTCTime(seconds: Int(stop.seconds)).iso8601
    let text = stop.text(at: place?.title)
    guard format == .csv else {
      return try output.write(
        JSONWriter.line { json in
          json.beginObject()
          if hasVehicle { json.member("vehicle", vehicle) }
          json.member("time", time)
          json.member("seconds", number: stop.duration)
          json.coordinate("coordinate", stop.coordinate)
          json.member("place", place?.formattedAddress.joined(separator: ", "))
          json.member("stop", text)
          json.endObject()
        })
    }
    try writeCells(
      vehicle,
      [time, "\(Int(stop.duration))"] + TrackWriter.cells(stop.coordinate)
        + [place?.formattedAddress.joined(separator: ", ") ?? "", text])
  }

  private func writeCells(_ vehicle: String, _ cells: [String]) throws {
    try output.write(PlacemarkTable.row((hasVehicle ? [vehicle] : []) + cells))
  }

  private static func cells(_ coordinate: Coordinate?) -> [String] {
    coordinate.map { ["\($0.latitude)", "\($0.longitude)"] } ?? ["", ""]
  }

  private static func rounded(_ meters: Double) -> Double { (meters * 10).rounded() / 10 }
}

extension JSONWriter {
  fileprivate mutating func coordinate(_ name: StaticString, _ coordinate: Coordinate) {
    member(
      name,
      object: { (json: inout JSONWriter) in
        json.member("latitude", number: coordinate.latitude)
        json.member("longitude", number: coordinate.longitude)
      })
  }
}

/// Writes the pieces of a track as lines of GeoJSON while they grow.
private struct TrackLine {
  private var piece = 0
  private var first: Coordinate?
  private var isOpen = false
  private var hasFeature = false
  private var last: Coordinate?

  /// The text for another place.
  mutating func add(_ place: MatchedPoint.Place) -> String {
    var text = ""
    if place.piece != piece {
      text = close()
      (piece, first, last) = (place.piece, nil, nil)
    }
    guard place.isStep else { return text }
    for coordinate in place.passed + [place.coordinate] where coordinate != last {
      last = coordinate
      if isOpen {
        text += "," + TrackLine.position(coordinate)
      } else if let first {
        text += (hasFeature ? "," : "") + "{\"type\":\"Feature\",\"properties\":{\"piece\":\(piece)},\"geometry\":"
        text +=
          "{\"type\":\"LineString\",\"coordinates\":[\(TrackLine.position(first)),\(TrackLine.position(coordinate))"
        (isOpen, hasFeature) = (true, true)
      } else {
        first = coordinate
      }
    }
    return text
  }

  /// The end of the last piece.
  mutating func end() -> String { close() }

  private mutating func close() -> String {
    defer { isOpen = false }
    return isOpen ? "]}}" : ""
  }

  private static func position(_ coordinate: Coordinate) -> String {
    "[\(coordinate.longitude),\(coordinate.latitude)]"
  }
}
