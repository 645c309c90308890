import GeoMap

/// The images left out of a picture because they cannot be drawn, grouped by reason.
struct LeftOutImages {
  private var places: [String: (first: ScreenPoint, count: Int)] = [:]

  /// Records an image at a point of the picture.
  mutating func add(_ reason: String, _ point: ScreenPoint) { places[reason, default: (point, 0)].count += 1 }

  /// One sentence per reason.
  var warnings: [String] {
    places.sorted { $0.key < $1.key }.map { reason, place in
      let images = place.count == 1 ? "an image is left out" : "\(place.count) images are left out, the first"
      return "\(images) at \(Int(place.first.x)), \(Int(place.first.y)) of the picture: \(reason)"
    }
  }
}
