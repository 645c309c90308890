import CCompression
import Foundation
import OSMFile

/// A city of GeoNames.
struct City: Decodable {
  let geonameid: Int64
  let name: String
  let latitude: Double
  let longitude: Double
  let countrycode: String
  let population: Int
  let timezone: String

  /// Reads the cities of a gzipped JSON object, in the order of their ids.
  static func read(_ path: String) throws -> [City] {
    let list = try GzippedJSON.decode([String: City].self, path: path)
    return list.values.sorted { $0.geonameid < $1.geonameid }
  }

  /// Where the city is.
  var point: GridPoint {
    GridPoint(rounding: OSMNode(id: 0, latitude: latitude, longitude: longitude), to: WorldLayer.grid)
  }

  /// Its place in the order of space.
  var order: (UInt32, Int64) { (HilbertCurve.position(point), geonameid) }

  /// The city as a node: a city from 100,000 people, else a town.
  func node(id: Int64) -> OSMNode {
    let tags = [
      "name": name, "place": population >= 100_000 ? "city" : "town", "population": String(population),
      "is_in:country_code": countrycode, "timezone": timezone,
    ]
    return OSMNode(id: id, x: point.x, y: point.y, tags: tags.filter { !$0.value.isEmpty })
  }
}

/// Reads gzipped JSON.
enum GzippedJSON {
  /// Decodes the content of a file.
  static func decode<Value: Decodable>(_ type: Value.Type, path: String) throws -> Value {
    let packed = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let content = unpacked(packed) else {
      throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path])
    }
    return try JSONDecoder().decode(type, from: content)
  }

  /// The content; nil when the bytes are not a complete gzip file.
  static func unpacked(_ packed: Data) -> Data? {
    // A gzip file ends with the size of its content. Deflate packs 1032 to 1 at best: a larger size is damage.
    let size = packed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard size > 0, size <= packed.count * 1032 else { return nil }
    let decompressor = libdeflate_alloc_decompressor()
    defer { libdeflate_free_decompressor(decompressor) }
    var content = Data(count: size)
    let result = content.withUnsafeMutableBytes { output in
      packed.withUnsafeBytes { input in
        libdeflate_gzip_decompress(decompressor, input.baseAddress, input.count, output.baseAddress, size, nil)
      }
    }
    return result == LIBDEFLATE_SUCCESS ? content : nil
  }
}

// How areas get a time zone, and never a guessed one:
// 1. A country that the IANA time zone database gives just one zone has the zone of its cities. One in twenty may
//    differ: those are slips near a border.
// 2. In the other countries a subdivision has the zone of its cities, if they agree and no known line divides it.
// 3. Everything else gets none. (Cities always have their own.)

/// Time zones of areas, from the time zones of the cities in them.
struct TimeZones {
  private let cities: [String: [City]]

  init(_ cities: [City]) { self.cities = Dictionary(grouping: cities, by: \.countrycode) }

  /// The boundaries, with a `timezone` tag where one zone holds in the whole area.
  func assigned(to boundaries: [Boundary]) -> [Boundary] {
    boundaries.map { boundary in
      var result = boundary
      result.tags["timezone"] = zone(of: boundary)
      return result
    }
  }

  private func zone(of boundary: Boundary) -> String? {
    if let country = boundary.tags["ISO3166-1"] {
      return Self.dividedCountries.contains(country) ? nil : Self.prevailing(cities[country] ?? [])
    }
    guard let code = boundary.tags["ISO3166-2"], !Self.dividedSubdivisions.contains(code) else { return nil }
    let country = String(code.prefix(2))
    guard Self.dividedCountries.contains(country) else { return nil }
    return Self.common((cities[country] ?? []).filter { boundary.contains($0.point) })
  }

  /// The time zone that all cities share; nil when they differ or there are none.
  static func common(_ cities: [City]) -> String? {
    let zones = Set(cities.map(\.timezone))
    return zones.count == 1 ? zones.first.flatMap { $0.isEmpty ? nil : $0 } : nil
  }

  /// The time zone of at least 19 in 20 cities; nil when there is none.
  static func prevailing(_ cities: [City]) -> String? {
    let counts = Dictionary(grouping: cities, by: \.timezone).mapValues(\.count)
    return counts.first { $0.value * 20 >= cities.count * 19 && !$0.key.isEmpty }?.key
  }

  /// Countries with more than one zone in the IANA time zone database (zone1970.tab, 2024; public domain).
  static let dividedCountries: Set = [
    "AQ", "AR", "AU", "BR", "CA", "CD", "CL", "CN", "CY", "EC", "ES", "FM", "GL", "ID", "KI", "KZ", "MH", "MN", "MX",
    "MY", "NZ", "PF", "PG", "PS", "PT", "RU", "TF", "UA", "UM", "US", "UZ",
  ]

  /// Subdivisions that a line between zones divides, by the comments in the same table and the known exceptions of
  /// single places (Broken Hill, Eucla, Creston, Wendover, Malheur, the Navajo Nation …).
  static let dividedSubdivisions: Set = [
    "US-AK", "US-AZ", "US-FL", "US-ID", "US-IN", "US-KS", "US-KY", "US-MI", "US-ND", "US-NE", "US-NV", "US-OR", "US-SD",
    "US-TN", "US-TX", "CA-BC", "CA-NL", "CA-NS", "CA-NT", "CA-NU", "CA-ON", "CA-QC", "CA-SK", "CA-YT", "AU-NSW",
    "AU-QLD",
    "AU-SA", "AU-TAS", "AU-WA", "BR-AM", "BR-PA", "BR-PE", "CL-VS", "MX-CHH", "MX-COA", "MX-NAY", "MX-NLE", "MX-TAM",
    "RU-SA", "RU-SAK", "GL-SM", "GL-AV", "UA-43",
  ]
}
