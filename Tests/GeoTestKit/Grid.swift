import GeoModel

/// Named points drawn as letters, so that a test shows its geometry.
///
///     let grid = Grid("""
///       A . . B
///       . X . .
///       D . . C
///       """)
///     grid.line("ABCDA")
///
/// North is up. Columns are the cells between spaces; `.` is an empty cell. The southwestern cell is ``origin``, and
/// neighboring cells are ``unitMeters`` apart.
package struct Grid {
  /// The point of the southwestern cell.
  package let origin: FixedPoint
  /// The distance of neighboring cells in meters.
  package let unitMeters: Double
  private var points: [Character: FixedPoint] = [:]

  /// Creates the points of a drawing.
  package init(
    _ drawing: String, unitMeters: Double = 100, origin: FixedPoint = FixedPoint(x: 95_000_000, y: 471_000_000)
  ) {
    self.origin = origin
    self.unitMeters = unitMeters
    let projection = LocalProjection(origin: origin)
    let rows = drawing.split(separator: "\n").map { $0.split(separator: " ") }
    for (row, cells) in rows.reversed().enumerated() {
      for (column, cell) in cells.enumerated() where cell != "." {
        let place = LocalPoint(x: Double(column) * unitMeters, y: Double(row) * unitMeters)
        for letter in cell { points[letter] = projection.unproject(place) }
      }
    }
  }

  /// The point of a letter of the drawing.
  package subscript(_ letter: Character) -> FixedPoint {
    guard let point = points[letter] else { preconditionFailure("the drawing has no letter \(letter)") }
    return point
  }

  /// The points of several letters, in their order.
  package func line(_ letters: String) -> [FixedPoint] { letters.map { self[$0] } }
}
