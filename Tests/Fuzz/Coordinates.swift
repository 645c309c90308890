import GeoModel
import GeoSupport

extension FuzzTarget {
  /// Coordinates as people and devices write them. Every result must lie on the globe.
  static var coordinates: FuzzTarget {
    FuzzTarget(name: "coordinates", longestInput: 256, seeds: { notations.map { Array($0.utf8) } }) {
      { bytes in
        guard let point = try? Coordinate(parsing: String(decoding: bytes, as: UTF8.self)) else { return }
        guard abs(point.latitude) <= 90, abs(point.longitude) <= 180 else { fatalError("\(point)") }
      }
    }
  }

  private static let notations = [
    "37.77 -122.41", "37,77; -122,41", "37.77N 122.41W", "geo:48.8584,2.2945;u=35?z=3", "35°41′22″N 139°41′30″E",
    "N 37° 46.200 W 122° 24.600", "37 deg 46' 12.00\" N, 122 deg 24' 36.00\" W", "+3746-12224/",
    "POINT Z (-122.41 37.77 3)",
    "SRID=4326;POINT(-122.41 37.77)", "{\"type\":\"Point\",\"coordinates\":[-122.41,37.77]}", "377700000 -1224100000",
    "https://www.openstreetmap.org/?mlat=37.79&mlon=-122.39#map=15/37.79/-122.39", "lat: 37.77, lon: -122.41",
    "https://www.google.com/maps/place/A/@37.79,-122.39,15z/data=!3d37.7!4d-122.4",
    "https://maps.apple.com/?ll=37.79,-122.39",
    "https://yandex.ru/maps/?ll=-122.39%2C37.79&z=3", "https://www.bing.com/maps?cp=37.7~-122.4",
    "849VQJW4+6G", "9q8yyk8", "10S EG 51000 80000", "32T 691607 5335763", "Z 2000000 2000000",
    "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A", "3746.2,N,12224.6,W",
    "0101000020E6100000295C8FC2F59A5EC0C3F5285C8FE24240",
  ]
}
