import GeoModel
import GeoStore
import GeoSupport

/// All rows of a store as texts that do not depend on row numbers. So stores made in different ways can be compared as
/// sets.
package struct StoreRows {
  private let reader: StoreReader
  /// The rows by table, each table sorted.
  package private(set) var tables: [String: [String]] = [:]

  /// Reads all rows of a store.
  package init(path: String) throws {
    reader = try StoreReader(path: path)
    func all(_ table: String, _ text: (UInt32) throws -> String) throws {
      let count = reader.info.counts.first { $0.table == table }?.rows ?? 0
      tables[table] = try (0..<count).map { try text(UInt32($0) + 1) }.sorted()
    }
    try all("street") { id in
      try text(reader.street(StreetID(id))) + " line \(Self.hash(try reader.line(of: StreetID(id))))"
    }
    try all("address") { try text(reader.address(AddressID($0))) }
    try all("interpolation") { try text(reader.interpolation(InterpolationID($0))) }
    try all("area") { id in
      let rings = try reader.boundary(of: AreaID(id)).flatMap { $0 }.map { Self.ring($0) }.sorted()
      return try text(reader.area(AreaID(id))) + " rings \(rings)"
    }
    try all("place") { try text(reader.place(PlaceID($0))) }
    try all("feature") { try text(reader.feature(FeatureID($0))) }
    try all("object") { try text(reader.object(MapObjectID(rawValue: Int64($0)), withGeometry: false)) }
  }

  /// The rows that only one of two stores has, a few of each table; empty when the stores are equal.
  package static func differences(_ a: String, _ b: String) throws -> [String] {
    let (a, b) = (try StoreRows(path: a).tables, try StoreRows(path: b).tables)
    return a.keys.sorted().flatMap { table in
      let (first, second) = (a[table] ?? [], b[table] ?? [])
      if first == second { return [String]() }
      let (left, right) = (Set(first).subtracting(second), Set(second).subtracting(first))
      return ["\(table): \(first.count) and \(second.count)"] + left.sorted().prefix(3).map { "< \($0.prefix(600))" }
        + right.sorted().prefix(3).map { "> \($0.prefix(600))" }
    }
  }

  private func text(_ row: Any) throws -> String {
    try Mirror(reflecting: row).children.filter { $0.label != "id" }
      .map { "\($0.label ?? "")=\(try value($0.value))" }.joined(separator: " ")
  }

  private func value(_ value: Any) throws -> String {
    switch value {
    case let name as NameID:
      return try reader.name(name) + reader.translations(name).map { "|\($0.language):\($0.text)" }.joined()
    case let place as PlaceID: return try self.value(reader.place(place).source as Any)
    case let areas as AreaIDs:
      return try
        "\(areas.map { id in try self.value(reader.area(id).source as Any) + self.value(reader.area(id).name) }.sorted())"
    case let parts as [AddressDetail]: return try "\(parts.map { try "\($0.kind)=\(self.value($0.name))" })"
    case let line as [FixedPoint]: return Self.hash(line)
    // Tags have no order, and files of other programs have a different one.
    case let tags as [MapTag]: return "\(tags.map { "\($0.key)=\($0.value)" }.sorted())"
    default:
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional else { return "\(value)" }
      return try mirror.children.first.map { try self.value($0.value) } ?? "nil"
    }
  }

  /// A ring from its smallest vertex on, toward the smaller neighbor.
  private static func ring(_ ring: [FixedPoint]) -> String {
    let points = ring.first == ring.last ? Array(ring.dropLast()) : ring
    func isLess(_ a: FixedPoint, _ b: FixedPoint) -> Bool { a.x == b.x ? a.y < b.y : a.x < b.x }
    guard let first = points.indices.min(by: { isLess(points[$0], points[$1]) }) else { return "" }
    let forward = Array(points[first...] + points[..<first])
    let backward = [forward[0]] + forward.dropFirst().reversed()
    return hash(forward.lexicographicallyPrecedes(backward, by: isLess) ? forward : backward)
  }

  private static func hash(_ points: [FixedPoint]) -> String {
    var hash: UInt64 = 0
    for point in points {
      hash = Hashing.combined(hash, with: UInt64(bitPattern: Int64(point.x) << 32 ^ Int64(point.y)))
    }
    return "\(points.count) points #\(hash)"
  }
}
