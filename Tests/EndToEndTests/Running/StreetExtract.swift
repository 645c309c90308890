import Foundation

/// An extract of one street with one house, which imports in no time.
///
/// A PBF file name is no problem: the XML content is recognized.
struct StreetExtract {
  let data: Data

  /// - Parameter ids: above 1, the street has other ids and lies farther north by 0.01 degree each.
  init(_ name: String, ids: Int = 1) {
    let latitude = 37.7609 + 0.01 * Double(ids)
    data = Data(
      """
      <osm version="0.6">
        <node id="\(ids)1" version="1" lat="\(latitude)" lon="-122.411"/>
        <node id="\(ids)2" version="1" lat="\(latitude)" lon="-122.409"/>
        <node id="\(ids)3" version="1" lat="\(latitude)" lon="-122.4101">
          <tag k="addr:housenumber" v="465"/><tag k="addr:street" v="\(name)"/>
        </node>
        <way id="\(ids)" version="1">
          <nd ref="\(ids)1"/><nd ref="\(ids)2"/><tag k="highway" v="residential"/><tag k="name" v="\(name)"/>
        </way>
      </osm>
      """.utf8)
  }

  /// The position of the first extract's house.
  static let point = ["37.7709", "-122.4101"]
}
