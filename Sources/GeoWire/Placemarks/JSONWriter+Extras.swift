import GeoModel

extension JSONWriter {
  /// `areas`: every area that contains the point, coarse to fine.
  mutating func areas(_ areas: [ContainingArea]) {
    key("areas")
    beginArray()
    for area in areas {
      beginObject()
      if let level = area.level {
        key("level")
        integer(level)
      }
      member("kind", area.kind.rawValue)
      member("name", area.name)
      if let source = area.source { member("source", source) }
      endObject()
    }
    endArray()
  }

  /// `trace`: which object and rule gave each field its value.
  mutating func trace(_ entries: [TraceEntry]) {
    key("trace")
    beginArray()
    for entry in entries {
      beginObject()
      member("field", entry.field)
      member("value", entry.value)
      member("rule", entry.rule)
      if let source = entry.source { member("source", source) }
      if let distance = entry.distanceMeters {
        key("distanceMeters")
        meters(distance)
      }
      member("runnerUp", entry.runnerUp)
      endObject()
    }
    endArray()
  }
}
