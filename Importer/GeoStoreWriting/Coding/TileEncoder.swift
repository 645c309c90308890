import GeoModel
import GeoStore

/// Encodes a tile; ``TileDecoder`` decodes it. The documentation of the format describes the layout.
///
/// Ascending lists of ids are written as differences, because neighbors have neighboring ids. Streets, houses and
/// polygons, of which a query reads only a few, have fixed-size rows. The rows refer to the shapes, which follow
/// everything else.
struct TileEncoder {
  let input: CutInput
  var writer = ByteWriter()
  /// The shapes, which are written after everything else.
  var shapes = ByteWriter()
  /// The number of vertices of the longest line.
  private var longest = 0
  /// Names of the tile's streets; houses refer to them by their position.
  var streetNames: [UInt32] = []
  var shared = SharedChains()
  /// The cities around the last square, cached because small tiles share a square.
  private var nearbyCities: (square: FixedBox, cities: [UInt32]?) = (.empty, nil)

  /// Makes an encoder for tiles of this content.
  init(input: CutInput) { self.input = input }

  /// The bytes of the last tile.
  var bytes: [UInt8] { writer.bytes }

  /// Whether a square is light enough for one tile.
  ///
  /// Edges that polygons share count once, except in a square with more than four times the weight, where they are not
  /// compared.
  mutating func isLight(_ content: CellContent, _ maximumWeight: Int) -> Bool {
    let weight = content.weight
    guard weight > maximumWeight, weight <= maximumWeight * 4 else { return weight <= maximumWeight }
    return weight - content.edgeCount + shared.distinctEdges(content, input.points) <= maximumWeight
  }

  /// Encodes a tile.
  ///
  /// - Returns: the box of the streets and addresses in the tile.
  mutating func encode(_ content: CellContent) -> FixedBox {
    writer.removeAll()
    let squares = content.pieces.filter { $0.owner == .square }
    let streets = content.runs.filter { $0.line < input.streetCount } + squares.map { whole($0) }
    let interpolations = content.runs.filter { $0.line >= input.streetCount }
    let alternatives = input.alternatives.ids(for: content, input)
    let sections = TileSections.of([
      (.covering, content.covering.count), (.alternatives, alternatives.count), (.places, content.reaching.count),
      (.streets, streets.count), (.interpolations, interpolations.count), (.addresses, content.addresses.count),
      (.features, content.features.count), (.pieces, content.pieces.count - squares.count),
    ])
    let (streetBox, addressBox) = (
      box(of: streets, in: content.box), FixedBox(around: input.addresses.points[content.addresses])
    )
    let houseBox = addressBox.union(boxOfOutlines(content)).union(box(of: interpolations, in: content.box))
    TileHeader(sections, streetBox: streetBox, houseBox: houseBox).write(to: &writer, tile: content.box)
    shapes.removeAll()
    longest = 0
    let corner = FixedPoint(x: content.box.minX, y: content.box.minY)
    let lines = (streets + interpolations).map { place(line: $0.vertices.start, count: $0.vertices.count, corner) }
    streetNames = streets.map { input.lines[Int($0.line)].name }
    shared.share(content, input.points)
    let pieces = PlacedPieces(content, &self)
    let isWide = shapes.bytes.count > Int(UInt16.max) || streets.contains { firstVertex(of: $0) > Int(UInt16.max) }
    let cities = cities(around: content.cell)
    writer.varint(longest << 2 | (cities == nil ? 0 : 2) | (isWide ? 1 : 0))
    if let cities {
      var names = ByteWriter()
      names.differences(cities)
      writer.varint(names.bytes.count)
      names.bytes.withUnsafeBufferPointer { writer.append($0) }
    }
    // Empty lists are not written, as the header's bits are unset for them.
    if !content.covering.isEmpty { writer.ids(content.covering) }
    if !alternatives.isEmpty { writer.varint(alternatives.count) }
    for id in alternatives { writer.varint(UInt64(id)) }
    if !content.reaching.isEmpty { writer.ids(content.reaching.map { $0 + 1 }) }
    encode(streets: streets, lines, isWide: isWide, TileScale(content.box))
    encode(interpolations: interpolations, lines[streets.count...])
    encode(addresses: content.addresses, in: content.box)
    encode(features: content.features, in: content.box)
    if content.pieces.count > squares.count { encode(pieces, isWide: isWide) }
    writer.varint(shapes.bytes.count)
    shapes.bytes.withUnsafeBufferPointer { writer.append($0) }
    return streetBox.union(addressBox)
  }

  /// The ids of the names of the cities around a tile; nil when they are not listed.
  private mutating func cities(around cell: TileCell) -> [UInt32]? {
    let square = NearbyCities.square(around: cell)
    if square != nearbyCities.square { nearbyCities = (square, input.cities.cities(around: square)) }
    return nearbyCities.cities
  }

  /// The whole outline of a town square as a run, which goes into every tile that it touches.
  func whole(_ piece: CutPiece) -> CutRun {
    let line = input.lines[Int(piece.position)]
    return CutRun(line: piece.position, vertices: line.vertices, box: .empty)
  }

  /// Writes a line to the shapes.
  ///
  /// It has the number of vertices, whether the line is closed, and the width of the differences in bytes. A closed
  /// line's last vertex, which equals the first, is left out. The first vertex is the difference from the tile's
  /// south-western corner. All other differences have the same width, so that decoding a vertex does not depend on the
  /// length of another.
  ///
  /// - Returns: its position.
  mutating func place(line start: Int, count: Int, _ corner: FixedPoint) -> Int {
    let position = shapes.bytes.count
    let isClosed = count > 2 && input.points[start] == input.points[start + count - 1]
    let end = isClosed ? start + count - 1 : start + count
    let width = width(ofStepsIn: start..<end)
    longest = max(longest, count)
    shapes.varint((end - start) << 3 | (isClosed ? 4 : 0) | (width - 1))
    guard start < end else { return position }
    var last = corner
    shapes.point(input.points[start], after: &last)
    for index in start + 1..<end {
      shapes.littleEndian(input.points[index].x &- last.x, bytes: width)
      shapes.littleEndian(input.points[index].y &- last.y, bytes: width)
      last = input.points[index]
    }
    return position
  }

  /// The width in bytes, 1 to 4, that can hold each difference between consecutive vertices.
  ///
  /// Differences wrap around at 32 bits.
  func width(ofStepsIn range: Range<Int>) -> Int {
    var bits: Int32 = 0
    for index in range.dropFirst() {
      let (from, to) = (input.points[index - 1], input.points[index])
      for step in [to.x &- from.x, to.y &- from.y] { bits |= step ^ (step >> 31) }
    }
    return (33 - bits.leadingZeroBitCount + 7) / 8
  }
}

extension TileSections {
  /// The parts of a tile that have at least one item.
  fileprivate static func of(_ counts: [(TileSections, Int)]) -> TileSections {
    counts.reduce(into: []) { if $1.1 > 0 { $0.formUnion($1.0) } }
  }
}

// The boxes of a tile's streets and houses.
extension TileEncoder {
  /// The box of the parts of lines within a tile.
  func box(of runs: [CutRun], in tile: FixedBox) -> FixedBox {
    FixedBox(
      around: runs.lazy.map { run in
        FixedBox(around: input.points[run.vertices.start..<run.vertices.start + run.vertices.count]).clipped(to: tile)
      })
  }

  /// The box of the edges of addresses' outlines within a tile.
  func boxOfOutlines(_ content: CellContent) -> FixedBox {
    let chains = content.pieces.lazy.filter { $0.owner == .address }.flatMap { content.chains[$0.chains] }
    return FixedBox(around: chains.map { $0.box.clipped(to: content.box) })
  }
}
