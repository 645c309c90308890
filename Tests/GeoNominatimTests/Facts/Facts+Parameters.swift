// A hotel in Vaduz, and invalid requests.
extension Facts {
  static let parameters =
    details
    + Fact.table(
      """
      lat=47.14122383&lon=9.52169581334&format=sdf | status | 400
       | content | text/plain; charset=utf-8
      lat=52.52 | status | 400
       | message | Parameter 'lon' missing.
      lon=52.52&format=json | status | 400
       | error.message | Parameter 'lat' missing.
       | error.code | #400
      lat=48.9660&lon=8,4482 | status | 400
      lat=48,9660&lon=8.4482 | status | 400
      lat=48.966.0&lon=8.4482 | status | 400
      lat=Nan&lon=8.448 | status | 400
      lat=48.966&lon=Nan | status | 400
      lat=Inf&lon=5.6 | status | 400
      lat=5.6&lon=-Inf | status | 400
      lat=<script></script>&lon=3.4 | status | 400
       | message | ~<script>
      lat=-45.3&lon=;&format=geojson | error.code | #400
      lat=gkjd&lon=50&format=geocodejson | error.code | #400
      lat=47.14&lon=9.52&zoom=adfe | status | 400
      lat=47.14&lon=9.52&polygon_text=1&polygon_svg=1 | status | 400
      lat=47.14&lon=9.52&polygon_threshold=a | status | 400
      lat=47.14&lon=9.52&format=json&json_callback=1asd | status | 400
      lat=47.14&lon=9.52&format=json&json_callback=bar(foo) | status | 400
      lat=47.14&lon=9.52&format=json&json_callback=XXX['bad'] | status | 400
      lat=47.14&lon=9.52&format=json&json_callback=foo; evil | status | 400
      lat=67.3245&lon=0.456&format=jsonv2&json_callback=foo | body | foo({"error":"Unable to geocode"})
      lat=47.14&lon=9.52&email=somebody@example.org | status | 200
      lat=0.0&lon=0.0&debug=1 | content | text/html; charset=utf-8
       | body | ~Unable to geocode
      lat=47.06645&lon=9.56601&debug=1&format=json | body | ~<!DOCTYPE html>
      lat=47.14081&lon=9.52267&debug=1 | body | ~Closest: 
      lat=x&lon=9.52267&debug=1 | content | text/html; charset=utf-8
       | status | 400
      """)

  private static let details =
    Fact.table(
      ["yes", "no", "-1", "100", "false", "00"].flatMap { value in
        ["addressdetails", "extratags", "namedetails"].map { name in
          "lat=47.14122383&lon=9.52169581334&\(name)=\(value) | \(name == "addressdetails" ? "address" : name) | *"
        }
      }.joined(separator: "\n"))
    + Fact.table(
      """
      lat=47.14052&lon=9.52202&zoom=14&namedetails=1&format=json | namedetails.name | Ebenholz
      lat=47.14052&lon=9.52202&zoom=14&namedetails=1 | namedetails.name | Ebenholz
      lat=47.14052&lon=9.52202&zoom=14&namedetails=1&format=geojson | namedetails.name | Ebenholz
      lat=47.14052&lon=9.52202&zoom=14&extratags=1&format=jsonv2 | extratags.wikidata | Q4529531
      lat=47.14052&lon=9.52202&zoom=14&extratags=1 | extratags.wikidata | Q4529531
      lat=47.14052&lon=9.52202&zoom=14&extratags=1&format=geojson | extratags.wikidata | Q4529531
      lat=47.14052&lon=9.52202&zoom=14&extratags=1&format=geocodejson | extra.wikidata | Q4529531
      lat=47.14122383&lon=9.52169581334&extratags=1&format=jsonv2 | extratags.rooms | 35
      lat=47.14122383&lon=9.52169581334&namedetails=1&format=jsonv2 | namedetails.brand | b_smart Hotel
      lat=47.14122383&lon=9.52169581334&zoom=10&extratags=1&format=jsonv2 | extratags.admin_level | 8
       | extratags.linked_place | town
       | extratags.population | 5229
      lat=47.14122383&lon=9.52169581334&zoom=10&namedetails=1&format=jsonv2 | namedetails.ISO3166-2 | LI-11
       | namedetails.name:ru | Вадуц
      lat=47.14122383&lon=9.52169581334&entrances=1&format=jsonv2 | entrances | #null
      lat=47.14122383&lon=9.52169581334&entrances=1 | entrances | *
      """)
}

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
