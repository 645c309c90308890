/// Something around a point: an object of the map with how far it is and in which direction.
public struct NearbyThing: Annotation, Hashable, Sendable {
  /// A point of it, in WGS84 degrees: the node, the middle of the line, or a point inside the area.
  public var coordinate: Coordinate
  /// What it is called; nil when it has no name.
  public var name: String?
  /// The tag that makes it what it is, such as `amenity=fuel`; `place=house` for a bare address.
  public var kind: String
  /// Meters from the asked point to the nearest point of its shape, 0 within it; not negative, and finite.
  public var distanceMeters: Double
  /// The direction to that nearest point in degrees clockwise from north, 0 to 360; nil within it.
  public var bearingDegrees: Double?
  /// The object.
  public var source: SourceReference
  /// The address at ``coordinate``, one element a line, country last.
  public var formattedAddress: [String]

  /// A thing with all that is known of it.
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
  /// The tag and how far it is: `amenity=fuel, 120 m NW`.
  public var subtitle: String? { "\(kind), \(distanceText)" }

  /// How far and where: `120 m NW`, `1.2 km S`, `here`.
  public var distanceText: String {
    guard let bearingDegrees else { return "here" }
    let meters = Int(distanceMeters.rounded())
    let tenths = Int((distanceMeters / 100).rounded())
    let far = meters < 1_000 ? "\(meters) m" : "\(tenths / 10).\(tenths % 10) km"
    return "\(far) \(CompassPoint(bearingDegrees: bearingDegrees).rawValue)"
  }
}
