/// Collects the keys of a file's first objects and derives the coordinate's place from them.
extension JSONPlan {
  /// The keys of the first objects.
  struct Sample {
    /// Whether there is no object in the sample.
    var isEmpty = true
    /// Whether any object has a geometry that is an object.
    var hasGeometry = false
    /// The keys of the objects. Keys of nested objects follow their parent's key and a dot.
    var keys: [String] = []
    /// The keys of arrays of objects, which hold the records in the responses of many services.
    var arrayKeys: [String] = []
    /// Keys whose value is an object, and never text or an array.
    var objectKeys: Set<String> = []
    /// The keys of the objects' `properties`, which the new names must avoid.
    var propertyKeys: [String] = []
  }

  /// How many objects are searched for keys.
  private static let sampleLimit = 200

  /// How many keys the longest path given by the user has; at least 2.
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

  /// The keys collected so far.
  private struct Seen {
    var keys: Set<String> = []
    /// The keys whose value is an object, and those whose value is text or an array.
    var objects: Set<String> = []
    var values: Set<String> = []
    /// The total length of all keys, each including the path that leads to it.
    var bytes = 0
  }

  /// The limit of that total length. The first objects of real files have thousands of bytes.
  private static let keyLimit = 32 << 20
  /// Longer names are never columns.
  private static let longestName = 4 << 10

  /// Adds the keys of an object and of the objects in it.
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

  /// The place of the coordinate, from the options or else from the keys.
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
    case .combined(let index, let codes): return .combined(path(index), codes: codes)
    }
  }
}

extension JSONPlan.Sample {
  /// Decides which of these keys hold the coordinate.
  ///
  /// A value with both numbers may also have its name at the end of a path: `visit.placeLocation`.
  ///
  /// - Throws: ``EnrichmentError`` that names the options to give.
  func columns(
    _ keys: [String], _ options: EnrichmentOptions, _ note: @escaping (String) -> Void
  ) throws(EnrichmentError) -> CoordinateColumns {
    func find(_ names: [String]) throws(EnrichmentError) -> CoordinateColumns {
      try ColumnFinder(names: names, fieldCount: names.count, note: note).find(options)
    }
    let isGiven = options.latitudeColumn != nil || options.longitudeColumn != nil || options.coordinateColumn != nil
    // A key that only leads to other keys is not a candidate: its value is an object, but not a geometry.
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
    if inner.count == 1, !hasOthers { return .combined(inner[0], codes: .refused) }
    switch try find(places.map { keys[$0] }) {
    case .pair(let latitude, let longitude): return .pair(latitude: places[latitude], longitude: places[longitude])
    case .combined(let index, let codes): return .combined(places[index], codes: codes)
    }
  }

  /// The end of the path to a geometry's position.
  private static let inGeometry = ".coordinates"
}
