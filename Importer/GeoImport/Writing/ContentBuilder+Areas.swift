import GeoModel
import GeoStore

extension ContentBuilder {
  /// Adds the areas, houses and places of interest among assembled relations.
  mutating func addRelations(_ areas: AssembledAreas, _ batches: [RelationBatch]) {
    var objects = ObjectCursor(ObjectTagPool())
    var known: Int32 = -1
    for area in areas {
      let batch = batches[Int(area.relation.batch)]
      let index = Int(area.relation.index)
      faults.add(area.faults)
      addRelation(area, batch.tags[index], id: batch.ids[index], batch.members(index))
      if area.relation.batch != known { objects = ObjectCursor(batch.objects) }
      known = area.relation.batch
      addObjects(of: area, &objects, id: batch.ids[index])
    }
  }

  /// Adds all that one relation is.
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

  /// Boundaries say where a point is: a wrong one is worse than none.
  private func isBoundary(_ tags: Tags) -> Bool { tags.mask.intersects(TagMask(.boundary, .placeType, .timeZone)) }

  /// A pedestrian area mapped as a multipolygon: each outer ring is a square.
  private mutating func addSquare(_ tags: Tags, _ source: SourceReference, _ polygons: [[[FixedPoint]]]) {
    guard !isWorldLayer, var street = StreetClassifier.street(tags, isClosed: true) else { return }
    street.isArea = true
    for polygon in polygons { addStreet(street, source, polygon[0]) }
  }

  /// Adds an area, if the tags are those of one.
  mutating func addArea(
    _ tags: Tags, _ type: SourceReference.ObjectType, _ id: Int64, polygons: [[[FixedPoint]]],
    label: SourceReference? = nil
  ) {
    guard let area = AreaClassifier.area(tags, &faults), !polygons.isEmpty else { return }
    content.areas.append(
      AreaRecord(
        source: source(type, id), kind: area.kind, level: area.level, name: content.names.intern(area.name),
        placeKind: area.placeKind, countryCode: intern(area.countryCode ?? coarseCountry(tags, area)),
        subdivisionCode: intern(area.subdivisionCode), population: area.population,
        labelPlace: isWorldLayer ? nil : label,
        timeZone: intern(area.timeZone), isCoarse: isWorldLayer,
        rings: content.addPolygons(Antimeridian.parts(of: polygons))))
  }

  /// The country that a subdivision of the coarse layer lies in: as tagged, else by its ISO 3166-2 code.
  private func coarseCountry(_ tags: Tags, _ area: AreaClassifier.Area) -> String? {
    guard isWorldLayer else { return nil }
    return tags[.countryCode] ?? area.subdivisionCode.map { String($0.prefix(2)) }
  }
}
