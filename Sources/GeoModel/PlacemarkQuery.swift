/// A query for the placemarks at a coordinate, with options.
public struct PlacemarkQuery: Hashable, Sendable {
  /// The query's point, in WGS84 degrees.
  public var coordinate: Coordinate
  /// Preferred languages (BCP 47), best first. Empty: the local names as mapped.
  public var languages: [String] = []
  /// The finest part of the address in the placemark.
  public var detail: PlacemarkDetail = .address
  /// The greatest distance of a match from the coordinate, in meters; nil for the engine's own reach by kind of object.
  /// Areas contain the point, so they are never too far.
  public var maximumDistanceMeters: Double?
  /// The country whose point of view counts in disputed areas: answers there have the country that it sees. Nil: the
  /// country of the map.
  public var worldview: Worldview?
  /// At most this many placemarks, nearest first; 1 or more.
  public var limit: Int = 1
  /// Whether ``Placemark/areas`` is filled.
  public var includesAreas = false
  /// Whether ``Placemark/trace`` is filled.
  public var includesTrace = false
  /// Whether ``Placemark/overlay`` is filled.
  public var includesOverlay = false
  /// The optional fields that are filled: ``Placemark/wikidata``, ``Placemark/nearby``, ``Placemark/names`` and the
  /// codes of ``Placemark/extraText(_:)``.
  public var extraFields: PlacemarkFieldSet = []
  /// Whether ``Placemark/wikidata`` is filled, which takes a lookup of the matched object. The same as ``extraFields``
  /// with that field.
  public var includesWikidata: Bool {
    get { extraFields.contains(.wikidata) }
    set { if newValue { extraFields.insert(.wikidata) } else { extraFields.remove(.wikidata) } }
  }
  /// The layers of user-defined areas for ``Placemark/layers``. The name of a missing layer is an error.
  public var layers = LayerChoice.none
  /// The options for ``Placemark/road``; nil leaves it empty, at no cost.
  public var road: RoadQuery?
  /// Whether ``Placemark/title``, ``Placemark/subtitle`` and ``Placemark/formattedAddress`` are filled. Turning this
  /// off saves an engine in the same process a tenth of the work. It is not sent to a daemon, which always fills them.
  package var needsLines = true

  /// Creates a query with the default options: local names, full detail, one placemark.
  public init(coordinate: Coordinate) { self.coordinate = coordinate }
}

/// The detail of a placemark, from coarse to fine; the raw value is the word on the wire and on the command line.
public enum PlacemarkDetail: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
  case country, state, county, city, suburb, street, address

  /// Coarser is less.
  public static func < (a: PlacemarkDetail, b: PlacemarkDetail) -> Bool { a.rank < b.rank }

  private var rank: UInt8 {
    switch self {
    case .country: 0
    case .state: 1
    case .county: 2
    case .city: 3
    case .suburb: 4
    case .street: 5
    case .address: 6
    }
  }
}
