import GeoMap
import GeoModel
import GeoStore
import GeoSupport

extension LabelPlacer {
  /// Places the names of streets along their lines, the most important and longest first.
  mutating func placeStreets(_ content: MapContent) throws(StoreError) {
    struct Named {
      var rank: Int
      var lines: [[ScreenPoint]] = []
      var length = 0.0

      mutating func add(_ rank: Int, _ more: [[ScreenPoint]]) {
        self.rank = max(self.rank, rank)
        lines += more
      }
    }
    let level = sheet.level
    var streets: [NameID: Named] = [:]
    for street in content.streets where Style.road(street.kind).nameLevel <= level && !street.isArea {
      streets[street.name, default: Named(rank: 0)].add(
        Style.road(street.kind).rank, street.lines.map { $0.map(sheet.place) })
    }
    var sorted = streets.map { (name: $0.key, street: $0.value) }
    for index in sorted.indices {
      let joined = StreetLines.joined(sorted[index].street.lines)
      sorted[index].street.lines = joined.sorted { $0.pathLength > $1.pathLength }
      sorted[index].street.length = sorted[index].street.lines.first?.pathLength ?? 0
    }
    sorted.sort { a, b in
      (a.street.rank, a.street.length, b.name) > (b.street.rank, b.street.length, a.name)
    }
    for (name, street) in sorted {
      let text = try names.text(name)
      guard !text.isEmpty, text.count <= 60 else { continue }
      let size = street.rank >= 5 ? (level >= 15 ? 11 : 10) : (level >= 16.5 ? 10.5 : 9.5)
      let style = TextStyle(
        size: size, weight: street.rank >= 7 ? 600 : 400, color: street.rank <= 2 ? Style.quietText : Style.text,
        halo: Style.halo)
      let width = Label.width(of: text, style) + 4
      for line in street.lines where line.pathLength >= width { add(text, style, width, along: line) }
    }
  }

  /// Places a name where the line is straight enough: in the middle first, then farther away on both sides. It appears
  /// at most four times, at least 350 points apart.
  mutating func add(_ text: String, _ style: TextStyle, _ width: Double, along line: [ScreenPoint]) {
    let walk = LineWalk(line)
    let room = walk.length - width
    var starts = [room / 2]
    for offset in stride(from: 24.0, through: max(0, room / 2), by: 24) {
      starts += [room / 2 - offset, room / 2 + offset]
    }
    var count = 0
    for start in starts.prefix(80) where count < 4 {
      let (from, to) = (walk.point(at: start), walk.point(at: start + width))
      guard from.distance(to: to) >= 0.97 * width else { continue }
      let stretch = walk.stretch(from: start, length: width)
      var angle = atan2(to.y - from.y, to.x - from.x)
      if angle > .pi / 2 { angle -= .pi } else if angle < -.pi / 2 { angle += .pi }
      // On a slight bend, the text runs midway between the chord and the bow.
      let bend = LabelPlacer.bend(stretch)
      guard abs(bend) <= style.size * 0.6 else { continue }
      let middle = ScreenPoint(
        x: (from.x + to.x) / 2 - (to.y - from.y) / width * bend / 2,
        y: (from.y + to.y) / 2 + (to.x - from.x) / width * bend / 2)
      var turned = style
      turned.rotation = abs(angle) < 0.01 ? 0 : angle
      let parts = LabelPlacer.squares(middle, angle, width, style.size * 1.2)
      if take(text, turned, parts, at: middle, apart: 350) { count += 1 }
    }
  }

  /// The largest distance of a section's points from the straight line between its ends, with its sign.
  private static func bend(_ stretch: [ScreenPoint]) -> Double {
    guard let from = stretch.first, let to = stretch.last else { return 0 }
    let length = max(1e-9, from.distance(to: to))
    var largest = 0.0
    for point in stretch {
      let distance = ((to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)) / length
      if abs(distance) > abs(largest) { largest = distance }
    }
    return largest
  }

  /// The room of a rotated text, as squares along it.
  private static func squares(_ middle: ScreenPoint, _ angle: Double, _ width: Double, _ side: Double) -> [ScreenRect] {
    let count = max(1, Int((width / side).rounded(.up)))
    return (0..<count).map { number in
      let along = (Double(number) + 0.5) / Double(count) * width - width / 2
      let place = ScreenPoint(x: middle.x + cos(angle) * along, y: middle.y + sin(angle) * along)
      return ScreenRect(x: place.x - side / 2, y: place.y - side / 2, width: side, height: side)
    }
  }
}

/// A line with the distances along it.
struct LineWalk {
  private let line: [ScreenPoint]
  /// The distance of each point along the line.
  private let places: [Double]

  init(_ line: [ScreenPoint]) {
    self.line = line
    var places: [Double] = []
    var length = 0.0
    for (index, point) in line.enumerated() {
      if index > 0 { length += point.distance(to: line[index - 1]) }
      places.append(length)
    }
    self.places = places
  }

  var length: Double { places.last ?? 0 }

  /// The section of the line from a distance on, with a given length.
  func stretch(from start: Double, length: Double) -> [ScreenPoint] {
    var points = [point(at: start)]
    var next = after(start)
    while next < line.count, places[next] < start + length {
      points.append(line[next])
      next += 1
    }
    points.append(point(at: start + length))
    return points
  }

  /// The index of the first point beyond a distance.
  private func after(_ place: Double) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] <= place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func point(at place: Double) -> ScreenPoint {
    let next = after(place)
    guard next < line.count else { return line[line.count - 1] }
    guard next > 0 else { return line[0] }
    let step = places[next] - places[next - 1]
    let part = step > 0 ? (place - places[next - 1]) / step : 0
    let (p, q) = (line[next - 1], line[next])
    return ScreenPoint(x: p.x + (q.x - p.x) * part, y: p.y + (q.y - p.y) * part)
  }
}

/// Joins the ways of a street, which are split at crossings and bridges.
enum StreetLines {
  static func joined(_ lines: [[ScreenPoint]]) -> [[ScreenPoint]] {
    var rest = lines.filter { $0.count > 1 }
    guard rest.count > 1 else { return rest }
    var result: [[ScreenPoint]] = []
    while var line = rest.popLast() {
      while let next = follower(of: line, in: &rest) { line += next.dropFirst() }
      line.reverse()
      while let next = follower(of: line, in: &rest) { line += next.dropFirst() }
      result.append(line)
    }
    return result
  }

  /// Removes and returns a line that continues another one without a sharp turn.
  private static func follower(of line: [ScreenPoint], in rest: inout [[ScreenPoint]]) -> [ScreenPoint]? {
    guard let end = line.last else { return nil }
    let before = line[line.count - 2]
    for (index, other) in rest.enumerated() {
      let next: [ScreenPoint]
      if other.first == end { next = other } else if other.last == end { next = other.reversed() } else { continue }
      let turn = (end.x - before.x) * (next[1].x - end.x) + (end.y - before.y) * (next[1].y - end.y)
      guard turn > 0 else { continue }
      rest.remove(at: index)
      return next
    }
    return nil
  }
}

extension [ScreenPoint] {
  /// The length of the line in points.
  var pathLength: Double { zip(self, dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } }
}
