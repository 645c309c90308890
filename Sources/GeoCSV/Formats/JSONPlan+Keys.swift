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
    var seen: Set<String> = []
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
    return sample
  }

  /// Adds the keys of an object and of those in it.
  private static func read(
    _ cursor: JSONCursor, below path: [String], levels: Int, into sample: inout Sample, _ seen: inout Set<String>
  ) {
    var cursor = cursor
    let record = cursor.bytes
    _ = cursor.object { key, value in
      let name = String(decoding: JSONText.unescaped(record.part(key)), as: UTF8.self)
      let isObject = record[value.lowerBound] == Byte.openBrace
      if path.isEmpty, name == "geometry", isObject { sample.hasGeometry = true }
      if seen.insert((path + [name]).joined(separator: ".")).inserted {
        sample.keys.append((path + [name]).joined(separator: "."))
        if isArrayOfObjects(JSONCursor(record, at: value.lowerBound)) {
          sample.arrayKeys.append(sample.keys.last ?? name)
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
    let finder = ColumnFinder(names: sample.keys, fieldCount: sample.keys.count, note: note)
    func path(_ index: Int) -> [[UInt8]] { sample.keys[index].split(separator: ".").map { Array($0.utf8) } }
    let columns: CoordinateColumns
    do throws(EnrichmentError) { columns = try finder.find(options) } catch {
      throw isGiven ? error : JSONPlan.advice(deeper(), layout)
    }
    switch columns {
    case .pair(let latitude, let longitude): return .pair(latitude: path(latitude), longitude: path(longitude))
    case .combined(let index, let takesCodes): return .combined(path(index), takesCodes: takesCodes)
    }
  }
}
