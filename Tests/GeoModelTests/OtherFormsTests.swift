import GeoModel
import Testing

@Suite("A coordinate as map programs copy it") struct OtherFormsTests {
  @Test(
    "is read from links, points, codes and grids",
    arguments: [
      ("https://www.openstreetmap.org/?mlat=37.77&mlon=-122.41#map=15/37.0/-122.0", 37.77, -122.41),
      ("https://www.openstreetmap.org/#map=19/37.77000/-122.41000&layers=N", 37.77, -122.41),
      ("https://www.openstreetmap.org/node/1?way=2#map=19/37.77/-122.41", 37.77, -122.41),
      ("https://www.google.com/maps/@37.77,-122.41,17z", 37.77, -122.41),
      (
        "https://www.google.com/maps/place/X/@37.0,-122.0,17z/data=!3m1!4b1!4m6!3m5!1s0x0!8m2!3d37.77!4d-122.41!16s",
        37.77, -122.41
      ),
      ("https://maps.google.com/?q=37.77,-122.41", 37.77, -122.41),
      ("https://www.google.com/maps?q=37%C2%B046'12.0%22N+122%C2%B024'36.0%22W", 37.77, -122.41),
      ("https://www.openstreetmap.org/directions?from=37.7%2C-122.4&to=37.77%2C-122.41#map=9/1/2", 37.77, -122.41),
      ("https://www.google.com/maps/search/37.770000,+-122.410000?entry=tts", 37.77, -122.41),
      ("https://www.google.com/maps/place/37%C2%B046'12.0%22N+122%C2%B024'36.0%22W/@37.7,-122.4,17z", 37.77, -122.41),
      ("https://www.google.com/maps/dir/37.7955,-122.3937/37.77,-122.41/@37.78,-122.4,14z/am=t", 37.77, -122.41),
      ("https://www.openstreetmap.org/directions?engine=x&route=37.7,-122.4;37.77,-122.41#map=9/1/2", 37.77, -122.41),
      ("maps.apple.com/?ll=37.77,-122.41", 37.77, -122.41), ("geo:0,0?q=37.77,-122.41(Here%20I%20am)", 37.77, -122.41),
      ("geo:0,0?z=3", 0, 0), ("geo:0,0?q=37.77,-122.41", 37.77, -122.41),
      ("geo:0,0?q=loc:37.77, -122.41", 37.77, -122.41),
      ("geo:37.7,-122.4?z=9&q=37.77%2C-122.41(Here)", 37.77, -122.41), ("geo:37.77,-122.41?q=pizza", 37.77, -122.41),
      ("geo:37.77,-122.41?q=12,24+Main+Street", 37.77, -122.41),
      ("https://osm.org/go/0OP4tR~rx?m=", 51.876, 19.579), ("https://osm.org/go/0OP4tR@rx", 51.876, 19.579),
      ("https://maps.google.com/maps?q=loc:37.77+-122.41", 37.77, -122.41),
      ("https://www.google.com/maps/search/?api=1&query=37.77%2C-122.41", 37.77, -122.41),
      ("https://maps.apple.com/?ll=37.77,-122.41&q=Somewhere", 37.77, -122.41),
      ("https://maps.apple.com/place?coordinate=37.77,-122.41&name=A", 37.77, -122.41),
      ("https://www.bing.com/maps?cp=37.77~-122.41&lvl=16", 37.77, -122.41),
      ("https://yandex.com/maps/?ll=-122.41%2C37.77&z=16", 37.77, -122.41),
      ("https://yandex.ru/maps/213/moscow/?ll=37.6%2C55.7&pt=37.77,-12.41,pm2rdm~1,2&z=12", -12.41, 37.77),
      ("https://example.org/map?lat=37.77&lng=-122.41&z=3", 37.77, -122.41),
      ("POINT(-122.41 37.77)", 37.77, -122.41), ("SRID=4326;Point Z (-122.41 37.77 12)", 37.77, -122.41),
      ("+37.77-122.41/", 37.77, -122.41), ("+3746.2-12224.6/", 37.77, -122.41), ("+374612-1222436+10/", 37.77, -122.41),
      ("+37.7700-122.4100+012.345/", 37.77, -122.41), ("-33.8568+151.2153CRSWGS_84/", -33.8568, 151.2153),
      ("$GPGGA,123519,3746.2,N,12224.6,W,1,08,0.9,545.4,M,46.9,M,,*52", 37.77, -122.41),
      ("$GNRMC,123519.00,A,3746.2,N,12224.6,W,022.4,084.4,230394,003.1,W,A*22", 37.77, -122.41),
      ("$GPGLL,3746.2,N,12224.6,W", 37.77, -122.41),
      ("$GNGNS,123519,3746.2,N,12224.6,W,AN,08,0.9,545.4,46.9,,*69", 37.77, -122.41),
      ("北緯35度41分22秒 東経139度41分30秒", 35.689444, 139.691667), ("北纬39.9度，东经116.4度", 39.9, 116.4),
      ("북위 37도 46분 12초, 서경 122도 24분 36초", 37.77, -122.41), ("３７．７７，－１２２．４１", 37.77, -122.41),
      ("55°45′21″ с.\u{A0}ш. 37°37′04″ в.\u{A0}д.", 55.755833, 37.617778),
      ("50°27′ пн. ш. 30°31′ сх. д.", 50.45, 30.516667),
      ("37° 46′ 12″ nord, 122° 24′ 36″ ouest", 37.77, -122.41), ("37.77 North, 122.41 West", 37.77, -122.41),
      ("37 degrees 46 minutes 12 seconds N, 122 degrees 24 minutes 36 seconds W", 37.77, -122.41),
      ("37-46-12N 122-24-36W", 37.77, -122.41), ("33° 51′ 24″ Süd, 151° 12′ 54″ Ost", -33.856667, 151.215),
      ("377700000 -1224100000", 37.77, -122.41), ("377700000,-1224100000", 37.77, -122.41),
      ("8FVC2222+22", 47.0000625, 8.0000625), ("7FG49QCJ+2V", 20.3700625, 2.7821875),
      ("7fg49qcj+2vx", 20.3701125, 2.782234375),
      ("7FG49Q00+", 20.375, 2.775), ("4VCPPQGP+Q9", -41.2730625, 174.7859375),
      ("u4pruydqqvj", 57.649111, 10.407440),
    ])
  func forms(text: String, latitude: Double, longitude: Double) throws {
    let coordinate = try Coordinate(parsing: text)
    #expect(abs(coordinate.latitude - latitude) < 2e-6)
    #expect(abs(coordinate.longitude - longitude) < 2e-6)
  }

  @Test(
    "is read from the grid, within 50 m of landmarks",
    arguments: [
      ("31U 448252 5411933", 48.8583, 2.2945), ("31U448252mE 5411933mN", 48.8583, 2.2945),
      ("31UDQ4825211933", 48.8583, 2.2945), ("31U DQ 48252 11933", 48.8583, 2.2945),
      ("17T 630084 4833438", 43.642567, -79.387139), ("56H 334873 6252266", -33.8567, 151.2152),
      ("56HLH3487352266", -33.8567, 151.2152),
      // The letter is that of the hemisphere, and no place of the letter's band is meant.
      ("56S 334873 6252266", -33.8567, 151.2152), ("31N 448252 5411933", 48.8583, 2.2945),
    ])
  func grid(text: String, latitude: Double, longitude: Double) throws {
    let coordinate = try Coordinate(parsing: text)
    #expect(abs(coordinate.latitude - latitude) < 4e-4)
    #expect(abs(coordinate.longitude - longitude) < 4e-4)
  }

  @Test(
    "what receivers write is degrees and minutes without a sign between",
    arguments: [
      ("4717.112671,N,00833.914843,E", 47.285211, 8.565247), ("4717.112671 N 00833.914843 E", 47.285211, 8.565247),
      ("3351.408S, 15112.918E", -33.8568, 151.215300), ("0007.5,N,00015,W", 0.125, -0.25),
    ])
  func receivers(text: String, latitude: Double, longitude: Double) throws {
    let coordinate = try Coordinate(parsing: text)
    #expect(abs(coordinate.latitude - latitude) < 1e-6 && abs(coordinate.longitude - longitude) < 1e-6)
  }

  @Test("squares of the grid stand for their middle: the finer one lies in the coarser one")
  func squares() throws {
    let meter = try Coordinate(parsing: "31UDQ4825211933")
    for (text, meters) in [("31UDQ48251193", 10.0), ("31UDQ482119", 100), ("31UDQ4811", 1000), ("31UDQ41", 10_000)] {
      let middle = try Coordinate(parsing: text)
      #expect(abs(middle.latitude - meter.latitude) * 111_000 <= meters)
      #expect(middle != meter)
    }
  }

  @Test(
    "is refused with a sentence that says what to do",
    arguments: [
      ("https://maps.app.goo.gl/abcdef", "open it and copy the address that it leads to"),
      ("https://www.openstreetmap.org/about", "names no coordinate"),
      // A percent sign with a plus and one digit is not an encoded byte.
      ("https://maps.google.com/?q=47.1%+9.5", "names no coordinate"),
      ("QHFJ+X6 San Francisco", "lacks its beginning"),
      ("SRID=3857;POINT(1 2)", "the reference system 'srid=3857' is not known"),
      ("+3766.2-12224.6/", "is not an angle"), ("POINT(200 95)", "95"), ("+95.0-122.0/", "95"),
      (
        "48137154,11576124",
        "may be ten-millionths of a degree (4.8137154, 1.1576124) or millionths (48.137154, 11.576124)"
      ),
      ("12abc 5", "'12abc' is not a number"), ("4760.1,N,00833.9,E", "'4760.1' is not an angle"),
      ("9117.1,N,00833.9,E", "out of range"), ("4717.1,N,833.9,E", "'N' is not a number"),
      ("$GPRMC,123519,V,3746.2,N,12224.6,W,,,,,", "the receiver's sentence '$GPRMC' says no position"),
      ("$GPGGA,123519,3746.2,N,12224.6,W,0,00,,,M,,M,,", "says no position"),
      ("$GPGGA,123519,,,,,0,00,,,M,,M,,", "says no position"), ("$GPGLL,3746.2,N,12224.6,W,1,V", "says no position"),
      ("$GNGNS,123519,3746.2,N,12224.6,W,NN,00,,,,,", "says no position"),
      ("$GPGSV,3,1,11,03,03,111,00", "'$GPGSV' says no position"),
      ("$GPGGA,123519,3747.2,N,12224.6,W,1,08,0.9,545.4,M,46.9,M,,*52", "'$GPGGA' is damaged"),
      ("$GPGLL,3746.2,N,12224.6,W*zz", "'$GPGLL' is damaged"), ("$GPGLL,3766.2,N,12224.6,W", "is not an angle"),
      ("$price,1,2,3,4", "'$price' is not a number"),
      ("31H 448252 5411933", "the northing does not lie in the band of latitude 'H'"),
      ("37.5°30'N 9°E", "is not an angle"),
      ("37°30.5'12\"N 9°E", "only the last number has decimals"), ("552090 4180803", "552090"),
      ("-13626000 4547000", "latitude -13626000.0 is out of range"),
    ])
  func refused(text: String, sentence: String) {
    let error = #expect(throws: CoordinateTextError.self) { try Coordinate(parsing: text) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(sentence))
  }

  @Test("any text is read or refused, and never traps")
  func anyText() {
    var random = SystemRandomNumberGenerator()
    let pieces = [
      "https://", "www.", "?", "&", "#", "map=", "!3d", "!4d", "@", "POINT", "(", ")", "SRID=", ";", "+", "-", "/",
      "37", "31U", "DQ",
      "8FVC", "22", "+22", "0", ".", " ", ",", "9q8yyk", "%", "%2C", "é", "q=", "CRS", "99999999999999999999", "1e308",
      "nan", "$GPGGA", "$GPRMC", ",A", ",N", ",W", "*", "3746.2",
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...7, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
      _ = try? Coordinate(parsing: text)
    }
  }
}
