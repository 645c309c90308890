import GeoModel
import GeoStore
import GeoWire

extension FuzzTarget {
  /// Files with the user's own areas.
  ///
  /// A valid file can be searched at any point, and returns no more areas than it has.
  static var areas: FuzzTarget {
    FuzzTarget(name: "areas", longestInput: 4 << 10, seeds: { files.map { Array($0.utf8) } }) {
      let points = [(0, 0), (95_000_000, 475_000_000), (1_799_999_999, 899_999_999), (-1_799_999_999, -899_999_999)]
      let wishes = [OwnAreaReader.Wish(), OwnAreaReader.Wish(name: "zone", properties: ["fee"])]
      return { bytes in
        for wish in wishes {
          guard let read = try? OwnAreaReader.read(Array(bytes), wish) else { continue }
          let index = AreaIndex(read.areas)
          for (x, y) in points {
            let found = index.areas(containing: FixedPoint(x: Int32(x), y: Int32(y)))
            guard found.count <= read.areas.count else { fatalError("\(found.count) of \(read.areas.count) areas") }
          }
          for area in read.areas { _ = area.label.storedProperties }
        }
      }
    }
  }

  private static let files = [
    #"{"type":"FeatureCollection","features":[{"type":"Feature","id":7,"properties":{"zone":"A","fee":1e2,"x":[1,{}]},"geometry":{"type":"Polygon","coordinates":[[[9,47],[10,47],[10,48],[9,48],[9,47]],[[9.4,47.4],[9.6,47.4],[9.6,47.6],[9.4,47.4]]]}}]}"#,
    "\u{1E}"
      + #"{"type":"Feature","properties":null,"geometry":{"type":"MultiPolygon","coordinates":[[[[170,10],[190,10],[190,20]]]]}}"#
      + "\n\u{1E}"
      + #"{"type":"Polygon","coordinates":[[[-180,-90],[180,-90],[180,90],[-180,90]]]}"# + "\n",
    #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,1]]]}]}"#,
  ]
}
