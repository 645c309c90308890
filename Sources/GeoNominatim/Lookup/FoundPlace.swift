import GeoEngine
import GeoModel
import GeoStore

/// What was found for a request, before it is described.
enum FoundPlace {
  /// An object.
  case object(KnownObject, distanceMeters: Double)
  /// A number between two houses.
  case interpolation(FoundInterpolation)
  /// A country that only the world layer knows.
  case country(StoredArea)
}
