import GeoModel
import GeoStore
import GeoStoreWriting

extension ContentBuilder {
  /// Adds the areas, houses and places of interest among assembled relations.
  mutating func addRelations(_ areas: AssembledAreas, _ batches: [RelationBatch]) {
    var objects = ObjectCursor(ObjectTagPool())
    var map = MapDraftCursor(MappedArray())
    var known: Int32 = -1
    for area in areas {
      let batch = batches[Int(area.relation.batch)]
      let index = Int(area.relation.index)
      let tags = batch.tags[index]
      if area.relation.batch != known {
        objects = ObjectCursor(batch.objects)
        map = MapDraftCursor(batch.map)
      }
      known = area.relation.batch
      let drafts = objects.drafts(of: index)
      if drafts.isEmpty, batch.tags.isEmpty(index) {
        if !area.isComplete { faults.add(.mapAreaIncomplete) }
      } else if !ContentBuilder.isMereBuilding(tags) {
        faults.add(area.faults)
      }
      addRelation(area, tags, id: batch.ids[index], batch.members(index))
      addObjects(drafts, &objects, of: area, id: batch.ids[index])
      if let draft = map.draft(of: index) { addToMap(area: draft, tags, area.polygons) }
    }
  }

  /// Adds everything that one relation represents.
  private mutating func addRelation(
    _ area: AreaAssembly.Area, _ tags: Tags, id: Int64, _ members: some Sequence<RelationMember>
  ) {
    let source = SourceReference(type: .relation, id: id)
    let label = members.first { $0.role == .label } ?? members.first { $0.role == .adminCentre }
    if area.isComplete || !isBoundary(tags) {
      addArea(
        tags, .relation, id, polygons: area.polygons, label: label.map { SourceReference(type: .node, id: $0.id) })
    } else {
      faults.add(.boundaryIncomplete)
    }
    addSquare(tags, source, area.polygons)
    addOutlined(tags, source, polygons: area.polygons, fallback: area.anchor.map { [$0] } ?? [])
  }

  /// Whether the tags are those of a boundary, which must be complete: a wrong boundary is worse than none.
  private func isBoundary(_ tags: Tags) -> Bool { tags.mask.intersects(TagMask(.boundary, .placeType, .timeZone)) }

  /// Adds a pedestrian area mapped as a multipolygon. Each outer ring is a square.
  private mutating func addSquare(_ tags: Tags, _ source: SourceReference, _ polygons: [[[FixedPoint]]]) {
    guard !isWorldLayer, var street = StreetClassifier.street(tags, isClosed: true) else { return }
    street.isArea = true
    for polygon in polygons { addStreet(street, source, polygon[0]) }
  }

  /// Adds an area, if the tags are those of one. A municipality with a single postal code is also added as a postal
  /// area of its level.
  mutating func addArea(
    _ tags: Tags, _ type: SourceReference.ObjectType, _ id: Int64, polygons: [[[FixedPoint]]],
    label: SourceReference? = nil
  ) {
    guard let area = AreaClassifier.area(tags, &faults), !polygons.isEmpty else { return }
    let rings = content.addPolygons(Antimeridian.parts(of: polygons))
    content.areas.append(
      AreaRecord(
        source: source(type, id), kind: area.kind, level: area.level, name: content.names.intern(area.name),
        placeKind: area.placeKind, countryCode: intern(area.countryCode ?? coarseCountry(tags, area)),
        subdivisionCode: intern(area.subdivisionCode), population: area.population,
        labelPlace: isWorldLayer ? nil : label,
        timeZone: intern(area.timeZone), isCoarse: isWorldLayer, rings: rings))
    guard let code = area.postalCode else { return }
    content.areas.append(
      AreaRecord(
        source: source(type, id), kind: .postal, level: area.level, name: content.names.intern(code), placeKind: nil,
        countryCode: nil, subdivisionCode: nil, population: 0, labelPlace: nil, timeZone: nil, isCoarse: isWorldLayer,
        rings: rings))
  }

  /// The country of a subdivision in the world layer: as tagged, else from its ISO 3166-2 code.
  private func coarseCountry(_ tags: Tags, _ area: AreaClassifier.Area) -> String? {
    guard isWorldLayer else { return nil }
    return tags[.countryCode] ?? area.subdivisionCode.map { String($0.prefix(2)) }
  }
}

extension ContentBuilder {
  /// Ranks the objects whose ranks depend on the country that contains them.
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

  /// A point of a shape, inside of it for polygons.
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

/// The boundaries of the countries with special ranks.
struct SpecialCountries {
  private struct Country {
    var code: String
    var box: FixedBox
    var rings: RingRange
  }

  private static let codes = Set(ObjectRankTable.byCountry.keys).union(["gb", "sg"])
  private var countries: [Country] = []

  /// Finds the countries among a content's areas. Boundaries of extracts come before those of the coarse world layer.
  init(_ content: StoreContent) {
    for isCoarse in [false, true] {
      for area in content.areas where area.kind == .administrative && area.level == 2 && area.isCoarse == isCoarse {
        guard let code = area.countryCode.map({ content.names.text($0).lowercased() }),
          SpecialCountries.codes.contains(code)
        else { continue }
        countries.append(Country(code: code, box: content.box(of: area.rings), rings: area.rings))
      }
    }
  }

  /// The lower-case code of the country that contains a point; nil if it is none of the special ones.
  func country(of point: FixedPoint, _ content: StoreContent) -> String? {
    countries.first { $0.box.contains(point) && content.contains($0.rings, point) }?.code
  }
}
