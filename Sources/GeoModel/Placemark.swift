/// A description of a coordinate: the address of the point, and the object that was matched for it.
///
/// The names are MapKit's and Core Location's; the wire, CSV and command line use `street` for ``thoroughfare`` and so
/// on. A nil field is unknown, or finer than the query's detail.
public struct Placemark: Annotation, Hashable, Sendable {
  /// The kind of match; the raw value is the word on the wire.
  public enum Match: String, Hashable, Codable, Sendable, CaseIterable {
    /// The building with this address contains the point.
    case building
    /// The nearest address; its outline does not contain the point, or is not mapped.
    case address
    /// A house number computed along an `addr:interpolation` way or an address range.
    case interpolation
    /// The nearest named street; no house number is known.
    case street
    /// An area below the country contains the point, or a settlement is near; no street is within reach or wanted.
    case area
    /// Only the country is known.
    case country
    /// The point lies on a lake, river or sea.
    case water
  }

  /// The place of the match (the house, the nearest point of the street), in WGS84 degrees.
  public var coordinate: Coordinate
  /// The distance of the match from the query's point, in meters; 0 when it contains the point.
  public var distanceMeters: Double
  /// The kind of match.
  public var match: Match
  /// The matched OpenStreetMap object, or the row of a table of addresses; nil for the world layer.
  public var source: SourceReference?
  /// The name of the table of addresses that ``source`` is a row of, such as `san_francisco`; nil for map objects.
  public var sourceTable: String?
  /// The Wikidata item of ``source``, such as `Q62`; nil where the map has none, and unless the query wants it.
  public var wikidata: String?

  /// The name of the place of interest at the point, or of the matched object when it has a name of its own.
  public var name: String?
  /// House number, as mapped.
  public var subThoroughfare: String?
  /// Street, or the named place that takes its place in the address.
  public var thoroughfare: String?
  /// The finest named part of a town.
  public var neighborhood: String?
  /// Suburb, quarter or district of a town.
  public var subLocality: String?
  /// City, town, village or any other settlement.
  public var locality: String?
  /// County or its equivalent.
  public var subAdministrativeArea: String?
  /// First-level subdivision: state, province, region.
  public var administrativeArea: String?
  /// ISO 3166-2 code of the first-level subdivision, such as `US-CA`.
  public var administrativeAreaCode: String?
  /// Postal code, as written in the country.
  public var postalCode: String?
  /// Country name.
  public var country: String?
  /// ISO 3166-1 alpha-2 code of the country in capitals, such as `US`.
  public var isoCountryCode: String?
  /// Name of the lake or river the point lies on.
  public var inlandWater: String?
  /// Name of the sea the point lies on.
  public var ocean: String?
  /// Names of places of interest that contain the point, smallest first.
  public var areasOfInterest: [String] = []
  /// IANA time zone such as `Europe/Vaduz`; nil where it is not certain.
  public var timeZone: String?

  /// The address as people of the country write it, one element per line, country last.
  public var formattedAddress: [String] = []
  /// First line of the label: house number and street, or the finest name there is.
  public var title: String?
  /// Second line of the label: city, state and postal code as the country writes them.
  public var subtitle: String?
  /// Fields (by their wire names) whose value comes from a coarse source with borders accurate to about 1 km.
  public var coarseFields: [String] = []
  /// Distance to the nearest coarse border, in meters, when the country or state comes from a coarse source; nil
  /// otherwise, and when the border is farther than 10 km.
  public var coarseBorderDistanceMeters: Double?
  /// Fields (by their wire names) that were transliterated because no name in a readable script exists.
  public var transliteratedFields: [String] = []

  /// All areas that contain the point, coarse to fine; nil unless the query wants them.
  public var areas: [ContainingArea]?
  /// The user-defined areas that contain the point, by layer, including layers without an area here; nil unless the
  /// query wants them.
  public var layers: [LayerAreas]?
  /// The reason for each field's value; nil unless the query wants it.
  public var trace: [TraceEntry]?
  /// The boundary of the finest area or the line of the street; nil unless the query wants it.
  public var overlay: ShapeOverlay?
  /// The fields that are only filled on request, see ``extraText(_:)``: empty or one element.
  var extras: [PlacemarkExtras] = []

  /// Creates a placemark with only the match and its place.
  public init(coordinate: Coordinate, distanceMeters: Double, match: Match, source: SourceReference?) {
    self.coordinate = coordinate
    self.distanceMeters = distanceMeters
    self.match = match
    self.source = source
  }

  /// ``source`` as one text: `way/123`, or `table/san_francisco/12`; nil where there is none.
  public var sourcePath: String? {
    guard let source, let sourceTable else { return source?.path }
    return "\(source.type.rawValue)/\(sourceTable)/\(source.id)"
  }
}
