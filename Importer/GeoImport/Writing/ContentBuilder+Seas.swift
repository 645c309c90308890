import GeoModel
import GeoStore
import GeoStoreWriting

extension ContentBuilder {
  /// Adds the sea where coastlines show it, as areas named after the world layer's seas. Without the world layer, the
  /// areas have no names.
  mutating func addSeas() {
    let pieces = content.seaPieces()
    guard !pieces.isEmpty else { return }
    let names = SeaNames(content, of: pieces)
    var polygons: [NameID: [[[FixedPoint]]]] = [:]
    for piece in pieces {
      polygons[names.name(of: piece) ?? content.names.intern(""), default: []] += piece.polygons
    }
    for (name, polygons) in polygons.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      content.areas.append(
        AreaRecord(
          source: nil, kind: .ocean, level: 0, name: name, placeKind: nil, countryCode: nil, subdivisionCode: nil,
          population: 0, labelPlace: nil, timeZone: nil, isCoarse: false, rings: content.addPolygons(polygons)))
    }
  }
}

/// Names pieces of the sea after the smallest sea of the world layer that contains them, else like a piece nearby.
private struct SeaNames {
  private struct Place: Hashable { var column: Int32, row: Int32 }

  private var names: [Place: NameID] = [:]
  /// The maximum distance in pieces from which a name is taken. The coarse seas end some kilometers off a coast, and
  /// before the heads of long bays.
  private static let reach: Int32 = 8

  init(_ content: StoreContent, of pieces: [SeaPiece]) {
    let box = FixedBox(around: pieces.lazy.map(\.point))
    let seas = content.areas.filter { $0.kind == .ocean && $0.isCoarse }
      .map { (box: content.box(of: $0.rings), area: $0) }.filter { $0.box.intersects(box) }
      .sorted { $0.box.size < $1.box.size }
    for piece in pieces {
      let sea = seas.first { $0.box.contains(piece.point) && content.contains($0.area.rings, piece.point) }
      names[Place(column: piece.column, row: piece.row)] = sea?.area.name
    }
  }

  /// The name of a piece; nil if no sea of the world layer is near.
  func name(of piece: SeaPiece) -> NameID? {
    for distance in 0...SeaNames.reach {
      for row in -distance...distance {
        for column in -distance...distance where max(abs(row), abs(column)) == distance {
          if let name = names[Place(column: piece.column + column, row: piece.row + row)] { return name }
        }
      }
    }
    return nil
  }
}
