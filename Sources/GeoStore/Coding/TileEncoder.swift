import GeoModel

/// Packs a tile into bytes; ``TileDecoder`` unpacks them. The layout is described in the documentation of the format.
///
/// Numbers that follow one another are written as differences: ids because the order of space gives neighbours
/// neighbouring ids, vertices because they are near each other. The first vertex is a difference to the tile's south-western corner.
struct TileEncoder {
  private let input: CutInput
  private var writer = ByteWriter()
  private var cursor = FixedPoint(x: 0, y: 0)
  /// Names of the tile's streets; houses refer to them by their position.
  private var streetNames: [UInt32] = []
  private var contentBox = FixedBox.empty
  private var shared = SharedChains()

  /// An encoder of tiles of this content.
  init(input: CutInput) { self.input = input }

  /// The bytes of the last tile.
  var bytes: [UInt8] { writer.bytes }

  /// Whether a square is light enough for one tile. Edges that polygons share count once, which is only looked at where
  /// it can decide.
  mutating func isLight(_ content: CellContent, _ maximumWeight: Int) -> Bool {
    let weight = content.weight
    guard weight > maximumWeight, weight <= maximumWeight * 4 else { return weight <= maximumWeight }
    return weight - content.edgeCount + shared.distinctEdges(content, input.points) <= maximumWeight
  }

  /// Packs a tile.
  ///
  /// - Returns: the part of the tile's box that has streets and houses.
  mutating func encode(_ content: CellContent) -> FixedBox {
    writer.removeAll()
    streetNames.removeAll(keepingCapacity: true)
    contentBox = .empty
    cursor = FixedPoint(x: content.box.minX, y: content.box.minY)
    let squares = content.pieces.filter { $0.owner == .square }
    let streets = content.runs.filter { $0.line < input.streetCount } + squares.map { whole($0) }
    let interpolations = content.runs.filter { $0.line >= input.streetCount }
    let alternatives = input.alternatives.ids(for: content, input)
    writer.byte(
      TileSections.of([
        (.covering, content.covering.count), (.alternatives, alternatives.count), (.places, content.reaching.count),
        (.streets, streets.count), (.interpolations, interpolations.count), (.addresses, content.addresses.count),
        (.features, content.features.count), (.pieces, content.pieces.count - squares.count),
      ]))
    shared.share(content, input.points)
    let lineVertices = (streets + interpolations).reduce(0) { $0 + Int($1.count) }
    writer.varint(shared.chains.reduce(lineVertices) { $0 + $1.count })
    encode(ids: content.covering)
    encode(ids: alternatives, isSorted: false)
    encode(ids: content.reaching.map { $0 + 1 })
    encode(streets: streets, in: content.box)
    encode(interpolations: interpolations)
    encode(addresses: content.addresses)
    encode(features: content.features)
    if content.pieces.count > squares.count { encode(pieces: content) }
    return contentBox
  }

  private func whole(_ piece: CutPiece) -> CutRun {
    let line = input.lines[Int(piece.position)]
    return CutRun(line: piece.position, start: line.start, count: line.count, box: .empty)
  }

  private mutating func encode(ids: [UInt32], isSorted: Bool = true) {
    if ids.isEmpty { return }
    writer.varint(ids.count)
    var previous: UInt32 = 0
    for id in ids {
      if isSorted { writer.varint(UInt64(id - previous)) } else { writer.varint(UInt64(id)) }
      previous = id
    }
  }

  private mutating func encode(_ point: FixedPoint, flag: Bool? = nil) {
    let x = ByteWriter.folded(Int64(point.x) - Int64(cursor.x))
    if let flag { writer.varint(x << 1 | (flag ? 1 : 0)) } else { writer.varint(x) }
    writer.signed(Int64(point.y) - Int64(cursor.y))
    cursor = point
  }

  /// Vertices: number, whether the line is closed (its last vertex, equal to the first, is left out), and the width in
  /// bytes of the differences; the first vertex as varints, the others with differences of that width, so that no vertex
  /// waits for the length of another when they are read.
  private mutating func encode(line start: Int, count: Int) {
    let isClosed = count > 2 && input.points[start] == input.points[start + count - 1]
    let end = isClosed ? start + count - 1 : start + count
    let width = width(ofStepsIn: start..<end)
    writer.varint((end - start) << 3 | (isClosed ? 4 : 0) | (width - 1))
    guard start < end else { return }
    encode(input.points[start])
    for index in start + 1..<end {
      writer.littleEndian(input.points[index].x &- cursor.x, bytes: width)
      writer.littleEndian(input.points[index].y &- cursor.y, bytes: width)
      cursor = input.points[index]
    }
  }

  /// Bytes that hold each difference between neighboring vertices, 1 to 4. Differences wrap around at 32 bits.
  private func width(ofStepsIn range: Range<Int>) -> Int {
    var bits: Int32 = 0
    for index in range.dropFirst() {
      let (from, to) = (input.points[index - 1], input.points[index])
      for step in [to.x &- from.x, to.y &- from.y] { bits |= step ^ (step >> 31) }
    }
    return (33 - bits.leadingZeroBitCount + 7) / 8
  }
}

// MARK: Streets, interpolations, points

extension TileEncoder {
  private mutating func encode(streets: [CutRun], in box: FixedBox) {
    if streets.isEmpty { return }
    writer.varint(streets.count)
    var previousID: Int64 = 0
    var previousName: Int64 = 0
    for run in streets {
      let line = input.lines[Int(run.line)]
      writer.signed(Int64(run.line) + 1 - previousID)
      writer.byte(
        line.kind | (line.isReference ? 32 : 0) | (line.isSquare ? 64 : 0) | (line.layer != 0 ? 128 : 0))
      if line.layer != 0 { writer.signed(Int64(line.layer)) }
      writer.signed(Int64(line.name) - previousName)
      writer.varint(Int(run.start - line.start))
      encode(line: Int(run.start), count: Int(run.count))
      previousID = Int64(run.line) + 1
      previousName = Int64(line.name)
      streetNames.append(line.name)
      note(run, in: box)
    }
  }

  /// Grows the content's box by the part of the run's box that lies in the tile.
  private mutating func note(_ run: CutRun, in box: FixedBox) {
    var runBox = FixedBox.empty
    for index in Int(run.start)..<Int(run.start + run.count) { runBox.formUnion(input.points[index]) }
    contentBox.formUnion(
      FixedBox(
        minX: max(runBox.minX, box.minX), minY: max(runBox.minY, box.minY), maxX: min(runBox.maxX, box.maxX),
        maxY: min(runBox.maxY, box.maxY)))
  }

  private mutating func encode(interpolations: [CutRun]) {
    if interpolations.isEmpty { return }
    writer.varint(interpolations.count)
    var previous: Int64 = 0
    for run in interpolations {
      let line = input.lines[Int(run.line)]
      let id = Int64(run.line) - Int64(input.streetCount) + 1
      writer.signed(id - previous)
      encode(streetName: line.name)
      writer.varint(Int(run.start - line.start))
      encode(line: Int(run.start), count: Int(run.count))
      previous = id
    }
  }

  /// 0 for none, a position in the tile's streets from 1, or one more than there are, followed by the name's id.
  private mutating func encode(streetName name: UInt32) {
    if name == 0 { return writer.varint(0) }
    if let position = streetNames.firstIndex(of: name) { return writer.varint(position + 1) }
    writer.varint(streetNames.count + 1)
    writer.varint(Int(name))
  }

  private mutating func encode(addresses: Range<Int>) {
    if addresses.isEmpty { return }
    writer.varint(addresses.count)
    writer.varint(addresses.lowerBound + 1)
    for position in addresses {
      let point = input.addresses.points[position]
      encode(streetName: input.addressStreets[position])
      encode(point, flag: input.addresses.hasOutline[position])
      contentBox.formUnion(point)
    }
  }

  private mutating func encode(features: Range<Int>) {
    if features.isEmpty { return }
    writer.varint(features.count)
    writer.varint(features.lowerBound + 1)
    for position in features {
      encode(input.features.points[position], flag: input.features.hasOutline[position])
    }
  }
}

// MARK: Polygons

extension TileEncoder {
  /// The distinct chains of all pieces, then the pieces with references to them.
  private mutating func encode(pieces content: CellContent) {
    writer.varint(shared.chains.count)
    for chain in shared.chains { encode(line: chain.start, count: chain.count) }
    let numbered = content.pieces.enumerated().filter { $0.element.owner != .square }
    writer.varint(numbered.count)
    var previous: (Int64, Int64, Int64) = (0, 0, 0)
    var unusedChain = 0
    for (number, piece) in numbered {
      let references = shared.ranges[number]
      let flags = Int(piece.owner.rawValue) | (piece.startsInside ? 4 : 0) | (piece.toggles.isEmpty ? 0 : 8)
      writer.varint(flags | references.count << 4)
      encode(ownerOf: piece, since: &previous)
      encode(toggles: content.toggles[piece.toggles], from: content.box.minY)
      for reference in shared.references[references] { encode(reference: reference, &unusedChain) }
    }
  }

  /// 0 for the first chain that was not referred to yet, else how many chains before that one.
  private mutating func encode(reference: Int, _ unusedChain: inout Int) {
    writer.varint(unusedChain - reference)
    if reference == unusedChain { unusedChain += 1 }
  }

  private mutating func encode(ownerOf piece: CutPiece, since previous: inout (Int64, Int64, Int64)) {
    let id = Int64(piece.position) + 1
    switch piece.owner {
    case .area: encode(id, since: &previous.0)
    case .address:
      encode(id, since: &previous.1)
      encode(streetName: input.addressStreets[Int(piece.position)])
    case .feature, .square: encode(id, since: &previous.2)
    }
  }

  private mutating func encode(_ id: Int64, since previous: inout Int64) {
    writer.signed(id - previous)
    previous = id
  }

  private mutating func encode(toggles: ArraySlice<Int32>, from south: Int32) {
    if toggles.isEmpty { return }
    writer.varint(toggles.count)
    var previous = Int64(south)
    for toggle in toggles {
      writer.varint(UInt64(Int64(toggle) - previous))
      previous = Int64(toggle)
    }
  }
}

extension TileSections {
  /// The first byte of a tile with so many things of each kind.
  fileprivate static func of(_ counts: [(TileSections, Int)]) -> UInt8 {
    counts.reduce(0) { $1.1 == 0 ? $0 : $0 | $1.0.rawValue }
  }
}
