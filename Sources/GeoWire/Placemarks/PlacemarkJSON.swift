import GeoModel

/// Writes placemarks as JSON bytes, without Foundation. The fields are those of the protocol's documentation.
public enum PlacemarkJSON {
  /// Appends a placemark as one JSON object without line breaks; absent values are left out.
  ///
  /// Takes about 1 us for an address. Coordinates have at most seven decimals, distances one.
  public static func append(_ placemark: Placemark, to bytes: inout [UInt8]) {
    JSONWriter.append(to: &bytes) { $0.placemark(placemark) }
  }

  /// Appends a placemark as a GeoJSON feature (longitude first, as GeoJSON requires); absent values are left out.
  ///
  /// The geometry is the placemark's overlay, or else the point of the matched object. The properties are flat, as map
  /// programs prefer: the address's fields stand beside the others, and `source` is text such as `way/123`.
  public static func appendFeature(_ placemark: Placemark, to bytes: inout [UInt8]) {
    JSONWriter.append(to: &bytes) { $0.feature(placemark) }
  }
}

extension JSONWriter {
  /// Writes a placemark. `address` is always present, even if it is empty, so that clients need not check for it.
  package mutating func placemark(_ placemark: Placemark) {
    beginObject()
    key("coordinate")
    coordinate(placemark.coordinate)
    member("title", placemark.title)
    member("subtitle", placemark.subtitle)
    member("name", placemark.name)
    member("address") { $0.addressMembers(placemark) }
    member("formattedAddress", placemark.formattedAddress)
    matchMembers(placemark)
    if let source = placemark.source { member("source", source, inTable: placemark.sourceTable) }
    qualityMembers(placemark)
    extraMembers(placemark)
    endObject()
  }

  /// Writes the first placemark of a non-empty list. Passing it as an argument would copy it, with about twenty
  /// reference counts.
  package mutating func firstPlacemark(of placemarks: [Placemark]) {
    placemarks.withUnsafeBufferPointer { places in
      precondition(!places.isEmpty, "there is no placemark")
      if let first = places.baseAddress { placemark(inPlace: &UnsafeMutablePointer(mutating: first).pointee) }
    }
  }

  /// Borrows the placemark as inout to avoid a copy, and does not change it. Inlining would bring the copy back.
  @inline(never) private mutating func placemark(inPlace placemark: inout Placemark) { self.placemark(placemark) }

  /// Writes `{"latitude":…,"longitude":…}`.
  package mutating func coordinate(_ coordinate: Coordinate) {
    beginObject()
    key("latitude")
    degrees(coordinate.latitude)
    key("longitude")
    degrees(coordinate.longitude)
    endObject()
  }

  mutating func member(_ name: StaticString, meters value: Double) {
    key(name)
    meters(value)
  }

  /// Writes a key and an OpenStreetMap object: `{"type":"way","id":1}`, or a row of a table:
  /// `{"type":"table","name":"san_francisco","id":12}`.
  package mutating func member(_ name: StaticString, _ source: SourceReference, inTable table: String? = nil) {
    member(name) { json in
      json.member("type", source.type.rawValue)
      json.member("name", table)
      json.member("id", source.id)
    }
  }

  /// Writes the fields of the address into the open object, in the order of `PlacemarkField.address`.
  mutating func addressMembers(_ placemark: Placemark) {
    for field in PlacemarkField.address { member(field, of: placemark) }
  }

  /// Writes a field as a member of an object; nothing if the placemark does not have it.
  private mutating func member(_ field: PlacemarkField, of placemark: Placemark) {
    switch field.value(of: placemark) {
    case .none: break
    case .text(let text): member(field.key, text)
    case let value:
      key(field.key)
      self.value(value)
    }
  }

  /// Writes the values of some fields in their order, as an array; null for a missing value, and an empty list for a
  /// missing list.
  package mutating func row(_ fields: [PlacemarkField], of placemark: Placemark) {
    beginArray()
    for field in fields {
      switch field.value(of: placemark) {
      case .none: if case .list = field.setter { strings([]) } else { null() }
      case let value: self.value(value)
      }
    }
    endArray()
  }

  private mutating func value(_ value: PlacemarkField.Value) {
    switch value {
    case .none: null()
    case .text(let text): string(text)
    case .list(let texts): strings(texts)
    case .number(let number, decimals: 1): meters(number)
    case .number(let number, decimals: _): degrees(number)
    }
  }

  mutating func matchMembers(_ placemark: Placemark) {
    member("match", placemark.match.rawValue)
    member("distanceMeters", meters: placemark.distanceMeters)
  }

  mutating func qualityMembers(_ placemark: Placemark) {
    member("wikidata", placemark.wikidata)
    if placemark.hasExtras { extraFields(placemark) }
    member("coarseFields", placemark.coarseFields)
    if let distance = placemark.coarseBorderDistanceMeters { member("coarseBorderDistanceMeters", meters: distance) }
    member("transliteratedFields", placemark.transliteratedFields)
  }

  /// Writes the settlement that the point is near, the local names, and the codes.
  private mutating func extraFields(_ placemark: Placemark) {
    if let nearby = placemark.nearby {
      member("nearby") { json in
        json.member("name", nearby.name)
        json.member("distanceMeters", meters: nearby.distanceMeters)
        json.member("bearingDegrees", meters: nearby.bearingDegrees)
        json.member("text", nearby.text)
        if let source = nearby.source { json.member("source", source) }
      }
    }
    if let names = placemark.names {
      member("names") { json in
        for field in PlacemarkField.named { if let name = names[field] { json.member(field.key, name) } }
      }
    }
    for field in PlacemarkField.codes { member(field, of: placemark) }
  }

  /// Writes the members that only some queries request.
  private mutating func extraMembers(_ placemark: Placemark) {
    if let areas = placemark.areas { self.areas(areas) }
    if let layers = placemark.layers { self.layers(layers) }
    if let road = placemark.road { self.road(road) }
    if let trace = placemark.trace { self.trace(trace) }
    if let overlay = placemark.overlay {
      key("overlay")
      geometry(overlay)
    }
  }
}

extension JSONWriter {
  /// Writes `areas`: every area that contains the point, coarse to fine.
  mutating func areas(_ areas: [ContainingArea]) {
    member("areas", array: areas) { json, area in
      json.object { json in
        if let level = area.level { json.member("level", level) }
        json.member("kind", area.kind.rawValue)
        json.member("name", area.name)
        if let source = area.source { json.member("source", source) }
        guard let codes = area.codes else { return }
        json.member("codes") { json in
          for (word, code) in codes.sorted(by: { $0.key < $1.key }) {
            json.dynamicKey(word)
            json.string(code)
          }
        }
      }
    }
  }

  /// Writes `layers`: the custom areas that contain the point, by the names of their layers, which need no escapes.
  mutating func layers(_ layers: [LayerAreas]) {
    member("layers") { json in
      for layer in layers {
        json.dynamicKey(layer.layer)
        json.beginArray()
        for area in layer.areas { json.object { $0.layerAreaMembers(area) } }
        json.endArray()
      }
    }
  }

  /// Writes the name, id and properties of a layer's area into the open object.
  package mutating func layerAreaMembers(_ area: LayerArea) {
    member("name", area.name)
    member("id", area.id)
    guard !area.properties.isEmpty else { return }
    member("properties") { json in
      for (name, value) in area.properties.sorted(by: { $0.key < $1.key }) {
        json.dynamicKey(name)
        switch value {
        case .text(let text): json.string(text)
        case .number(let number): json.number(number)
        case .flag(let flag): json.bool(flag)
        }
      }
    }
  }

  /// Writes `trace`: the object and rule that gave each field its value.
  mutating func trace(_ entries: [TraceEntry]) {
    member("trace", array: entries) { json, entry in
      json.object { json in
        json.member("field", entry.field)
        json.member("value", entry.value)
        json.member("rule", entry.rule)
        if let source = entry.source { json.member("source", source) }
        if let distance = entry.distanceMeters { json.member("distanceMeters", meters: distance) }
        json.member("runnerUp", entry.runnerUp)
      }
    }
  }
}
