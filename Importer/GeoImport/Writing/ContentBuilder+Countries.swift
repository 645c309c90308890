import GeoModel
import GeoStore

extension ContentBuilder {
  /// Gives the objects whose ranks depend on their country those of the country that contains them.
  mutating func rankByCountry() {
    guard !rankedByCountry.isEmpty else { return }
    let countries = SpecialCountries(content)
    for position in rankedByCountry {
      guard let country = countries.country(of: point(of: content.objects[position].shape), content) else { continue }
      let object = content.objects[position]
      guard let main = content.tags(object.tags).first else { continue }
      var ranker = ObjectRanker(
        tag: MapTag(key: content.objectTexts[main.key], value: content.objectTexts[main.value]),
        type: object.source.type, form: form(of: object.shape), adminLevel: object.adminLevel)
      ranker.country = country
      for tag in content.tags(object.tags) {
        switch (tag.part, content.objectTexts[tag.key]) {
        case (.address, "postcode"): ranker.postalCode = content.objectTexts[tag.value]
        case (.extra, "capital"): ranker.isCapital = content.objectTexts[tag.value] == "yes"
        default: break
        }
      }
      content.objects[position].ranks = ranker.ranks
      content.objects[position].layers = ranker.layers(ranker.ranks, isAddress: object.hasHouseNumber)
    }
    rankedByCountry = MappedArray(in: content.workspace)
  }

  private func form(of shape: MapObjectRecord.Shape) -> ObjectRanker.Form {
    switch shape {
    case .point: .node
    case .line: .line
    case .polygons: .area
    }
  }

  /// A point of a shape, inside if it has an inside.
  private func point(of shape: MapObjectRecord.Shape) -> FixedPoint {
    switch shape {
    case .point(let point): return point
    case .line(let line): return content.vertices(line).first ?? FixedPoint(x: 0, y: 0)
    case .polygons(let rings):
      let largest = content.polygons(rings).max { $0[0].count < $1[0].count } ?? []
      return InteriorPoint.of(largest.map { $0[...] }) ?? largest.first?.first ?? FixedPoint(x: 0, y: 0)
    }
  }
}

/// The boundaries of the countries in which some ranks differ from everywhere else.
struct SpecialCountries {
  private struct Country {
    var code: String
    var box: FixedBox
    var rings: RingRange
  }

  private static let codes = Set(ObjectRankTable.byCountry.keys).union(["gb", "sg"])
  private var countries: [Country] = []

  /// The countries among a content's areas; a real boundary goes before one of the coarse layer.
  init(_ content: StoreContent) {
    for isCoarse in [false, true] {
      for area in content.areas where area.kind == .administrative && area.level == 2 && area.isCoarse == isCoarse {
        guard let code = area.countryCode.map({ content.names.text($0).lowercased() }),
          SpecialCountries.codes.contains(code)
        else { continue }
        var box = FixedBox.empty
        for ring in content.rings(area.rings) { for vertex in content.vertices(ring.points) { box.formUnion(vertex) } }
        countries.append(Country(code: code, box: box, rings: area.rings))
      }
    }
  }

  /// The code of the country that contains a point, in small letters; nil when it is none of these.
  func country(of point: FixedPoint, _ content: StoreContent) -> String? {
    countries.first { country in
      guard country.box.contains(point) else { return false }
      let (x, y) = (Int64(point.x) * 2, Int64(point.y) * 2)
      let around = content.rings(country.rings).count {
        EvenOdd.contains(content.vertices($0.points), doubledX: x, doubledY: y)
      }
      return around % 2 == 1
    }?.code
  }
}
