/// The keys of a file's first objects, and what they say of where the coordinate is.
extension JSONPlan {
  /// The keys of the first objects.
  struct Sample {
    /// Whether there is no object in the sample.
    var isEmpty = true
    /// Whether any object has a geometry that is an object.
    var hasGeometry = false
    /// Keys of the objects; keys of objects inside them behind a dot.
    var keys: [String] = []
    /// Keys of arrays of objects in the objects, such as the answer of a service has its records in.
    var arrayKeys: [String] = []
    /// Keys whose value is an object, and never text or an array.
    var objectKeys: Set<String> = []
    /// Keys of the objects' `properties`, which the new names must not be.
    var propertyKeys: [String] = []
  }

  /// How many objects are looked at to see what keys there are.
  private static let sampleLimit = 200

  /// How deep the user's names lead, in keys; 2 at least.
  static func levels(_ options: EnrichmentOptions) -> Int {
    let given = [options.latitudeColumn, options.longitudeColumn, options.coordinateColumn]
    return given.compactMap { $0?.text.split(separator: ".").count }.max().map { max($0, 2) } ?? 2
  }

  static func sample(_ head: InputHead, from start: Int, _ layout: JSONLayout, levels: Int) -> Sample {
    var sample = Sample()
    var seen = Seen()
    var ends: [Int] = []
    head.bytes.withUnsafeBytes { all in
      let bytes = all.part(start..<all.count)
      var splitter = JSONSplitter(layout: layout)
      splitter.split(bytes, isLast: head.isAtEnd, upTo: .max, into: &ends)
      var recordStart = 0
      for end in ends.prefix(sampleLimit) {
        let record = bytes.part(recordStart..<end)
        recordStart = end
        guard let open = record.firstIndex(of: Byte.openBrace) else { continue }
        sample.isEmpty = false
        read(JSONCursor(record, at: open), below: [], levels: levels, into: &sample, &seen)
      }
    }
    sample.objectKeys = seen.objects.subtracting(seen.values)
    return sample
  }

  /// Keys that a sample has so far.
  private struct Seen {
    var keys: Set<String> = []
    /// Those of objects, and those of text and arrays.
    var objects: Set<String> = []
    var values: Set<String> = []
    /// How many bytes there were to look at: each key of an object has the object's own before it, however long that is.
    var bytes = 0
  }

  /// The most bytes of keys, with all that leads to them, that are looked at; the first objects of real files have thousands.
  private static let keyLimit = 32 << 20
  /// Longer names are nobody's columns.
  private static let longestName = 4 << 10

  /// Adds the keys of an object and of those in it.
  private static func read(
    _ cursor: JSONCursor, below path: [String], levels: Int, into sample: inout Sample, _ seen: inout Seen
  ) {
    var cursor = cursor
    let record = cursor.bytes
    let length = path.reduce(0) { $0 + $1.utf8.count + 1 }
    _ = cursor.object { key, value in
      seen.bytes += length + key.count
      guard key.count <= longestName, seen.bytes < keyLimit else { return }
      let name = String(decoding: JSONText.unescaped(record.part(key)), as: UTF8.self)
      let isObject = record[value.lowerBound] == Byte.openBrace
      if path.isEmpty, name == "geometry", isObject { sample.hasGeometry = true }
      let whole = (path + [name]).joined(separator: ".")
      if isObject { seen.objects.insert(whole) }
      if [Byte.quote, Byte.openBracket].contains(record[value.lowerBound]) { seen.values.insert(whole) }
      if seen.keys.insert(whole).inserted {
        sample.keys.append(whole)
        if isArrayOfObjects(JSONCursor(record, at: value.lowerBound)) {
          sample.arrayKeys.append(whole)
        }
        if path == ["properties"] { sample.propertyKeys.append(name) }
      }
      guard isObject, path.count + 1 < levels else { return }
      read(JSONCursor(record, at: value.lowerBound), below: path + [name], levels: levels, into: &sample, &seen)
    }
  }

  private static func isArrayOfObjects(_ cursor: JSONCursor) -> Bool {
    var cursor = cursor
    return cursor.take(Byte.openBracket) && cursor.take(Byte.openBrace)
  }

  /// The coordinate's place, by the options or else by the keys.
  static func placement(
    _ sample: Sample, _ layout: JSONLayout, _ options: EnrichmentOptions, deeper: () -> Sample,
    note: @escaping (String) -> Void
  ) throws(EnrichmentError) -> JSONPlacement {
    let isGiven = options.latitudeColumn != nil || options.coordinateColumn != nil
    if !isGiven, sample.hasGeometry || sample.isEmpty { return .feature }
    guard !sample.keys.isEmpty else {
      let advice = "; ndjson has one object on each line: give --format json where one goes over several"
      throw EnrichmentError(.usage, "the first objects have no members" + (layout == .lines ? advice : ""))
    }
    func path(_ index: Int) -> [[UInt8]] { sample.keys[index].split(separator: ".").map { Array($0.utf8) } }
    let columns: CoordinateColumns
    do throws(EnrichmentError) { columns = try sample.columns(sample.keys, options, note) } catch {
      throw isGiven ? error : JSONPlan.advice(deeper(), layout)
    }
    switch columns {
    case .pair(let latitude, let longitude):
      let beside = AngleColumns(beside: columns, names: sample.keys)
      return .pair(
        latitude: path(latitude), longitude: path(longitude),
        beside: beside.map { JSONAngles($0, names: sample.keys, way: path) })
    case .combined(let index, let takesCodes): return .combined(path(index), takesCodes: takesCodes)
    }
  }
}

extension JSONPlan.Sample {
  /// Which of some keys hold the coordinate. A value with both numbers may be called so behind other keys: `visit.placeLocation`.
  ///
  /// - Throws: ``EnrichmentError`` that says what to give.
  func columns(
    _ keys: [String], _ options: EnrichmentOptions, _ note: @escaping (String) -> Void
  ) throws(EnrichmentError) -> CoordinateColumns {
    func find(_ names: [String]) throws(EnrichmentError) -> CoordinateColumns {
      try ColumnFinder(names: names, fieldCount: names.count, note: note).find(options)
    }
    let isGiven = options.latitudeColumn != nil || options.longitudeColumn != nil || options.coordinateColumn != nil
    // What only leads to others is no place. A value may be one: text, an array or a geometry, but no object with other things.
    let geometries = Set(keys.filter { $0.hasSuffix(JSONPlan.Sample.inGeometry) })
    let places = keys.indices.filter {
      !objectKeys.contains(keys[$0]) || geometries.contains(keys[$0] + JSONPlan.Sample.inGeometry)
    }
    guard !isGiven, !places.isEmpty else { return try find(keys) }
    let inner = places.filter { index in
      keys[index].split(separator: ".").last.map { ColumnNames.isSurelyCombined(String($0)) } ?? false
    }
    let innerOnes = Set(inner)
    let hasOthers = places.contains { !innerOnes.contains($0) && ColumnNames.meaning(of: keys[$0]) != nil }
    if inner.count == 1, !hasOthers { return .combined(inner[0], takesCodes: false) }
    switch try find(places.map { keys[$0] }) {
    case .pair(let latitude, let longitude): return .pair(latitude: places[latitude], longitude: places[longitude])
    case .combined(let index, let takesCodes): return .combined(places[index], takesCodes: takesCodes)
    }
  }

  /// What a geometry has its place in.
  private static let inGeometry = ".coordinates"
}
