/// Computes the distance of each pixel of a small picture from the edge of the drawing.
///
/// It is the exact transform by Felzenszwalb and Huttenlocher (Distance Transforms of Sampled Functions, Theory of
/// Computing 8, 2012). It computes the lower envelope of parabolas, first by columns and then by rows. Partly covered
/// pixels show how near the edge is.
struct DistanceField {
  private let width: Int
  private let height: Int

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// Returns the distances to the edge in pixels, by rows: positive outside, negative inside.
  ///
  /// - Parameter coverage: the coverage of each pixel, 0 to 255, by rows.
  func distances(_ coverage: [UInt8]) -> [Double] {
    // Farther than any real distance.
    let far = 1e20
    var outside = coverage.map { $0 == 255 ? 0 : $0 == 0 ? far : DistanceField.square(max(0, 0.5 - Double($0) / 255)) }
    var inside = coverage.map { $0 == 0 ? 0 : $0 == 255 ? far : DistanceField.square(max(0, Double($0) / 255 - 0.5)) }
    transform(&outside)
    transform(&inside)
    return zip(outside, inside).map { $0.squareRoot() - $1.squareRoot() }
  }

  /// Turns the squared distance of each pixel to an edge inside it into that to the nearest edge anywhere.
  private func transform(_ grid: inout [Double]) {
    for column in 0..<width { transform(&grid, from: column, stride: width, count: height) }
    for row in 0..<height { transform(&grid, from: row * width, stride: 1, count: width) }
  }

  /// Transforms one column or row.
  private func transform(_ grid: inout [Double], from first: Int, stride: Int, count: Int) {
    let values = (0..<count).map { grid[first + $0 * stride] }
    // The parabolas of the envelope by the position of their vertex, and the position from which each is the lowest.
    var lowest = [0]
    var begins = [-Double.infinity]
    for place in 1..<max(1, count) {
      var crossing = 0.0
      while let last = lowest.last {
        let rise = values[place] - values[last] + Double(place * place - last * last)
        crossing = rise / Double(2 * (place - last))
        guard crossing <= begins[begins.count - 1] else { break }
        lowest.removeLast()
        begins.removeLast()
      }
      begins.append(lowest.isEmpty ? -.infinity : crossing)
      lowest.append(place)
    }
    var current = 0
    for place in 0..<count {
      while current + 1 < begins.count, begins[current + 1] < Double(place) { current += 1 }
      grid[first + place * stride] = DistanceField.square(Double(place - lowest[current])) + values[lowest[current]]
    }
  }

  private static func square(_ number: Double) -> Double { number * number }
}
