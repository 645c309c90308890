import GeoModel

/// Many annotations at once as columns: the fast way to put a fleet or a million places on a map.
public struct AnnotationColumns: Sendable {
  /// The ids, unique among the annotations of a map. An annotation whose id is already on the map is replaced.
  public let ids: [AnnotationID]
  /// Degrees north, one per id.
  public let latitudes: [Double]
  /// Degrees east, one per id.
  public let longitudes: [Double]
  /// The first lines of labels, one per id; nil when there are none.
  public let titles: [String]?
  /// The second lines of labels, one per id; nil when there are none.
  public let subtitles: [String]?
  /// Degrees clockwise from north, one per id; nil when unknown.
  public let headings: [Double]?

  /// Creates columns of equal length.
  ///
  /// - Throws: ``MapError`` that names the column of a different length, or the first row with an invalid coordinate.
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

  /// Creates columns from a program's own rows. If some rows have a heading, rows without one head north.
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

  /// The number of rows.
  public var count: Int { ids.count }
}
