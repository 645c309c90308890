import GeoModel

// Where in a tile streets and houses are.
extension TileEncoder {
  /// The box of the parts of lines within a tile.
  func box(of runs: [CutRun], in tile: FixedBox) -> FixedBox {
    var box = FixedBox.empty
    for run in runs {
      var line = FixedBox.empty
      for index in Int(run.start)..<Int(run.start + run.count) { line.formUnion(input.points[index]) }
      box.formUnion(line.clipped(to: tile))
    }
    return box
  }

  /// The box of points of addresses.
  func box(ofAddresses addresses: Range<Int>) -> FixedBox {
    var box = FixedBox.empty
    for position in addresses { box.formUnion(input.addresses.points[position]) }
    return box
  }

  /// The box of the edges of addresses' outlines within a tile.
  func boxOfOutlines(_ content: CellContent) -> FixedBox {
    var box = FixedBox.empty
    for piece in content.pieces where piece.owner == .address {
      for chain in piece.chains { box.formUnion(content.chains[chain].box.clipped(to: content.box)) }
    }
    return box
  }
}
