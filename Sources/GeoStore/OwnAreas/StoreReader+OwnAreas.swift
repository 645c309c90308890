import GeoModel

extension StoreReader {
  /// The user's own areas in the store that contain a point, indexed by their layers' positions in
  /// ``StoreMetadata/areaLayers``.
  ///
  /// Of each layer, the smallest come first, at most ``LayerAreas/mostAreas``.
  ///
  /// - Parameter point: a point within the world; see `FixedPoint.withinTheWorld` of the engine.
  package func ownAreas(containing point: FixedPoint) throws(StoreError) -> [[LayerArea]] {
    var layers = info.metadata.areaLayers.map { _ in [LayerArea]() }
    // The areas are numbered layer by layer. After them come the areas of postal code tables.
    var ends: [Int] = []
    for layer in info.metadata.areaLayers { ends.append((ends.last ?? 0) &+ layer.used) }
    var (layer, numbers) = (0, ends.map { _ in [UInt32]() })
    try forEachOwnArea(containing: point) { number in
      while layer < ends.count, Int(number) >= ends[layer] { layer += 1 }
      if layer < ends.count, numbers[layer].count < LayerAreas.mostAreas { numbers[layer].append(number) }
    }
    for (layer, numbers) in numbers.enumerated() {
      for number in numbers { layers[layer].append(try ownArea(number)) }
    }
    return layers
  }

  /// Calls `body` with the numbers of all areas of `own_area` that contain a point, ascending.
  func forEachOwnArea(containing point: FixedPoint, _ body: (UInt32) -> Void) throws(StoreError) {
    guard let tables = tables.ownAreas else { return }
    let point = point.belowNorthPole
    let bits = AreaCell.bits(of: point)
    let what = "areas of one's own"
    let found = try undamaged(what) { () throws(TableTree.Damage) in
      try tables.cells.lastRow(notAfter: Int64(truncatingIfNeeded: bits | 31))
    }
    guard let row = found else { return }
    let cell = AreaCell(key: UInt64(bitPattern: row.key))
    guard cell.level <= AreaCell.finestLevel, var columns = RowCursor(row.record) else { throw damaged(what) }
    guard cell.contains(bits) else { return }
    columns.skip()
    guard let bytes = columns.bytes(), cell.forEachArea(containing: point, bytes, body) else { throw damaged(what) }
  }

  /// The label of an area of `own_area`: its name, id and properties.
  func ownArea(_ number: UInt32) throws(StoreError) -> LayerArea {
    let what = "area \(number) of one's own"
    guard let table = tables.ownAreas?.areas else { throw damaged(what) }
    let found = try undamaged(what) { () throws(TableTree.Damage) in try table.row(Int64(number)) }
    guard let row = found, var columns = RowCursor(row.record) else { throw damaged(what) }
    columns.skip(2)
    guard let name = columns.text() else { throw damaged(what) }
    var area = LayerArea(name: name, id: columns.text())
    area.storedProperties = columns.text()
    return area
  }

  /// The outlines of the areas of a layer, which a map draws; nil if there is no such layer, or if an older version
  /// has written the store, which kept no outlines.
  package func outlines(ofLayer name: String) throws(StoreError) -> AreaOutlines? {
    let layers = info.metadata.areaLayers
    guard let place = layers.firstIndex(where: { $0.name == name }), let table = tables.ownAreas?.outlines else {
      return nil
    }
    let what = "outlines of the layer \(name)"
    let first = layers[..<place].reduce(0) { $0 + $1.used }
    var rows: [[UInt8]] = []
    for number in first..<first + layers[place].used {
      let found = try undamaged(what) { () throws(TableTree.Damage) in try table.row(Int64(number)) }
      guard let row = found, var columns = RowCursor(row.record) else { throw damaged(what) }
      columns.skip()
      guard let bytes = columns.bytes() else { throw damaged(what) }
      rows.append(Array(bytes))
    }
    do throws(AreaOutlines.Damage) { return try AreaOutlines(rows: rows) } catch { throw damaged(what) }
  }
}

// The stored properties are name, value, name, value and so on with U+001F between them. A value begins with `t` for a
// text, `n` for a number, `f` for a flag.
extension LayerArea {
  /// The properties as one text; nil when there are none.
  package var storedProperties: String? {
    get {
      guard !properties.isEmpty else { return nil }
      return properties.sorted { $0.key < $1.key }.map { name, value in
        let text =
          switch value {
          case .text(let text): "t\(LayerArea.withoutSeparator(text))"
          case .number(let number): "n\(number)"
          case .flag(let flag): "f\(flag)"
          }
        return "\(LayerArea.withoutSeparator(name))\(LayerArea.separator)\(text)"
      }.joined(separator: LayerArea.separator)
    }
    set {
      properties = [:]
      let parts = (newValue ?? "").split(separator: LayerArea.separator, omittingEmptySubsequences: false)
      for index in stride(from: 0, to: parts.count - 1, by: 2) {
        let value = parts[index + 1]
        let text = String(value.dropFirst())
        properties[String(parts[index])] =
          switch value.utf8.first {
          case UInt8(ascii: "n"): .number(Double(text) ?? 0)
          case UInt8(ascii: "f"): .flag(text == "true")
          default: .text(text)
          }
      }
    }
  }

  private static let separator = "\u{1F}"

  private static func withoutSeparator(_ text: String) -> String {
    text.utf8.contains(0x1F) ? String(text.unicodeScalars.map { $0 == "\u{1F}" ? " " : Character($0) }) : text
  }
}
