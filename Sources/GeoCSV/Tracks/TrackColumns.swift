/// The columns of a table that describe a track, apart from its coordinates.
struct TrackColumns {
  private let time: Int?
  /// The column of dates beside one of times of day; nil for none.
  private let date: Int?
  private let vehicle: Int?
  private let accuracy: Int?

  private static let timeNames: Set<String> = [
    "time", "timestamp", "ts", "datetime", "recordedat", "utc", "gpstime", "gpstimestamp", "epoch", "unixtime",
    "timeutc", "utctime", "timestampms", "timestamputc",
  ]
  private static let accuracyNames: Set<String> = [
    "accuracy", "accuracymeters", "accuracym", "horizontalaccuracy", "hacc",
  ]

  /// Finds the columns in a header.
  ///
  /// - Throws: ``EnrichmentError`` for a given column that does not exist, or when several columns could have the time.
  init(_ names: [String], _ hasHeader: Bool, _ reader: TrackReader) throws(EnrichmentError) {
    let header = hasHeader ? names : []
    func found(_ reference: ColumnReference?, _ option: String) throws(EnrichmentError) -> Int? {
      guard let reference else { return nil }
      return try reference.index(in: header, fieldCount: hasHeader ? names.count : .max, option: option)
    }
    func named(_ wanted: Set<String>) -> [Int] {
      header.indices.filter { wanted.contains(TrackColumns.letters(of: header[$0])) }
    }
    vehicle = try found(reader.vehicle, reader.options.tracks == nil ? "--vehicle" : "--track")
    accuracy = named(TrackColumns.accuracyNames).first
    let times = named(TrackColumns.timeNames)
    date = named(["date", "utcdate", "dateutc", "gpsdate"]).first
    guard reader.time == nil else {
      time = try found(reader.time, "--time")
      return
    }
    guard times.count <= 1 else {
      throw EnrichmentError(
        .usage,
        "several columns could have the time: give --time \"\(times.map { header[$0] }.joined(separator: "\" or --time \""))\""
      )
    }
    time = times.first
    if time == nil { reader.note("no column has times; give --time COLUMN if one does") }
  }

  /// Reads the track's fields of a row.
  func read(_ fields: RowFields, into row: inout TrackRow) {
    var fields = fields
    var (column, day) = (0, "")
    while let field = fields.next() {
      defer { column += 1 }
      guard column == time || column == date || column == vehicle || column == accuracy else { continue }
      let text = RowFields.text(of: fields.content[field])
      if column == time { row.time = text } else if column == date { day = text }
      if column == vehicle { row.vehicle = text }
      if column == accuracy { row.accuracyMeters = Double(text) }
    }
    // A time of day needs its date; a whole time does not.
    if !day.isEmpty, row.time.contains(":"), TrackTime.seconds(of: row.time) == nil { row.time = "\(day) \(row.time)" }
  }

  /// The letters a to z of a name, in lower case.
  private static func letters(of name: String) -> String {
    String(decoding: name.utf8.lazy.map(Byte.lowercased).filter { (0x61...0x7A).contains($0) }, as: UTF8.self)
  }
}
