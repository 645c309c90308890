import GeoMapLayer

/// The commands of a feature's geometry. Degenerate parts (a line of one point, a ring without area) are left out.
struct VectorGeometry {
  enum Kind: UInt8 {
    case point = 1, line, area
  }

  let kind: Kind
  private(set) var commands: [UInt32] = []
  private var cursor = MapGridPoint(x: 0, y: 0)
  /// Whether a hole may follow: only after the outer ring that contains it.
  private var hasOuterRing = false

  init(_ kind: Kind) { self.kind = kind }

  /// Creates the geometry of a single point.
  static func point(_ point: MapGridPoint) -> VectorGeometry {
    var geometry = VectorGeometry(.point)
    geometry.move(to: point)
    return geometry
  }

  /// Adds a line, leaving out repeated points.
  mutating func add(line: [MapGridPoint]) {
    add(line, isClosed: false)
  }

  /// Adds a ring without repetition of its first point: an outer ring, clockwise on the map, or a hole of the last
  /// outer ring.
  mutating func add(ring: [MapGridPoint]) {
    let ring = VectorGeometry.withoutSpikes(ring)
    let area = MapRings.doubledArea(ring)
    guard area > 0 || area < 0 && hasOuterRing else { return }
    hasOuterRing = true
    add(ring, isClosed: true)
  }

  /// Removes the spikes of a ring, which go somewhere and straight back. They remain when narrow parts are simplified.
  /// They enclose nothing, and confuse programs that expect simple rings.
  private static func withoutSpikes(_ ring: [MapGridPoint]) -> [MapGridPoint] {
    guard ring.count > 2 else { return ring }
    let (last, first) = (ring[ring.count - 1], ring[0])
    var isSpiky = ring[ring.count - 2] == first || last == ring[1]
    for index in ring.indices.dropFirst(2) where !isSpiky { isSpiky = ring[index] == ring[index - 2] }
    guard isSpiky else { return ring }
    var rest: [MapGridPoint] = []
    rest.reserveCapacity(ring.count)
    for point in ring where point != rest.last {
      if rest.count > 1, rest[rest.count - 2] == point { rest.removeLast() } else { rest.append(point) }
    }
    // Removes the spikes where the ring closes, too.
    var part = rest[...]
    while part.count > 2 {
      if part.first == part.last {
        part.removeLast()
      } else if part[part.endIndex - 2] == part.first {
        part.removeLast(2)
      } else if part[part.startIndex + 1] == part.last {
        part.removeFirst()
        part.removeLast()
      } else {
        break
      }
    }
    return Array(part)
  }

  private mutating func add(_ points: [MapGridPoint], isClosed: Bool) {
    guard let first = points.first else { return }
    if commands.isEmpty { commands.reserveCapacity(2 * points.count + 3) }
    let (start, startCursor) = (commands.count, cursor)
    move(to: first)
    let head = commands.count
    commands.append(0)
    for point in points.dropFirst() where point != cursor { step(to: point) }
    // A ring must not repeat its first point at the end.
    if isClosed, cursor == first, commands.count > head + 1 {
      commands.removeLast(2)
      // ClosePath leaves the cursor at the last point written.
      cursor = lastPoint(of: points, before: first)
    }
    let count = (commands.count - head - 1) / 2
    guard count >= (isClosed ? 2 : 1) else {
      commands.removeLast(commands.count - start)
      cursor = startCursor
      return
    }
    commands[head] = UInt32(count) << 3 | 2
    if isClosed { commands.append(1 << 3 | 7) }
  }

  private func lastPoint(of points: [MapGridPoint], before first: MapGridPoint) -> MapGridPoint {
    points.last { $0 != first } ?? first
  }

  private mutating func move(to point: MapGridPoint) {
    commands.append(1 << 3 | 1)
    step(to: point)
  }

  private mutating func step(to point: MapGridPoint) {
    commands.append(VectorGeometry.folded(point.x &- cursor.x))
    commands.append(VectorGeometry.folded(point.y &- cursor.y))
    cursor = point
  }

  private static func folded(_ value: Int32) -> UInt32 { UInt32(bitPattern: value << 1 ^ value >> 31) }
}
