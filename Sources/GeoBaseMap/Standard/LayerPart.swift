import GeoMap
import GeoMapLayer
import GeoModel
import GeoStore

/// A square of the map layer, with the bounding box of each feature.
struct LayerSquare {
  /// The bounding box of a feature, in units of the square.
  struct Box {
    var (west, north, east, south) = (Int32.max, Int32.max, Int32.min, Int32.min)
  }

  let tile: MapTile
  /// The boxes, one per feature; inverted for a feature without points.
  let boxes: [Box]

  init(_ tile: MapTile) {
    self.tile = tile
    boxes = tile.features.map { feature in
      var box = Box()
      guard let first = feature.parts.first, let last = feature.parts.last else { return box }
      for point in tile.points[tile.parts[Int(first)].lowerBound..<tile.parts[Int(last)].upperBound] {
        box.west = min(box.west, point.x)
        box.east = max(box.east, point.x)
        box.north = min(box.north, point.y)
        box.south = max(box.south, point.y)
      }
      return box
    }
  }
}

/// The content of the map layer in a part of the map, as far as its level shows it.
struct LayerPart {
  /// A feature of a square.
  struct Piece {
    var square: Int
    var feature: Int
  }

  /// A square with its position on the screen.
  private struct Square {
    var tile: MapTile
    /// The distance of the square's northwestern corner from that of the world, in units.
    var west: Double
    var north: Double
    /// Points of the screen per unit, the same for all squares of a part.
    var scale: Double
  }

  let sheet: Sheet
  /// The visible level, a whole number.
  let level: Int
  private var squares: [Square] = []
  private var pieces: [[Piece]] = Array(repeating: [], count: 256)

  /// Collects the content of a rectangle of the world.
  ///
  /// - Parameter load: returns a square of the layer.
  init(
    _ sheet: Sheet, _ rect: MapRect, load: (MapCell) throws(StoreError) -> LayerSquare?
  ) throws(StoreError) {
    self.sheet = sheet
    // The tolerance treats a level slightly below a whole number as that number.
    level = Int((sheet.level + 0.01).rounded(.down))
    let stored = MapCell.storedLevel(for: level)
    let side = MapSize.world.width / Double(1 << stored)
    let rect = rect.intersection(.world)
    guard !rect.isNull else { return }
    let last = (1 << stored) - 1
    func number(_ value: Double) -> Int { max(0, min(last, Int((value / side).rounded(.down)))) }
    for y in number(rect.minY)...number(rect.maxY) {
      for x in number(rect.minX)...number(rect.maxX) {
        guard let square = try load(MapCell(level: stored, x: x, y: y)) else { continue }
        let extent = Double(square.tile.extent)
        squares.append(
          Square(
            tile: square.tile, west: Double(x) * extent, north: Double(y) * extent,
            scale: side / extent * sheet.zoomScale))
        sort(square.boxes, in: rect)
      }
    }
  }

  /// Records the visible features of the last square by kind.
  private mutating func sort(_ boxes: [LayerSquare.Box], in rect: MapRect) {
    let number = squares.count - 1
    let square = squares[number]
    let unit = square.scale / sheet.zoomScale
    let (minX, maxX) = (rect.minX / unit - square.west, rect.maxX / unit - square.west)
    let (minY, maxY) = (rect.minY / unit - square.north, rect.maxY / unit - square.north)
    for (position, box) in boxes.enumerated() {
      guard Double(box.east) >= minX, Double(box.west) <= maxX, Double(box.south) >= minY, Double(box.north) <= maxY
      else { continue }
      let kind = square.tile.features[position].kind
      // Skips tiny buildings: there are thousands of sheds, which would be mere dots.
      if kind == .building, Double(max(box.east - box.west, box.south - box.north)) * square.scale < 1.5 { continue }
      if kind.firstLevel <= level, level <= kind.lastLevel {
        pieces[Int(kind.rawValue)].append(Piece(square: number, feature: position))
      }
    }
  }

  /// Returns the features of a kind, in the order of squares.
  func pieces(_ kind: MapKind) -> [Piece] { pieces[Int(kind.rawValue)] }

  /// Returns the feature of a piece.
  func feature(_ piece: Piece) -> MapTile.Feature { squares[piece.square].tile.features[piece.feature] }

  /// Returns the lines, rings or point of a feature, in points of the screen. A point shared by two squares has the
  /// same position in both.
  func lines(_ piece: Piece) -> [[ScreenPoint]] {
    let square = squares[piece.square]
    return square.tile.features[piece.feature].parts.map { part in
      square.tile.points[square.tile.parts[Int(part)]].map { place($0, square) }
    }
  }

  @inline(__always) private func place(_ point: MapGridPoint, _ square: Square) -> ScreenPoint {
    ScreenPoint(
      x: (square.west + Double(point.x)) * square.scale - sheet.origin.x * sheet.zoomScale,
      y: (square.north + Double(point.y)) * square.scale - sheet.origin.y * sheet.zoomScale)
  }

  /// Returns all rings of a kind of area, to fill together so that neighboring areas have no seam.
  func rings(_ kind: MapKind) -> Path {
    var path = Path()
    for piece in pieces(kind) {
      let square = squares[piece.square]
      for part in square.tile.features[piece.feature].parts {
        path.addLines(
          square.tile.points[square.tile.parts[Int(part)]].lazy.map { place($0, square) }, closed: true)
      }
    }
    return path
  }

  /// Returns the outlines of a kind of area, without the edges along which squares cut the areas.
  func outlines(_ kind: MapKind) -> Path {
    var path = Path()
    for piece in pieces(kind) {
      let square = squares[piece.square]
      let extent = square.tile.extent
      for part in square.tile.features[piece.feature].parts {
        let ring = square.tile.points[square.tile.parts[Int(part)]]
        guard var last = ring.last else { continue }
        var isOpen = false
        for point in ring {
          let isCut =
            last.x == point.x && (point.x == 0 || point.x == extent)
            || last.y == point.y && (point.y == 0 || point.y == extent)
          if !isCut {
            if !isOpen { path.move(to: place(last, square)) }
            path.addLine(to: place(point, square))
          }
          isOpen = !isCut
          last = point
        }
      }
    }
    return path
  }
}
