import GeoMap
import GeoModel
import GeoSupport

/// A map that scans everything at each look and caches nothing, as a reference for the real map.
struct SlowMap {
  /// An annotation on it.
  struct Item {
    var coordinate: Coordinate
    var kind: Kind
    /// Its number among all annotations ever added.
    var order: Int
  }

  /// The look of a template's views.
  struct Kind: Hashable {
    var name: String
    var group: String?
    var side: Double
    var priority: Float
    var isCircle = false
  }

  var items: [AnnotationID: Item] = [:]
  var size: ScreenSize
  /// The side of the frames of each group: that of the largest kind ever registered in it.
  var sides: [String: Double] = [:]

  /// The contents of the screen: single annotations, and sets of cluster members.
  struct Seen: Equatable {
    var alone: Set<AnnotationID> = []
    var together: Set<Set<AnnotationID>> = []
  }

  /// A place in sixteenths of a map point, as the map keeps it.
  private struct Place {
    var x: Double, y: Double
    init(_ coordinate: Coordinate) {
      let point = MapPoint(coordinate).wrapped
      x = (point.x * 16).rounded(.down)
      y = min(4_294_967_295, (point.y * 16).rounded(.down))
    }
  }

  private static let turn = 4_294_967_296.0

  /// The visible contents around a center at a scale, with a margin of 64 points.
  func look(_ center: MapPoint, _ zoomScale: Double) -> Seen {
    let unit = zoomScale / 16
    func screen(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      var dx = x - center.x * 16
      dx -= (dx / SlowMap.turn).rounded() * SlowMap.turn
      return (dx * unit, (y - center.y * 16) * unit)
    }
    let (wide, high) = (size.width / 2 / zoomScale + 64 / zoomScale, size.height / 2 / zoomScale + 64 / zoomScale)
    func isInSight(_ x: Double, _ y: Double) -> Bool {
      [-1.0, 0, 1].contains { turn in
        let at = x / 16 + turn * MapSize.world.width
        return at >= center.x - wide && at < center.x + wide && y / 16 >= center.y - high && y / 16 < center.y + high
      } || wide * 2 >= MapSize.world.width && y / 16 >= center.y - high && y / 16 < center.y + high
    }
    var seen = Seen()
    var frames: [(id: AnnotationID, x: Double, y: Double, kind: Kind, order: Int)] = []
    for (id, item) in items where item.kind.group == nil {
      let place = Place(item.coordinate)
      guard isInSight(place.x, place.y) else { continue }
      let point = screen(place.x, place.y)
      frames.append((id, point.x, point.y, item.kind, item.order))
    }
    for (group, side) in sides {
      for members in clusters(of: group, side, zoomScale) {
        if members.ids.count == 1 {
          let item = items[members.ids[0]]!
          let place = Place(item.coordinate)
          guard isInSight(place.x, place.y) else { continue }
          let point = screen(place.x, place.y)
          frames.append((members.ids[0], point.x, point.y, item.kind, item.order))
        } else if isInSight((members.x).rounded(.down), members.y.rounded(.down)) {
          seen.together.insert(Set(members.ids))
          let point = screen(members.x, members.y)
          let view = Kind(name: "cluster", group: nil, side: 0, priority: 1000)
          frames.append((.cluster(0), point.x, point.y, view, .max))
        }
      }
    }
    place(frames, &seen)
    return seen
  }

  /// All clusters of a group in the whole world.
  private func clusters(of group: String, _ side: Double, _ zoomScale: Double) -> [(
    ids: [AnnotationID], x: Double, y: Double
  )] {
    let level = ((20 + log2(zoomScale)) * 4 + 1e-9).rounded(.down) / 4
    let world = MapSize.world.width * exp2(level - 20)
    let count = max(1, (world / side).rounded(.up))
    var cells: [[Int]: (ids: [AnnotationID], x: Double, y: Double)] = [:]
    for (id, item) in items where item.kind.group == group {
      let place = Place(item.coordinate)
      let key = [
        Int((place.y * count / SlowMap.turn).rounded(.down)), Int((place.x * count / SlowMap.turn).rounded(.down)),
      ]
      let old = cells[key] ?? ([], 0, 0)
      cells[key] = (old.ids + [id], old.x + place.x, old.y + place.y)
    }
    func rank(_ key: [Int]) -> UInt64 { Hashing.mix(UInt64(key[0]) << 32 | UInt64(key[1])) }
    let order = cells.sorted { a, b in
      a.value.ids.count != b.value.ids.count ? a.value.ids.count > b.value.ids.count : rank(a.key) > rank(b.key)
    }.map {
      (
        key: $0.key, ids: $0.value.ids, x: $0.value.x / Double($0.value.ids.count),
        y: $0.value.y / Double($0.value.ids.count)
      )
    }
    var roots: [(x: Double, y: Double, members: [(ids: [AnnotationID], x: Double, y: Double)])] = []
    for cell in order {
      let meets = roots.firstIndex { root in
        var dx = root.x - cell.x
        dx -= (dx / SlowMap.turn).rounded() * SlowMap.turn
        let points = world / SlowMap.turn
        return abs(dx * points) < side && abs((root.y - cell.y) * points) < side
      }
      if let meets {
        roots[meets].members.append((cell.ids, cell.x, cell.y))
      } else {
        roots.append((cell.x, cell.y, [(cell.ids, cell.x, cell.y)]))
      }
    }
    return roots.map { root in
      let all = root.members.reduce(0) { $0 + $1.ids.count }
      var (x, y) = (0.0, 0.0)
      for member in root.members {
        let near = member.x + ((root.x - member.x) / SlowMap.turn).rounded() * SlowMap.turn
        x += near * Double(member.ids.count)
        y += member.y * Double(member.ids.count)
      }
      return (root.members.flatMap(\.ids), x / Double(all), y / Double(all))
    }
  }

  /// Hides colliding views: each is compared with all that were placed before.
  private func place(
    _ frames: [(id: AnnotationID, x: Double, y: Double, kind: Kind, order: Int)], _ seen: inout Seen
  ) {
    let order = frames.sorted { a, b in
      if a.kind.priority != b.kind.priority { return a.kind.priority > b.kind.priority }
      let (first, second) = (a.x * a.x + a.y * a.y, b.x * b.x + b.y * b.y)
      return first != second ? first < second : a.order < b.order
    }
    var placed: [(x: Double, y: Double, kind: Kind)] = []
    for frame in order where frame.order != .max {
      let isHit = placed.contains { other in
        let reach = (other.kind.side + frame.kind.side) / 2
        let (dx, dy) = (abs(other.x - frame.x), abs(other.y - frame.y))
        guard other.kind.isCircle == frame.kind.isCircle else {
          let (circle, square) =
            other.kind.isCircle ? (other.kind.side, frame.kind.side) : (frame.kind.side, other.kind.side)
          let (outX, outY) = (max(0, dx - square / 2), max(0, dy - square / 2))
          return outX * outX + outY * outY < circle * circle / 4
        }
        return frame.kind.isCircle ? dx * dx + dy * dy < reach * reach : dx < reach && dy < reach
      }
      guard frame.kind.priority == 1000 || !isHit else { continue }
      placed.append((frame.x, frame.y, frame.kind))
      seen.alone.insert(frame.id)
    }
  }
}
