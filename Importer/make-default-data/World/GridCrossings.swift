/// Where the coast crosses the lines of the grid of ``CoastalCells``.
struct GridCrossings {
  private var onColumns: [Int32: [Int32]] = [:]
  private var onRows: [Int32: [Int32]] = [:]

  /// Adds points that lie on a line each.
  mutating func add(_ points: some Sequence<GridPoint>) {
    for point in points {
      if GridCutter.line(GridCutter.index(point.x)) == point.x {
        onColumns[point.x, default: []].append(point.y)
      } else {
        onRows[point.y, default: []].append(point.x)
      }
    }
  }

  /// To be called once all points are there.
  mutating func sort() {
    for key in onColumns.keys { onColumns[key]!.sort() }
    for key in onRows.keys { onRows[key]!.sort() }
  }

  /// The stretches without land of the line at a longitude, between two latitudes.
  func gaps(alongX x: Int32, from: Int32, to: Int32) -> [(Int32, Int32)] { Self.gaps(onColumns[x] ?? [], from, to) }

  /// The stretches without land of the line at a latitude, between two longitudes.
  func gaps(alongY y: Int32, from: Int32, to: Int32) -> [(Int32, Int32)] { Self.gaps(onRows[y] ?? [], from, to) }

  /// Land and gap alternate at each crossing; before the first one there is no land.
  private static func gaps(_ crossings: [Int32], _ from: Int32, _ to: Int32) -> [(Int32, Int32)] {
    var isLand = crossings.partitioningIndex { $0 > from } % 2 == 1
    var result: [(Int32, Int32)] = []
    var start = from
    for crossing in crossings where crossing > from && crossing < to {
      if !isLand && start < crossing { result.append((start, crossing)) }
      start = crossing
      isLand.toggle()
    }
    if !isLand { result.append((start, to)) }
    return result
  }
}

extension Array {
  /// The index of the first element of the sorted array that fulfills a condition which all later ones fulfill as well.
  fileprivate func partitioningIndex(_ condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
