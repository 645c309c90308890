import GeoModel
import GeoStore

@testable import GeoImport

/// The records of an import as texts that do not depend on the order in which things were read.
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

  /// What is in one of two imports alone, a few rows of each kind.
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
    case let line as PointRange: return "\(content.vertices(line).map { "\($0.x),\($0.y)" })"
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

  /// A ring from its smallest vertex on, in the direction of the smaller neighbor: where it begins is up to the order of its ways.
  private func ring(_ range: PointRange) -> String {
    let texts = content.vertices(range).dropLast().map { "\($0.x),\($0.y)" }
    guard let first = texts.indices.min(by: { texts[$0] < texts[$1] }) else { return "" }
    let forward = Array(texts[first...] + texts[..<first])
    let backward = [forward[0]] + forward.dropFirst().reversed()
    return (forward.lexicographicallyPrecedes(backward) ? forward : backward).joined(separator: ";")
  }
}
