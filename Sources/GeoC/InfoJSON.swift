import GeoLocale
import GeoModel
import GeoStore
import GeoWire

/// The JSON description of a store and of the library.
enum InfoJSON {
  static func bytes(_ info: StoreInfo, path: String) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONWriter.append(to: &bytes) { writer in
      writer.object { writer in
        writer.member("version", productVersion)
        writer.member("storeFormat", info.formatVersion)
        writer.member("path", path)
        writer.member("dataTimestamp", info.metadata.dataDate)
        writer.member("attribution", info.metadata.attribution)
        writer.member("extracts", info.metadata.extracts)
        if let bounds = info.bounds { writer.member("bounds", object: { $0.edges(bounds) }) }
        writer.member("rows") { writer in
          for count in info.counts { writer.dynamicNumber(count.table, count.rows) }
        }
        writer.key("icu")
        if let version = UnicodeLibrary.version { writer.string(version) } else { writer.null() }
      }
    }
    return bytes
  }
}

extension JSONWriter {
  fileprivate mutating func edges(_ box: FixedBox) {
    let (southWest, northEast) = (
      Coordinate(FixedPoint(x: box.minX, y: box.minY)), Coordinate(FixedPoint(x: box.maxX, y: box.maxY))
    )
    key("south")
    degrees(southWest.latitude)
    key("west")
    degrees(southWest.longitude)
    key("north")
    degrees(northEast.latitude)
    key("east")
    degrees(northEast.longitude)
  }

  fileprivate mutating func dynamicNumber(_ name: String, _ value: Int) {
    dynamicKey(name)
    integer(value)
  }
}
