// A street in Balzers (way 159859812), a house (way 297699572) and a museum (way 243055643) in Vaduz.
extension Facts {
  static let shapes = Fact.table(
    """
    lat=47.06597&lon=9.50467&format=json&polygon_geojson=1 | geojson.type | LineString
     | geojson.coordinates | #[[9.5039353,47.0657546],[9.5040437,47.0657781],[9.5040808,47.065787],[9.5054298,47.0661407]]
    lat=47.06597&lon=9.50467&format=jsonv2&polygon_text=1 | geotext | LINESTRING(9.5039353 47.0657546,9.5040437 47.0657781,9.5040808 47.065787,9.5054298 47.0661407)
    lat=47.06597&lon=9.50467&format=json&polygon_svg=1 | svg | M 9.5039353 -47.0657546 L 9.5040437 -47.0657781 9.5040808 -47.065787 9.5054298 -47.0661407
    lat=47.06597&lon=9.50467&format=json&polygon_kml=1 | geokml | <LineString><coordinates>9.5039353,47.0657546 9.5040437,47.0657781 9.5040808,47.065787 9.5054298,47.0661407</coordinates></LineString>
    lat=47.06597&lon=9.50467&polygon_geojson=1 | geojson | {"type":"LineString","coordinates":[[9.5039353,47.0657546],[9.5040437,47.0657781],[9.5040808,47.065787],[9.5054298,47.0661407]]}
    lat=47.06597&lon=9.50467&polygon_text=1 | geotext | LINESTRING(9.5039353 47.0657546,9.5040437 47.0657781,9.5040808 47.065787,9.5054298 47.0661407)
    lat=47.06597&lon=9.50467&polygon_svg=1 | geosvg | ~M 9.5039353 -47.0657546 L
    lat=47.06597&lon=9.50467&polygon_kml=1 | body | ~<geokml><LineString><coordinates>9.5039353,47.0657546
    lat=47.06597&lon=9.50467&format=geojson | geometry.type | Point
    lat=47.06597&lon=9.50467&format=geojson&polygon_geojson=1 | geometry.type | LineString
    lat=47.06597&lon=9.50467&format=geojson&polygon_text=1 | geometry.type | Point
     | geotext | -
    lat=47.06597&lon=9.50467&format=geojson&polygon_svg=1 | geometry.type | Point
    lat=47.06597&lon=9.50467&format=geojson&polygon_kml=1 | geometry.type | Point
    lat=47.06597&lon=9.50467&format=geocodejson&polygon_geojson=1 | geometry.type | LineString
    lat=47.06597&lon=9.50467&format=geocodejson&polygon_kml=1 | geometry.type | Point
    lat=47.06597&lon=9.50467&format=json | geojson | -
    lat=47.13803&lon=9.52264&polygon_text=1 | geotext | POLYGON((9.5225302 47.138066,9.5225348 47.1379282,9.5226142 47.1379294,9.5226143 47.1379257,9.522615 47.137917,9.5226225 47.1379098,9.5226334 47.1379052,9.5226461 47.1379037,9.5226588 47.1379056,9.5226693 47.1379107,9.5226762 47.1379181,9.5226762 47.1379268,9.5226761 47.1379308,9.5227366 47.1379317,9.5227352 47.1379753,9.5227608 47.1379757,9.5227595 47.1380148,9.5227355 47.1380145,9.5227337 47.1380692,9.5225302 47.138066))
    lat=47.13803&lon=9.52264&polygon_text=1&polygon_threshold=0.00001 | geotext | POLYGON((9.5225302 47.138066,9.5225348 47.1379282,9.5226142 47.1379294,9.5226225 47.1379098,9.5226588 47.1379056,9.5226761 47.1379308,9.5227366 47.1379317,9.5227352 47.1379753,9.5227608 47.1379757,9.5227595 47.1380148,9.5227355 47.1380145,9.5227337 47.1380692,9.5225302 47.138066))
    lat=47.13803&lon=9.52264&polygon_text=1&polygon_threshold=0.9 | geotext | POLYGON((9.5225302 47.138066,9.5225348 47.1379282,9.5227608 47.1379757,9.5225302 47.138066))
    lat=47.13836&lon=9.52304 | lat | 47.1381805
     | lon | 9.5227108
    lat=47.13368&lon=9.52942 | lat | 47.1336817
     | lon | 9.5294315
    lat=47.118533&lon=9.57056562&format=geojson&polygon_geojson=1 | geometry.type | Point
    lat=45.174&lon=-103.072&format=jsonv2&polygon_text=1 | geotext | ~POINT(
    lat=47.16&lon=9.51&zoom=3&format=jsonv2&polygon_geojson=1 | geojson.type | Polygon
    """)
}
