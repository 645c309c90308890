/// A map object around a point, with its distance and direction.
public struct NearbyThing: Annotation, Hashable, Sendable {
  /// A point of it, in WGS84 degrees: the node, the middle of the line, or a point inside the area.
  public var coordinate: Coordinate
  /// Its name; nil when it has none.
  public var name: String?
  /// Its main tag, such as `amenity=fuel`; `place=house` for a bare address.
  public var kind: String
  /// Meters from the query's point to the nearest point of its shape, 0 within it; not negative, and finite.
  public var distanceMeters: Double
  /// The direction to that nearest point in degrees clockwise from north, 0 to 360; nil within it.
  public var bearingDegrees: Double?
  /// The object.
  public var source: SourceReference
  /// The address at ``coordinate``, one element per line, country last.
  public var formattedAddress: [String]

  /// Creates a thing with all its properties.
  public init(
    coordinate: Coordinate, name: String?, kind: String, distanceMeters: Double, bearingDegrees: Double?,
    source: SourceReference, formattedAddress: [String]
  ) {
    self.coordinate = coordinate
    self.name = name
    self.kind = kind
    self.distanceMeters = distanceMeters
    self.bearingDegrees = bearingDegrees
    self.source = source
    self.formattedAddress = formattedAddress
  }

  /// The name, else the first line of the address.
  public var title: String? { name ?? formattedAddress.first }
  /// The tag and the distance: `amenity=fuel, 120 m NW`.
  public var subtitle: String? { "\(kind), \(distanceText)" }

  /// The distance and direction: `120 m NW`, `1.2 km S`, `here`.
  public var distanceText: String {
    guard let bearingDegrees else { return "here" }
    let meters = Int(distanceMeters.rounded())
    let tenths = Int((distanceMeters / 100).rounded())
    let far = meters < 1_000 ? "\(meters) m" : "\(tenths / 10).\(tenths % 10) km"
    return "\(far) \(CompassPoint(bearingDegrees: bearingDegrees).rawValue)"
  }
}
