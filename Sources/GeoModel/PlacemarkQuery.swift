/// One question: which place is at this coordinate, and how should the answer look?
public struct PlacemarkQuery: Hashable, Sendable {
  /// The point that is asked about, in WGS84 degrees.
  public var coordinate: Coordinate
  /// Preferred languages (BCP 47), best first. Empty: the local names as mapped.
  public var languages: [String] = []
  /// The finest part of the address that may be answered.
  public var detail: PlacemarkDetail = .address
  /// Nothing farther from the coordinate than this is matched, in meters. nil: the engine's own reach per kind of thing.
  /// Areas contain the point and so are never too far.
  public var maximumDistanceMeters: Double?
  /// At most this many placemarks, nearest first; 1 or more.
  public var limit: Int = 1
  /// Whether ``Placemark/areas`` is filled.
  public var includesAreas = false
  /// Whether ``Placemark/trace`` is filled.
  public var includesTrace = false
  /// Whether ``Placemark/overlay`` is filled.
  public var includesOverlay = false
  /// Which of the fields that answers have only if asked for are filled: ``Placemark/wikidata``, ``Placemark/nearby``, ``Placemark/names``
  /// and the codes of ``Placemark/extraText(_:)``.
  public var extraFields: PlacemarkFieldSet = []
  /// Whether ``Placemark/wikidata`` is filled, which looks up the matched object: the same as ``extraFields`` with that field.
  public var includesWikidata: Bool {
    get { extraFields.contains(.wikidata) }
    set { if newValue { extraFields.insert(.wikidata) } else { extraFields.remove(.wikidata) } }
  }
  /// Of which layers of one's own areas ``Placemark/layers`` tells. A name that is not there is an error.
  public var layers = LayerChoice.none
  /// Whether ``Placemark/road`` is filled, and for whom; nil: it is not, and costs nothing.
  public var road: RoadQuery?
  /// Whether ``Placemark/title``, ``Placemark/subtitle`` and ``Placemark/formattedAddress`` may be needed: who shows none of them spares an
  /// engine of the same process a tenth of the work. A daemon is not told, and always fills them.
  package var needsLines = true

  /// A question with the usual options: local names, full detail, one answer.
  public init(coordinate: Coordinate) { self.coordinate = coordinate }
}

/// How fine an answer may be, from coarse to fine; the raw value is the word on the wire and on the command line.
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
