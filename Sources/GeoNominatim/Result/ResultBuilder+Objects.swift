import GeoModel
import GeoStore

extension ResultBuilder {
  /// An object's own values, without its address.
  static func bare(_ object: KnownObject, _ linked: KnownObject?, _ point: FixedPoint) -> NominatimResult {
    let center = center(of: object, linked, point)
    let tag = object.object.mainTag
    return NominatimResult(
      placeID: object.object.id.rawValue, source: object.object.source, category: tag.key, type: tag.value,
      ranks: object.object.ranks, addressType: "", importance: 0, center: center,
      box: object.isNode ? NodeExtent.box(around: center, tag) : object.box, distanceMeters: 0, name: nil,
      displayName: "", parts: [], countryCode: nil, names: names(of: object, linked),
      extraTags: extraTags(of: object, linked), entrances: nil, shape: nil)
  }

  /// The point that stands for an object: on a line the nearest place, in an area a point within, of a settlement's boundary
  /// the settlement.
  private static func center(of object: KnownObject, _ linked: KnownObject?, _ point: FixedPoint) -> FixedPoint {
    if let line = object.line { return PlaneGeometry.nearest(to: point, on: line) }
    return linked?.center ?? object.center
  }

  /// The names of an object, and those of its settlement that it lacks.
  private static func names(of object: KnownObject, _ linked: KnownObject?) -> [MapTag] {
    let own = object.object.names
    guard let linked else { return own }
    return own + linked.object.names.filter { name in !own.contains { $0.key == name.key } }
  }

  /// The other tags of an object with those of its settlement, and the level of boundaries.
  private static func extraTags(of object: KnownObject, _ linked: KnownObject?) -> [MapTag] {
    var tags = object.object.extraTags
    if let linked {
      let others = [MapTag(key: "linked_place", value: linked.object.mainTag.value)] + linked.object.extraTags
      tags += others.filter { tag in !tags.contains { $0.key == tag.key } }
    }
    let isBoundary = object.object.mainTag == MapTag(key: "boundary", value: "administrative")
    guard isBoundary, object.object.adminLevel < 15, object.extra("admin_level") == nil else { return tags }
    return tags + [MapTag(key: "admin_level", value: String(object.object.adminLevel))]
  }

  /// The shape, read again where only its box was kept.
  func addShape(
    of object: KnownObject, _ result: inout NominatimResult, _ request: NominatimRequest
  ) throws(StoreError) {
    guard request.geometry != nil else { return }
    var shape = object.object.geometry
    if object.form == .area { shape = try lookup.shelf.store.object(object.object.id, withGeometry: true).geometry }
    result.shape = ShapeSimplifier.simplify(
      RingOrder.normalized(shape), toleranceDegrees: request.simplificationDegrees)
  }

  /// The doors of a building; nil when none is known.
  func entrances(of object: KnownObject) throws(StoreError) -> [MapEntrance]? {
    let entrances = try lookup.shelf.store.entrances(of: object.object)
    return entrances.isEmpty ? nil : entrances
  }
}
