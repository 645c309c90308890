import GeoModel

// Two sources may draw the same border some hundred meters apart. In the slivers between their lines they contradict
// each other. Areas of the better source are kept, and those of the other one are made to follow:
// 1. The lines of both divide the map into faces. The home of a kept area is the area that contains most of it: for
//    Europe/Zurich, Switzerland.
// 2. Adjacent faces in the same kept area with the same home are a piece. A piece with another home than its kept area
//    is a sliver if it is narrow and continues, with that home, across the kept border. A narrow gap is a sliver, too.
//    Enclaves thus stay, and so does land on which the sources differ on purpose (Akrotiri, the north of Cyprus).
// 3. Each face of a sliver joins the areas, such as country and state, of the adjacent face with the longest common
//    border. Faces that only touch other faces of the sliver come last.
// 4. Borders are redrawn between faces that differ. Where there was a sliver, they are the kept borders.

/// Makes areas follow the borders of others.
struct OnePartition {
  /// A rule for which areas follow which.
  struct Rule {
    /// Whether an area follows the kept borders.
    var follows: (Boundary) -> Bool
    /// The home that an area represents; nil if none, as for a state in its country.
    ///
    /// Where several such areas overlap, the smallest counts.
    var home: (Boundary) -> String?
    /// Whether an area's borders are kept. Such areas may overlap and leave gaps, in which nothing changes.
    var isKept: (Boundary) -> Bool
  }

  /// The maximum width of a sliver, in meters.
  static let sliverMeters = 4_000.0

  /// Makes areas one partition, by applying rules in order.
  static func of(_ areas: [Boundary], _ rules: [Rule]) -> [Boundary] {
    let noded = NodedEdges(areas)
    let faces = Faces(noded)
    let sizes = areas.map { FixedBox(around: $0.lines.joined()).size }
    var areasOfFace = faces.areas
    for rule in rules {
      var finder = SliverFinder(noded, faces, areasOfFace, RoleOfArea(areas, sizes: sizes, rule))
      finder.assign()
      areasOfFace = finder.areasOfFace
    }
    var lines = [[[GridPoint]]](repeating: [], count: areas.count)
    for (index, edge) in noded.edges.enumerated() {
      let (left, right) = (faces.faceOfSide[index * 2], faces.faceOfSide[index * 2 + 1])
      let bounded = NodedEdges.symmetricDifference(areasOfFace[Int(left)], areasOfFace[Int(right)])
      for area in bounded { lines[Int(area)].append([edge.low, edge.high]) }
    }
    let corners = CutCorners(noded.added, lines)
    return zip(areas, lines).map { Boundary(tags: $0.tags, lines: corners.straightened($1)) }
  }
}

/// The role of each area in a rule.
private struct RoleOfArea {
  let follows: [Bool]
  let isKept: [Bool]
  let homes: [String?]
  /// The size of each area. The smallest one that represents a home counts.
  let sizes: [Double]

  init(_ areas: [Boundary], sizes: [Double], _ rule: OnePartition.Rule) {
    follows = areas.map(rule.follows)
    isKept = areas.map(rule.isKept)
    homes = areas.map(rule.home)
    self.sizes = sizes
  }

  /// The home of a face in some areas.
  func home(of areas: [Int32]) -> String? {
    areas.filter { homes[Int($0)] != nil }.min { sizes[Int($0)] < sizes[Int($1)] }.flatMap { homes[Int($0)] }
  }
}

/// Finds slivers among faces, and assigns them.
private struct SliverFinder {
  /// Two faces and the length of the border between them.
  private struct Border {
    var left: Int32, right: Int32, meters: Double
  }

  /// The areas that contain each face, ascending.
  private(set) var areasOfFace: [[Int32]]

  private let faces: Faces
  private let roles: RoleOfArea
  /// The number of the set of kept areas that contain each face; 0 if there are none.
  private var realms: [Int32] = []
  /// The home of each face; nil if it has none.
  private var homes: [String?]
  private var borders: [Border] = []

  init(_ noded: NodedEdges, _ faces: Faces, _ areasOfFace: [[Int32]], _ roles: RoleOfArea) {
    self.faces = faces
    self.areasOfFace = areasOfFace
    self.roles = roles
    homes = areasOfFace.map { roles.home(of: $0) }
    var numbers: [[Int32]: Int32] = [[]: 0]
    for areas in areasOfFace {
      let kept = areas.filter { roles.isKept[Int($0)] }
      let number = numbers[kept] ?? Int32(numbers.count)
      numbers[kept] = number
      realms.append(number)
    }
    for (index, edge) in noded.edges.enumerated() {
      let (left, right) = (faces.faceOfSide[index * 2], faces.faceOfSide[index * 2 + 1])
      if left != right { borders.append(Border(left: left, right: right, meters: Meters.length(edge))) }
    }
  }

  /// Assigns all slivers to adjacent faces.
  mutating func assign() {
    var waiting = slivers()
    while true {
      // The faces adjacent to each waiting face, with the length of their common border.
      var beside: [Int32: [Int32: Double]] = [:]
      for border in borders where realms[Int(border.left)] == realms[Int(border.right)] {
        for (face, other) in [(border.left, border.right), (border.right, border.left)]
        where waiting.contains(face) && !waiting.contains(other) && homes[Int(other)] != nil {
          beside[face, default: [:]][other, default: 0] += border.meters
        }
      }
      guard !beside.isEmpty else { return }
      let found = beside.mapValues { $0.max { ($0.value, -$0.key) < ($1.value, -$1.key) }!.key }
      for (face, other) in found { follow(face, other) }
      waiting.subtract(found.keys)
    }
  }

  /// Replaces the following areas of a face with those of another, and keeps its other areas.
  private mutating func follow(_ face: Int32, _ other: Int32) {
    let own = areasOfFace[Int(face)].filter { !roles.follows[Int($0)] }
    let new = areasOfFace[Int(other)].filter { roles.follows[Int($0)] }
    areasOfFace[Int(face)] = (own + new).sorted()
    homes[Int(face)] = homes[Int(other)]
  }

  /// The faces of all slivers.
  private func slivers() -> Set<Int32> {
    let natives = self.natives()
    var union = DisjointSets(count: realms.count)
    for border in borders where isSamePiece(border) { union.join(border.left, border.right) }
    let piece = realms.indices.map { union.root(Int32($0)) }
    var squareMeters = [Double](repeating: 0, count: realms.count)
    var meters = squareMeters
    var goesOn = [Bool](repeating: false, count: realms.count)
    for (face, root) in piece.enumerated() { squareMeters[Int(root)] += faces.squareMeters[face] }
    for border in borders where piece[Int(border.left)] != piece[Int(border.right)] {
      for (face, other) in [(border.left, border.right), (border.right, border.left)] {
        let root = Int(piece[Int(face)])
        meters[root] += border.meters
        let realm = realms[Int(other)]
        guard realm != 0, realm != realms[Int(face)] else { continue }
        let home = homes[Int(face)]
        if home == nil || home == homes[Int(other)] && home == natives[realm] { goesOn[root] = true }
      }
    }
    return Set(
      realms.indices.lazy.filter { face in
        let root = Int(piece[face])
        guard realms[face] != 0, goesOn[root], let native = natives[realms[face]], homes[face] != native else {
          return false
        }
        return 2 * squareMeters[root] < OnePartition.sliverMeters * meters[root]
      }.map(Int32.init))
  }

  private func isSamePiece(_ border: Border) -> Bool {
    realms[Int(border.left)] == realms[Int(border.right)] && homes[Int(border.left)] == homes[Int(border.right)]
  }

  /// The home of most of each realm.
  private func natives() -> [Int32: String] {
    var shares: [Int32: [String: Double]] = [:]
    for face in realms.indices {
      guard let home = homes[face] else { continue }
      shares[realms[face], default: [:]][home, default: 0] += faces.squareMeters[face]
    }
    return shares.compactMapValues { $0.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key }
  }
}

/// Corners that remain only because another line once crossed there.
private struct CutCorners {
  /// The corners that lines may omit.
  private let needless: Set<GridPoint>

  /// - Parameters:
  ///   - added: corners that no area had before.
  ///   - lines: the edges of each area.
  init(_ added: Set<GridPoint>, _ lines: [[[GridPoint]]]) {
    var around: [GridPoint: Set<GridPoint>] = [:]
    for line in lines.joined() {
      for (point, other) in [(line[0], line[1]), (line[1], line[0])] where added.contains(point) {
        around[point, default: []].insert(other)
      }
    }
    needless = Set(around.lazy.filter { $0.value.count == 2 }.map(\.key))
  }

  /// Joins edges into lines straight through needless corners.
  func straightened(_ edges: [[GridPoint]]) -> [[GridPoint]] {
    var others: [GridPoint: [GridPoint]] = [:]
    for edge in edges {
      for (point, other) in [(edge[0], edge[1]), (edge[1], edge[0])] where needless.contains(point) {
        others[point, default: []].append(other)
      }
    }
    return edges.flatMap { edge -> [[GridPoint]] in
      // Each straight line is written once, from its smaller end.
      [(edge[0], edge[1]), (edge[1], edge[0])].compactMap { start, second in
        guard !needless.contains(start) else { return nil }
        var (previous, point) = (start, second)
        while needless.contains(point), let next = others[point]?.first(where: { $0 != previous }) {
          (previous, point) = (point, next)
        }
        return start < point ? [start, point] : nil
      }
    }
  }
}
