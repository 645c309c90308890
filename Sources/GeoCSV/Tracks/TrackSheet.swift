import GeoModel
import GeoSupport
import Synchronization

/// The new values that rows of a table get from their tracks.
///
/// Later rows decide about earlier ones, so the table is read twice, and this object keeps the results of the first
/// reading for the second. They are in an unnamed file, 32 bytes each, indexed by row number, so that memory does not
/// grow with the table.
package final class TrackSheet: Sendable {
  /// The values of one row.
  package struct Row: Sendable, Equatable {
    /// The place on a road; nil where the row is not on a road.
    package var place: Place?
    /// Whether the row is on a road, or why not; empty where nothing is known of the row, such as a blank line.
    package var status: String

    package init(place: Place?, status: String) { (self.place, self.status) = (place, status) }
  }

  /// A place on a road.
  package struct Place: Sendable, Equatable {
    package var coordinate: Coordinate
    /// The OpenStreetMap way.
    package var way: Int64
    /// Meters on roads since the first row of the track.
    package var alongMeters: Double
    /// The name or number of the way; nil when it has neither.
    package var street: String?

    package init(coordinate: Coordinate, way: Int64, alongMeters: Double, street: String?) {
      (self.coordinate, self.way) = (coordinate, way)
      (self.alongMeters, self.street) = (alongMeters, street)
    }
  }

  /// A row as stored in the file.
  private struct Entry: BitwiseCopyable {
    var way: Int64 = 0
    var alongMeters = 0.0
    var point = FixedPoint(x: 0, y: 0)
    /// The number of a text, or 0 for none.
    var street: UInt32 = 0
    /// The number of a text; 0 where nothing is known of the row.
    var status: UInt32 = 0
  }

  /// The distinct names of streets and statuses, numbered from 1.
  private struct Texts {
    private(set) var all: [String] = []
    private var numbers: [String: UInt32] = [:]

    mutating func number(of text: String) -> UInt32 {
      if let known = numbers[text] { return known }
      all.append(text)
      numbers[text] = UInt32(all.count)
      return UInt32(all.count)
    }
  }

  private let descriptor: Int32
  private let folder: String
  private let texts = Mutex(Texts())

  /// Creates an empty sheet.
  ///
  /// - Parameter folder: the folder on whose disk the rows are stored.
  /// - Throws: ``EnrichmentError`` when no file can be created there.
  package init(folder: String) throws(EnrichmentError) {
    self.folder = folder
    descriptor = NamelessFile.make(in: folder, prefix: ".geocode-track")
    guard descriptor >= 0 else {
      throw EnrichmentError(.cannotCreate, "\(folder) takes no working files: \(systemMessage())")
    }
  }

  deinit { close(descriptor) }

  /// Stores the values of a row.
  ///
  /// - Parameter index: the row's number among the records of the table, from 0.
  /// - Throws: ``EnrichmentError`` when the disk is full.
  package func set(_ row: Row, at index: Int) throws(EnrichmentError) {
    var entry = Entry()
    texts.withLock { texts in
      entry.status = texts.number(of: row.status)
      if let street = row.place?.street { entry.street = texts.number(of: street) }
    }
    if let place = row.place {
      (entry.way, entry.alongMeters, entry.point) = (place.way, place.alongMeters, FixedPoint(place.coordinate))
    }
    let offset = index * MemoryLayout<Entry>.stride
    let code = withUnsafeBytes(of: entry) { SystemCall.write($0, to: descriptor, at: offset) }
    guard code == 0 else {
      throw EnrichmentError(
        .output,
        "the working file in \(folder) cannot be written: \(systemMessage(code)); make room there, or write the output (-o) to another disk"
      )
    }
  }

  /// Returns consecutive rows in order.
  ///
  /// - Throws: ``EnrichmentError`` when the disk fails.
  func rows(_ indices: Range<Int>) throws(EnrichmentError) -> [Row] {
    var entries = [Entry](repeating: Entry(), count: indices.count)
    let offset = indices.lowerBound * MemoryLayout<Entry>.stride
    let count = entries.withUnsafeMutableBytes { SystemCall.read(descriptor, into: $0, at: offset) }
    guard count >= 0 else {
      throw EnrichmentError(.output, "the working file in \(folder) cannot be read: \(systemMessage())")
    }
    let texts = texts.withLock { $0.all }
    return entries.map { entry in
      guard entry.status > 0 else { return Row(place: nil, status: "") }
      let place = Place(
        coordinate: Coordinate(entry.point), way: entry.way, alongMeters: entry.alongMeters,
        street: entry.street > 0 ? texts[Int(entry.street) - 1] : nil)
      return Row(place: entry.way == 0 ? nil : place, status: texts[Int(entry.status) - 1])
    }
  }
}

/// The columns that rows get from their tracks, behind all others.
enum TrackColumn: String, CaseIterable {
  case latitude = "matched_latitude"
  case longitude = "matched_longitude"
  case way = "matched_way"
  case street = "matched_street"
  case distanceAlong = "distance_along"
  case status = "track_status"

  /// The value of a row in this column.
  func value(of row: TrackSheet.Row) -> ColumnValue {
    guard let place = row.place else { return self == .status ? .text(row.status) : .none }
    return switch self {
    case .latitude: ColumnValue(place.coordinate.latitude, decimals: 7)
    case .longitude: ColumnValue(place.coordinate.longitude, decimals: 7)
    case .way: .text("way/\(place.way)")
    case .street: place.street.map(ColumnValue.text) ?? .none
    case .distanceAlong: ColumnValue(place.alongMeters, decimals: 1)
    case .status: .text(row.status)
    }
  }
}

/// How the rows of a table form tracks.
package struct TrackRequest: Sendable {
  /// The column with the vehicle of each row.
  package var vehicle: ColumnReference
  /// The column of times; nil: found by its name.
  package var time: ColumnReference?
  /// The profile of the vehicle, for the journal of a run.
  package var profile: String

  package init(vehicle: ColumnReference, time: ColumnReference?, profile: String) {
    (self.vehicle, self.time, self.profile) = (vehicle, time, profile)
  }

  /// The text that must be the same when a run is resumed.
  var journalled: String { "\(vehicle.text), \(time?.text ?? "a time by its name"), \(profile)" }
}
