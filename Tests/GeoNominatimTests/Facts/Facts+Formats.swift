// A bakery in Balzers (node 6522627624), a number between two houses in Steg (way 1).
extension Facts {
  static let formats =
    json + v2
    + Fact.table(
      """
      lat=47.066&lon=9.504 | content | text/xml; charset=utf-8
       | osm_type | node
       | osm_id | 6522627624
       | place_id | *
       | place_rank | 30
       | address_rank | 30
       | lat | 47.0660892
       | lon | 9.5036065
       | boundingbox | 47.0660392,47.0661392,9.5035565,9.5036565
       | ref | Dorfbäckerei Herrmann
       | display_name | Dorfbäckerei Herrmann, 29, Gnetsch, Mäls, Balzers, Oberland, 9496, Liechtenstein
       | address.shop | Dorfbäckerei Herrmann
       | address.house_number | 29
       | address.country_code | li
       | extratags | -
       | namedetails | -
       | head.attribution | ~OpenStreetMap contributors, ODbL
       | head.querystring | lat=47.066&lon=9.504&format=xml
       | head.timestamp | *
      lat=47.066&lon=9.504&addressdetails=0 | address | -
      lat=47.066&lon=9.504&zoom=16 | head.querystring | lat=47.066&lon=9.504&format=xml&zoom=16
      lat=47.118533&lon=9.57056562 | osm_type | way
       | osm_id | 1
       | lat | 47.1185454
       | lon | 9.5705468
       | boundingbox | 47.1184954,47.1185954,9.5704968,9.5705968
       | display_name | 1019, Grosssteg, Sücka, Triesenberg, Oberland, 9497, Liechtenstein
      lat=47.066&lon=9.504&format=geojson | content | application/json; charset=utf-8
       | head.type | FeatureCollection
       | head.licence | Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright
       | osm_id | #6522627624
       | place_id | *
       | importance | *
       | place_rank | #30
       | category | shop
       | type | bakery
       | addresstype | shop
       | name | Dorfbäckerei Herrmann
       | bbox | #[9.5035565,47.0660392,9.5036565,47.0661392]
       | geometry.type | Point
       | geometry.coordinates | #[9.5036065,47.0660892]
       | address.road | Gnetsch
      lat=47.066&lon=9.504&format=geojson&addressdetails=0 | address | -
      lat=47.118533&lon=9.57056562&format=geojson | category | place
       | type | house
       | addresstype | place
       | place_rank | #30
      lat=47.066&lon=9.504&format=geocodejson | head.geocoding.version | 0.1.0
       | head.geocoding.licence | ODbL
       | head.geocoding.attribution | ~OpenStreetMap contributors
       | head.geocoding.query | 47.066,9.504
       | osm_key | shop
       | osm_value | bakery
       | type | house
       | label | Dorfbäckerei Herrmann, 29, Gnetsch, Mäls, Balzers, Oberland, 9496, Liechtenstein
       | name | Dorfbäckerei Herrmann
       | housenumber | 29
       | street | Gnetsch
       | district | Mäls
       | city | Balzers
       | county | Oberland
       | postcode | 9496
       | country | Liechtenstein
       | admin | #{"level6":"Oberland","level8":"Balzers"}
       | geometry.coordinates | #[9.5036065,47.0660892]
      lat=47.066&lon=9.504&format=geocodejson&addressdetails=0 | country | -
       | admin | -
       | label | ~Gnetsch
      lat=47.118533&lon=9.57056562&format=geocodejson | name | -
       | osm_key | place
       | type | house
      """)

  private static let json = Fact.table(
    """
    lat=47.066&lon=9.504&format=json | class | shop
     | category | -
     | type | bakery
     | osm_type | node
     | osm_id | #6522627624
     | lat | 47.0660892
     | lon | 9.5036065
     | boundingbox | #["47.0660392","47.0661392","9.5035565","9.5036565"]
     | extratags | -
     | namedetails | -
    lat=47.066&lon=9.504&format=json&addressdetails=0 | address | -
    """)

  private static let v2 = Fact.table(
    """
    lat=47.066&lon=9.504&format=jsonv2 | category | shop
     | class | -
     | place_rank | #30
     | importance | *
     | addresstype | shop
     | name | Dorfbäckerei Herrmann
     | licence | ~ODbL 1.0
     | address.ISO3166-2-lvl8 | LI-01
    lat=47.118533&lon=9.57056562&format=jsonv2 | osm_id | #1
     | category | place
     | type | house
     | name | ~
     | address.house_number | 1019
     | address.road | Grosssteg
    lat=47.066&lon=9.504&format=jsonv2&json_callback=show | content | application/javascript; charset=utf-8
     | body | ~show({"place_id":
    """)
}
