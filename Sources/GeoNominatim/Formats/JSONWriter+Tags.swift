import GeoStore
import GeoWire

extension JSONWriter {
  /// Tags as an object; of a repeated key the first counts.
  mutating func tags(_ tags: [MapTag]) {
    beginObject()
    for tag in tags { dynamicMember(tag.key, tag.value) }
    endObject()
  }

  /// The list of doors, `null` when none is known.
  mutating func entrances(_ entrances: [MapEntrance]?) {
    key("entrances")
    guard let entrances else { return null() }
    beginArray()
    for entrance in entrances {
      beginObject()
      key("osm_id")
      integer(entrance.source.id)
      member("type", entrance.kind)
      key("lat")
      degreesText(entrance.point.y)
      key("lon")
      degreesText(entrance.point.x)
      if !entrance.extraTags.isEmpty {
        key("extratags")
        tags(entrance.extraTags)
      }
      endObject()
    }
    endArray()
  }
}
