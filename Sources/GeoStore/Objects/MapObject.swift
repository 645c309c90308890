import GeoModel

/// An object of the map with its tags, for the interfaces that return objects rather than placemarks.
public struct MapObject: Sendable {
  /// The row in this store; stable only until the next import.
  public var id: MapObjectID
  /// The OpenStreetMap object. One object can be several map objects, one for each main tag.
  public var source: SourceReference
  /// The main tag that makes it an object, such as `amenity`=`cafe`; `place`=`house` for a bare address.
  public var mainTag: MapTag
  /// Its ranks, see ``MapObjectRanks``.
  public var ranks: MapObjectRanks
  /// `admin_level` of boundaries; 15 where there is none.
  public var adminLevel: UInt8
  /// Tags that name it, with their keys as mapped: `name`, `name:de`, `ref`, `alt_name`, `addr:housename` …
  ///
  /// `name` and its translations come first, the others in the file's order.
  public var names: [MapTag]
  /// Tags that say where it is, without `addr:`: `housenumber`, `street`, `postcode`, `country` …
  public var address: [MapTag]
  /// All other tags that were kept.
  public var extraTags: [MapTag]
  /// A point that represents it: the node, the middle of the line, or the area's centroid.
  ///
  /// Where the centroid is outside the area, another point inside it.
  public var centroid: FixedPoint
  /// Its shape.
  public var geometry: MapGeometry
}

/// A tag as mapped.
public struct MapTag: Hashable, Sendable {
  /// The key, such as `name:de`.
  public var key: String
  /// The value, never empty.
  public var value: String

  /// A tag.
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}

/// The ranks of an object on Nominatim's scale of 0 to 30 (see "Place ranking" in its documentation).
///
/// 4 is a country, 8 a state, 12 a county, 16 a city, 19 to 20 a suburb, 26 a street, 30 a house or place of interest.
public struct MapObjectRanks: Hashable, BitwiseCopyable, Sendable {
  /// Its rank for searches.
  public var search: UInt8
  /// Its rank as a part of an address; 0 for objects that are part of none.
  public var address: UInt8

  /// The search rank of ways that only queries about roads and tracks need: ramps, service roads and tracks without a
  /// name, railways and ferries. The milestones beside them have this rank, too. Nominatim's ranks end at 30, so a
  /// search for its objects never finds these.
  public static let forRoadsAlone: UInt8 = 31

  /// Creates ranks.
  public init(search: UInt8, address: UInt8) {
    self.search = search
    self.address = address
  }
}

/// The shape of an object, in 1e-7 degree.
public enum MapGeometry: Sendable {
  /// A node.
  case point(FixedPoint)
  /// An open way, or a closed one that bounds nothing; at least two vertices.
  case line([FixedPoint])
  /// Polygons, each an outer ring followed by its holes; rings are closed.
  case polygons([[[FixedPoint]]])
}

/// A row of the store's map objects.
public struct MapObjectID: Hashable, Sendable {
  /// The number of the row, 1 or more.
  public var rawValue: Int64

  /// An id.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }
}

/// The facts that a search needs about an object before its whole row is read.
public struct MapObjectSketch: Sendable {
  /// The row.
  public var id: MapObjectID
  /// Its ranks.
  public var ranks: MapObjectRanks
  /// The layers that it belongs to.
  public var layers: MapLayers
  /// Whether it has a name and so can be a place of interest. A bare address has none.
  public var hasName: Bool
  /// Whether it has a house number or house name of its own.
  public var hasHouseNumber: Bool
  /// Whether its shape has an area.
  public var isArea: Bool
  /// Meters from the query point to the nearest point of its shape; 0 within an area.
  public var distanceMeters: Double
  /// The point of its shape nearest to the query point; the query point itself within an area.
  public var nearest: FixedPoint
}

/// The layers of an object, as the `layer` parameter of Nominatim's API defines them.
public struct MapLayers: OptionSet, Hashable, BitwiseCopyable, Sendable {
  /// The bits; stored.
  public let rawValue: UInt8

  /// Layers by their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Places that make up an address: houses, streets, settlements, boundaries.
  public static let address = MapLayers(rawValue: 1)
  /// Restaurants, shops, hotels, parking, also named buildings and stops.
  public static let poi = MapLayers(rawValue: 2)
  /// Tracks and other railway infrastructure.
  public static let railway = MapLayers(rawValue: 4)
  /// Rivers, lakes, mountains, forests.
  public static let natural = MapLayers(rawValue: 8)
  /// Everything built that belongs to no other layer: ruins, parks, dams, power lines.
  public static let manmade = MapLayers(rawValue: 16)
}

extension MapGeometry {
  /// The point that represents the shape: the point itself, the middle of a line, or a point inside the largest
  /// polygon.
  var centroid: FixedPoint {
    switch self {
    case .point(let point): point
    case .line(let line): MapGeometry.middle(of: line)
    case .polygons(let polygons): MapGeometry.inside(polygons)
    }
  }

  private static func middle(of line: [FixedPoint]) -> FixedPoint {
    guard let first = line.first else { return FixedPoint(x: 0, y: 0) }
    let projection = LocalProjection(origin: first)
    let points = line.map { projection.project($0) }
    let lengths = zip(points, points.dropFirst()).map { from, to in
      LocalPoint(x: to.x - from.x, y: to.y - from.y).squaredLength.squareRoot()
    }
    var rest = lengths.reduce(0, +) / 2
    for (position, length) in lengths.enumerated() {
      if rest <= length {
        let (from, to) = (points[position], points[position + 1])
        let fraction = length > 0 ? rest / length : 0
        return projection.unproject(
          LocalPoint(x: from.x + (to.x - from.x) * fraction, y: from.y + (to.y - from.y) * fraction))
      }
      rest -= length
    }
    return first
  }

  private static func inside(_ polygons: [[[FixedPoint]]]) -> FixedPoint {
    let largest = polygons.count == 1 ? polygons.first : polygons.max { area($0) < area($1) }
    guard let rings = largest, let first = rings.first?.first else { return FixedPoint(x: 0, y: 0) }
    return InteriorPoint.of(rings.map { $0[...] }) ?? first
  }

  /// Twice the area of a polygon's outer ring in square units, for comparison only.
  private static func area(_ rings: [[FixedPoint]]) -> Double {
    rings.first.map { abs(InteriorPoint.moments(of: $0[...]).doubledArea) } ?? 0
  }
}
