import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport

@testable import GeoImport

/// The records of an import as texts that do not depend on the order of reading.
struct ContentRows {
  private let content: StoreContent

  /// The records by kind, each kind sorted.
  static func of(_ content: StoreContent) -> [String: [String]] {
    let rows = ContentRows(content: content)
    return [
      "streets": content.streets.map(rows.text), "addresses": content.addresses.map(rows.text),
      "interpolations": content.interpolations.map(rows.text), "areas": content.areas.map(rows.text),
      "places": content.places.map(rows.text), "features": content.features.map(rows.text),
      "objects": content.objects.map(rows.text), "entrances": content.entrances.map(rows.text),
    ].mapValues { $0.sorted() }
  }

  /// The rows that only one of two imports has, a few of each kind.
  static func differences(_ a: StoreContent, _ b: StoreContent) -> [String] {
    let (a, b) = (of(a), of(b))
    return a.keys.sorted().flatMap { kind in
      let (first, second) = (a[kind] ?? [], b[kind] ?? [])
      if first == second { return [String]() }
      let (left, right) = (Set(first).subtracting(second), Set(second).subtracting(first))
      return ["\(kind): \(first.count) and \(second.count)"] + left.sorted().prefix(3).map { "< \($0.prefix(600))" }
        + right.sorted().prefix(3).map { "> \($0.prefix(600))" }
    }
  }

  /// A record with the texts and shapes that it refers to.
  private func text(_ record: some Any) -> String {
    Mirror(reflecting: record).children.map { "\($0.label ?? "")=\(value($0.value))" }.joined(separator: " ")
  }

  private func value(_ value: Any) -> String {
    switch value {
    case let name as NameID:
      let name = content.names[name]
      return name.text + name.translations.map { "|\($0.language):\($0.text)" }.joined()
    case let line as PointRange: return hash(content.vertices(line))
    case let rings as RingRange:
      return "\(content.rings(rings).map { "\($0.isOuter) \(ring($0.points))" }.sorted())"
    case let tags as TagRange:
      return
        "\(content.tags(tags).map { "\($0.part) \(content.objectTexts[$0.key])=\(content.objectTexts[$0.value])" })"
    case let shape as MapObjectRecord.Shape:
      switch shape {
      case .point(let point): return "\(point)"
      case .line(let line): return self.value(line)
      case .polygons(let rings): return self.value(rings)
      }
    default:
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .optional { return mirror.children.first.map { self.value($0.value) } ?? "nil" }
      return "\(value)"
    }
  }

  /// A ring from its smallest vertex on, toward the smaller neighbor, because its start depends on the order of its
  /// ways.
  private func ring(_ range: PointRange) -> String {
    let points = Array(content.vertices(range).dropLast())
    func isLess(_ a: FixedPoint, _ b: FixedPoint) -> Bool { a.x == b.x ? a.y < b.y : a.x < b.x }
    guard let first = points.indices.min(by: { isLess(points[$0], points[$1]) }) else { return "" }
    let forward = Array(points[first...] + points[..<first])
    let backward = [forward[0]] + forward.dropFirst().reversed()
    return hash(forward.lexicographicallyPrecedes(backward, by: isLess) ? forward : backward)
  }

  /// A hash of a line, because texts of all vertices would take most of the time.
  private func hash(_ points: some Sequence<FixedPoint>) -> String {
    var (hash, count) = (UInt64(0), 0)
    for point in points {
      hash = Hashing.combined(hash, with: UInt64(bitPattern: Int64(point.x) << 32 ^ Int64(point.y)))
      count += 1
    }
    return "\(count) points #\(hash)"
  }
}
