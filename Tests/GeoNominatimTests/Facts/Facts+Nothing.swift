// The sea, and places that are not on Earth.
extension Facts {
  static let nothing = Fact.table(
    ["0.0|0.0", "91.3|0.4", "-700|0.4", "0.2|324.44", "0.2|-180.4"].flatMap { place in
      let point = place.split(separator: "|")
      return ["xml", "json", "jsonv2", "geojson", "geocodejson"].flatMap { format in
        let query = "lat=\(point[0])&lon=\(point[1])&format=\(format)"
        return ["\(query) | error | Unable to geocode", "\(query) | status | 200", "\(query) | osm_type | -"]
      }
    }.joined(separator: "\n"))
}
