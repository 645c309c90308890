import GeoModel

/// Many annotations at once, a column for each of their members: the quick way to put a fleet or a million places on a map.
public struct AnnotationColumns: Sendable {
  /// The ids, unique among the annotations of a map. One that is there already is replaced.
  public let ids: [AnnotationID]
  /// Degrees north, as many as ids.
  public let latitudes: [Double]
  /// Degrees east, as many as ids.
  public let longitudes: [Double]
  /// First lines of labels, as many as ids; nil when none has one.
  public let titles: [String]?
  /// Second lines of labels, as many as ids; nil when none has one.
  public let subtitles: [String]?
  /// Degrees clockwise from north, as many as ids; nil when not known.
  public let headings: [Double]?

  /// Columns of equal length.
  ///
  /// - Throws: ``MapError`` that names the column of another length, or the first row whose coordinate is not one. Nothing is added then.
  public init(
    ids: [AnnotationID], latitudes: [Double], longitudes: [Double], titles: [String]? = nil,
    subtitles: [String]? = nil, headings: [Double]? = nil
  ) throws(MapError) {
    let count = ids.count
    let lengths = [
      ("latitudes", latitudes.count), ("longitudes", longitudes.count), ("titles", titles?.count ?? count),
      ("subtitles", subtitles?.count ?? count), ("headings", headings?.count ?? count),
    ]
    for (name, length) in lengths where length != count { throw .columnLengths(name) }
    for row in 0..<count where !(abs(latitudes[row]) <= 90 && abs(longitudes[row]) <= 180) {
      do throws(CoordinateError) {
        _ = try Coordinate(latitude: latitudes[row], longitude: longitudes[row])
      } catch {
        throw .invalidRow(row, error)
      }
    }
    self.ids = ids
    self.latitudes = latitudes
    self.longitudes = longitudes
    self.titles = titles
    self.subtitles = subtitles
    self.headings = headings
  }

  /// Columns of a program's own rows. Rows without a heading head north where others have one.
  public init<Rows: Sequence>(
    _ rows: Rows, id: (Rows.Element) -> AnnotationID, coordinate: (Rows.Element) -> Coordinate,
    title: (Rows.Element) -> String? = { _ in nil }, subtitle: (Rows.Element) -> String? = { _ in nil },
    heading: (Rows.Element) -> Double? = { _ in nil }
  ) {
    var (ids, latitudes, longitudes) = ([AnnotationID](), [Double](), [Double]())
    var (titles, subtitles, headings) = ([String?](), [String?](), [Double?]())
    for row in rows {
      ids.append(id(row))
      let place = coordinate(row)
      latitudes.append(place.latitude)
      longitudes.append(place.longitude)
      titles.append(title(row))
      subtitles.append(subtitle(row))
      headings.append(heading(row))
    }
    func column<Value>(_ values: [Value?], _ missing: Value) -> [Value]? {
      values.contains { $0 != nil } ? values.map { $0 ?? missing } : nil
    }
    self.ids = ids
    self.latitudes = latitudes
    self.longitudes = longitudes
    self.titles = column(titles, "")
    self.subtitles = column(subtitles, "")
    self.headings = column(headings, 0)
  }

  /// How many rows there are.
  public var count: Int { ids.count }
}
