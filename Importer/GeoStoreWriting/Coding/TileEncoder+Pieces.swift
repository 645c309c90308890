import GeoModel
import GeoStore

/// The pieces of a tile after they were written to its shapes, in the order in which the tile lists them.
struct PlacedPieces {
  fileprivate var counts = TilePieces.Counts()
  /// The boxes of outlines.
  fileprivate var boxes: [SIMD4<UInt8>] = []
  /// The streets of houses, as numbers.
  fileprivate var streets: [UInt8] = []
  /// The position of each piece among the shapes.
  fileprivate var starts: [Int] = []
  /// The smallest address id of the pieces; their address ids are stored as differences from it.
  fileprivate var firstAddress: UInt32 = 0

  /// Writes all pieces and their lines to an encoder's shapes, except for town squares, which are streets.
  init(_ content: CellContent, _ encoder: inout TileEncoder) {
    let numbered = content.pieces.enumerated().filter { $0.element.owner != .square }
    let areas = numbered.filter { $0.element.owner == .area }
    let outlines = numbered.filter { $0.element.owner != .area }
    let houses = PlacedPieces.ofEachOwner(outlines.filter { $0.element.owner == .address }, encoder.input)
    let others = PlacedPieces.ofEachOwner(outlines.filter { $0.element.owner != .address }, encoder.input)
    (counts.areas, counts.houses, counts.others) = (areas.count, houses.count, others.count)
    firstAddress = outlines.lazy.filter { $0.element.owner != .feature }.map { $0.element.position + 1 }.min() ?? 0
    let scale = TileScale(content.box)
    var known: [Int: SIMD4<UInt8>] = [:]
    for (number, piece) in houses + others {
      let box = known[number] ?? scale.bytes(of: content.box(of: piece, encoder.input.points))
      if !piece.others.isEmpty { known[number] = box }
      boxes.append(box)
    }
    streets = houses.map { encoder.streetNumber(ofAddress: $0.element.position) }
    let uses = encoder.shared.uses
    var places = [Int?](repeating: nil, count: uses.count)
    var linesOfShared: [Int: [PlacedLine]] = [:]
    for (number, piece) in areas + houses + others {
      let chains = encoder.shared.references[encoder.shared.ranges[number]]
      let isShared = piece.owner == .area || !piece.others.isEmpty || chains.contains { uses[$0] > 1 }
      if isShared {
        for chain in chains where places[chain] == nil { places[chain] = encoder.place(chain, content) }
      }
      let lines =
        linesOfShared[number]
        ?? chains.map { chain in
          PlacedLine(place: isShared ? places[chain] : nil, box: scale.bytes(of: encoder.box(ofChain: chain)))
        }
      if !piece.others.isEmpty { linesOfShared[number] = lines }
      starts.append(encoder.place(piece, lines, firstAddress, content))
      if !isShared { for chain in chains { _ = encoder.place(chain, content) } }
    }
  }

  /// The outlines, repeated for each of their owners, in the order of the owners.
  private static func ofEachOwner(
    _ outlines: [(offset: Int, element: CutPiece)], _ input: CutInput
  ) -> [(offset: Int, element: CutPiece)] {
    guard outlines.contains(where: { !$0.element.others.isEmpty }) else { return outlines }
    var all = outlines
    for (number, piece) in outlines {
      var own = piece
      for owner in input.otherOwners[piece.others] {
        own.position = owner
        all.append((number, own))
      }
    }
    return all.sorted { $0.element.order < $1.element.order }
  }
}

/// A line of a piece.
private struct PlacedLine {
  /// Its position among the shapes; nil when it follows the piece.
  var place: Int?
  /// The box of its edges.
  var box: SIMD4<UInt8>
}

extension TileEncoder {
  /// Encodes the table of the pieces.
  mutating func encode(_ pieces: PlacedPieces, isWide: Bool) {
    let counts = pieces.counts
    for count in [counts.areas, counts.houses, counts.others] { writer.varint(count) }
    writer.varint(UInt64(pieces.firstAddress))
    encode(boxes: pieces.boxes)
    for street in pieces.streets { writer.byte(street) }
    for start in pieces.starts { writer.littleEndian(Int32(truncatingIfNeeded: start), bytes: isWide ? 4 : 2) }
  }

  /// The number of an address's street in the tile; 0 for no street, ``TilePieces/otherStreet`` for a street without a
  /// number below that.
  fileprivate func streetNumber(ofAddress position: UInt32) -> UInt8 {
    let name = input.addressStreets[Int(position)]
    if name == 0 { return 0 }
    let number = streetNames.firstIndex(of: name).map { $0 + 1 } ?? Int(TilePieces.otherStreet)
    return number < Int(TilePieces.otherStreet) ? UInt8(number) : TilePieces.otherStreet
  }

  /// The box of a chain.
  fileprivate func box(ofChain chain: Int) -> FixedBox {
    let line = shared.chains[chain]
    return FixedBox(around: input.points[line.start..<line.start + line.count])
  }

  /// Writes a chain to the shapes and returns its position.
  fileprivate mutating func place(_ chain: Int, _ content: CellContent) -> Int {
    let line = shared.chains[chain]
    return place(line: line.start, count: line.count, FixedPoint(x: content.box.minX, y: content.box.minY))
  }

  /// Writes a piece to the shapes and returns its position: its owner, whether it starts inside, its toggles, and the
  /// positions of its lines.
  fileprivate mutating func place(
    _ piece: CutPiece, _ lines: [PlacedLine], _ firstAddress: UInt32, _ content: CellContent
  ) -> Int {
    let start = shapes.bytes.count
    let toggles = content.toggles[piece.toggles]
    let isShared = lines.contains { $0.place != nil }
    let flags = (piece.startsInside ? 4 : 0) | (toggles.isEmpty ? 0 : 8) | (isShared ? 16 : 0)
    shapes.varint(Int(piece.owner.rawValue) | flags | lines.count << 5)
    let id = piece.position + 1
    switch piece.owner {
    case .area, .feature, .square: shapes.varint(UInt64(id))
    case .address, .building:
      shapes.varint(UInt64(id - firstAddress))
      // The street is repeated here because the address may be in another tile.
      shapes.streetName(input.addressStreets[Int(piece.position)], among: streetNames)
    }
    if !toggles.isEmpty { shapes.varint(toggles.count) }
    // Latitudes are ascending differences from the southern edge.
    var previous = Int64(content.box.minY)
    for toggle in toggles {
      shapes.varint(UInt64(Int64(toggle) - previous))
      previous = Int64(toggle)
    }
    for line in lines {
      guard let place = line.place else { continue }
      // Areas are tested wherever the point is, so boxes exclude many of their lines.
      if piece.owner == .area { shapes.bytes(line.box) }
      shapes.varint(place)
    }
    return start
  }
}

extension CellContent {
  /// A box around everything of an outline that lies in the tile: its edges there, and its inside.
  ///
  /// The inside touches the western edge of the tile in the rows given by the toggles. If an edge of the outline
  /// reaches the tile's eastern edge, the box of the edges does, too. If none does, the inside touches the eastern edge
  /// in all rows or in none. All the rest of the inside lies between edges.
  fileprivate func box(of piece: CutPiece, _ points: MappedArray<FixedPoint>) -> FixedBox {
    let edges = FixedBox(around: chains[piece.chains].map(\.box))
    var whole = edges
    for rows in insideRows(of: piece) {
      whole.formUnion(FixedBox(minX: box.minX, minY: rows.lowerBound, maxX: box.minX, maxY: rows.upperBound))
    }
    if edges.isEmpty || edges.maxX < box.maxX, contains(FixedPoint(x: box.maxX, y: box.minY), piece, points) {
      whole.formUnion(FixedBox(minX: box.maxX, minY: box.minY, maxX: box.maxX, maxY: box.maxY))
    }
    return whole
  }

  /// The rows in which an odd number of edges lies west of the tile.
  private func insideRows(of piece: CutPiece) -> [ClosedRange<Int32>] {
    var rows: [ClosedRange<Int32>] = []
    var start = piece.startsInside ? box.minY : nil
    for toggle in toggles[piece.toggles] {
      if let first = start { rows.append(first...toggle - 1) }
      start = start == nil ? toggle : nil
    }
    if let start { rows.append(start...box.maxY) }
    return rows
  }
}
