import GeoMap

/// Images that a picture lacks as they cannot be drawn, by why.
struct LeftOutImages {
  private var places: [String: (first: ScreenPoint, count: Int)] = [:]

  /// Notes an image that belongs to a point of the picture.
  mutating func add(_ reason: String, _ point: ScreenPoint) { places[reason, default: (point, 0)].count += 1 }

  /// A sentence for each reason.
  var warnings: [String] {
    places.sorted { $0.key < $1.key }.map { reason, place in
      let images = place.count == 1 ? "an image is left out" : "\(place.count) images are left out, the first"
      return "\(images) at \(Int(place.first.x)), \(Int(place.first.y)) of the picture: \(reason)"
    }
  }
}
