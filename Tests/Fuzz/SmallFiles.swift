import GeoImportCommand
import GeoModel
import GeoServer
import GeoSupport
import GeoUpdate

extension FuzzTarget {
  /// Regions: `.poly` files and GeoJSON. A valid region decides for any point whether it is inside.
  static var regions: FuzzTarget {
    FuzzTarget(name: "regions", longestInput: 2 << 10, seeds: { outlines.map { Array($0.utf8) } }) {
      let file = MemoryFile()
      let points = [(0, 0), (95_000_000, 475_000_000), (1_800_000_000, 900_000_000), (-1_800_000_000, -900_000_000)]
      return { bytes in
        file.fill(bytes)
        guard let region = try? RegionFile(path: file.path).region else { return }
        for (x, y) in points { _ = region.contains(FixedPoint(x: Int32(x), y: Int32(y))) }
      }
    }
  }

  /// The `state.txt` of a folder of change files. A valid file has a number with at most nine digits.
  static var states: FuzzTarget {
    FuzzTarget(name: "states", longestInput: 512, seeds: { stateFiles.map { Array($0.utf8) } }) {
      { bytes in
        guard let state = ReplicationState(parsing: String(decoding: bytes, as: UTF8.self)) else { return }
        guard (0...999_999_999).contains(state.sequence) else { fatalError("\(state)") }
        _ = UTCTime(seconds: Int(state.timestamp)).iso8601
      }
    }
  }

  /// Text settings of the daemon: files of keys, addresses, rates.
  static var settings: FuzzTarget {
    FuzzTarget(name: "settings", longestInput: 512, seeds: { texts.map { Array($0.utf8) } }) {
      let file = MemoryFile()
      // A file of keys must be readable by its owner alone.
      chmod(file.path, 0o600)
      return { bytes in
        file.fill(bytes)
        _ = try? APIKeys(path: file.path)
        let text = String(decoding: bytes, as: UTF8.self)
        _ = try? HTTPAddress(parsing: text)
        guard let limit = try? RateLimit(parsing: text) else { return }
        guard limit.perSecond > 0, limit.burst >= 1 else { fatalError("\(limit)") }
      }
    }
  }

  private static let outlines = [
    "name\n1\n 9.0 47.0\n 1.0E+01 47.0\n 10.0 48.0\n 9.0 48.0\nEND\n!2\n 9.4 47.4\n 9.6 47.4\n 9.6 47.6\nEND\nEND\n",
    "name\r\n1\r\n 179 47\r\n -179 47\r\n 180 48\r\nEND\r\nEND\r\n",
    #"{"type":"MultiPolygon","coordinates":[[[[9,47],[10,47],[10,48],[9,48],[9,47]],[[9.4,47.4],[9.6,47.4],[9.6,47.6],[9.4,47.4]]]]}"#,
    #"{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[9,47],[10,47],[10,48],[9,47]]]}}"#,
  ]

  private static let stateFiles = [
    "#Sat Nov 16 02:00:00 UTC 2019\nsequenceNumber=3048\ntimestamp=2021-08-03T20\\:21\\:42Z\n",
    "timestamp=2021-08-03T20:21:42Z\r\nsequenceNumber=999999999\r\ntxnMax=1\r\n", "sequenceNumber=\n=\n==\n",
  ]

  private static let texts = [
    "# keys\nsecret\n\n another \r\n", "127.0.0.1:8080", "[::1]:8080", "localhost:80", "*:0", ":8080", "8080",
    "unix:/run/h", "http://[fe80::1%eth0]:8080/", "5/s", "100/m", "1e3/h", "0.001/d",
  ]
}
