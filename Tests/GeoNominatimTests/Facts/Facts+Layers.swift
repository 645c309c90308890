// A viewpoint below the castle, a bus stop before a car park, a stream in a park, a summit, a sports field in Prattville.
extension Facts {
  static let layers = Fact.table(
    """
    lat=47.14077&lon=9.52414&format=jsonv2 | category | tourism
     | type | viewpoint
    lat=47.14077&lon=9.52414&format=jsonv2&layer=address | category | highway
    lat=47.14077&lon=9.52414&format=jsonv2&layer=poi,address | category | tourism
    lat=47.14077&lon=9.52414&format=jsonv2&layer=address,poi | category | tourism
    lat=47.14077&lon=9.52414&format=jsonv2&layer=natural | category | waterway
    lat=47.14077&lon=9.52414&format=jsonv2&layer=address,natural | category | highway
    lat=47.14077&lon=9.52414&format=jsonv2&layer=natural,poi | category | tourism
    lat=47.13816&lon=9.52168&format=jsonv2&layer=address,poi | type | bus_stop
    lat=47.13816&lon=9.52168&format=jsonv2&layer=address | type | parking
    lat=47.13636&lon=9.52094&format=jsonv2&layer=natural,address&zoom=15 | category | waterway
    lat=47.08293&lon=9.57109&format=jsonv2&layer=natural&zoom=12 | type | peak
     | name | Goldlochspitz
    lat=47.08293&lon=9.57109&format=jsonv2&layer=natural&zoom=13 | type | river
    lat=47.08293&lon=9.57109&format=jsonv2&layer=natural&zoom=4 | error | Unable to geocode
    lat=32.46904&lon=-86.44439&format=jsonv2&layer=manmade | type | park
    lat=32.46904&lon=-86.44439&format=jsonv2&layer=address | type | residential
    lat=32.46904&lon=-86.44439&format=jsonv2&layer=poi | type | pitch
    lat=32.46904&lon=-86.44439&format=jsonv2&layer=natural | type | river
    lat=32.46904&lon=-86.44439&format=jsonv2&layer=natural,manmade | type | park
    lat=32.46904&lon=-86.44439&format=jsonv2&layer=railway | error | Unable to geocode
    lat=47.16&lon=9.51&format=jsonv2&layer=poi&zoom=10 | error | Unable to geocode
    lat=47.16&lon=9.51&format=jsonv2&layer=ADDRESS&zoom=10 | name | Schaan
    lat=47.16&lon=9.51&format=jsonv2&layer=houses | status | 400
    """)
}
