/// Files of the formats that are not tables, as other programs write them.
enum FormatSamples {
  static func text(named name: String, rows: Int) -> String {
    switch name.split(separator: ".").last {
    case "ndjson": (0..<rows).map { "{\"id\": \($0), \"lat\": \($0 % 80), \"lon\": \"\($0)\"}\n" }.joined()
    case "json":
      "[" + (0..<rows).map { "\n {\n  \"id\": \($0), \"lat\": \($0 % 80), \"lon\": \($0)\n }" }.joined(separator: ",")
        + "\n]\n"
    case "geojson":
      """
      {"type": "FeatureCollection", "name": "x [1] {2}",
       "features": [
      """
        + (0..<rows).map {
          "\n{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[\($0), \($0 % 80)]},\"properties\":{\"id\":\($0)}}"
        }.joined(separator: ",") + "\n]}\n"
    default:
      "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\"><trk><trkseg>\n"
        + (0..<rows).map { "<trkpt lat=\"\($0 % 80)\" lon=\"\($0)\"><ele>\($0)</ele></trkpt>\n" }.joined()
        + "</trkseg></trk></gpx>\n"
    }
  }
}
