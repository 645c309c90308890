import GeoModel
import GeoStoreWriting

extension ContentBuilder {
  /// Cuts all interpolations. Call once the house numbers of all nodes are known.
  mutating func cutInterpolations() {
    guard !interpolations.isEmpty else { return }
    var wanted = MappedArray<Int64>(in: content.workspace)
    for node in interpolationNodes { wanted.append(SourceReference(type: .node, id: node.id).sortKey) }
    let houses = HouseIndex(content.addresses, NodeIndex(wanted))
    for interpolation in interpolations { cut(interpolation, houses) }
    interpolations.removeAll()
    interpolationNodes.removeAll()
  }

  /// The nodes of an interpolation in order.
  private func nodes(of interpolation: PendingInterpolation) -> Slice<MappedArray<WayBatch.LocatedNode>> {
    interpolationNodes[interpolation.firstNode..<interpolation.firstNode + interpolation.nodeCount]
  }

  private mutating func cut(_ interpolation: PendingInterpolation, _ houses: HouseIndex) {
    var addresses: [Int: Int] = [:]
    var stops: [InterpolationCutter.Stop] = []
    for (position, node) in nodes(of: interpolation).enumerated() {
      guard let address = houses[SourceReference(type: .node, id: node.id)] else { continue }
      let number = content.names.text(content.addresses[address].houseNumber)
      guard !number.isEmpty else { continue }
      addresses[position] = address
      stops.append(InterpolationCutter.Stop(position: position, number: number))
    }
    switch InterpolationCutter.cut(kind: content.names.text(interpolation.kind), stops: stops) {
    case .unknownKind: faults.add(.interpolationKindUnknown)
    case .withoutEnds: faults.add(.interpolationWithoutEnds)
    case .stretches(let stretches, let uncountable):
      faults.add(.interpolationNotCountable, uncountable)
      for stretch in stretches {
        add(stretch, of: interpolation, ends: [stretch.from, stretch.to].compactMap { addresses[$0.position] })
      }
    }
  }

  /// Adds a stretch. It takes the street, postal code and city from its ends where the way lacks them.
  private mutating func add(
    _ stretch: InterpolationCutter.Stretch, of interpolation: PendingInterpolation, ends: [Int]
  ) {
    let nodes = nodes(of: interpolation)
    let points = nodes[nodes.startIndex + stretch.from.position...nodes.startIndex + stretch.to.position].map(\.point)
    let tooLong = LongSegments.parts(of: points).removed
    guard tooLong == 0 else { return faults.add(.segmentTooLong, tooLong) }
    let ends = ends.map { content.addresses[$0] }
    let known = ends.first { $0.street != nil }
    let record = InterpolationRecord(
      source: SourceReference(type: .way, id: interpolation.id), street: interpolation.street ?? known?.street,
      streetOrigin: interpolation.street == nil ? known?.streetOrigin ?? .unknown : interpolation.origin,
      first: content.names.intern(stretch.from.number), last: content.names.intern(stretch.to.number),
      step: stretch.step, postalCode: ends.lazy.compactMap(\.postalCode).first,
      city: ends.lazy.compactMap(\.city).first, line: PointRange(start: 0, count: 0))
    add(record, along: points)
  }

  /// Adds an interpolation along a line. Where that is cut at the antimeridian, both parts have the number that is
  /// nearest to the cut.
  mutating func add(_ interpolation: InterpolationRecord, along line: [FixedPoint]) {
    let parts = Antimeridian.parts(of: line)
    let lengths = parts.map { LocalProjection.meters(along: $0) }
    let meters = max(lengths.reduce(0, +), .ulpOfOne)
    var (record, done) = (interpolation, 0.0)
    for (part, length) in zip(parts.dropLast(), lengths) {
      let (first, last) = (content.names.text(interpolation.first), content.names.text(interpolation.last))
      guard let range = HouseNumberRange(from: first, to: last, step: record.step) else { return }
      done += length
      record.last = content.names.intern(range.nearest(toPart: done / meters).text)
      record.line = content.addLine(part)
      content.interpolations.append(record)
      record.first = record.last
    }
    guard let rest = parts.last else { return }
    record.last = interpolation.last
    record.line = content.addLine(rest)
    content.interpolations.append(record)
  }
}

extension LocalProjection {
  /// The length of a line, in the scale of its first vertex.
  static func meters(along line: [FixedPoint]) -> Double {
    guard let first = line.first else { return 0 }
    let points = line.map(LocalProjection(origin: first).project)
    return zip(points, points.dropFirst()).reduce(0) { meters, edge in
      let (from, to) = edge
      return meters + LocalPoint(x: to.x - from.x, y: to.y - from.y).squaredLength.squareRoot()
    }
  }
}

/// Cuts an `addr:interpolation` way into stretches between neighboring known house numbers.
enum InterpolationCutter {
  /// A position of the way with a known house number.
  struct Stop: Equatable {
    /// Position among the way's nodes.
    var position: Int
    /// The house number there.
    var number: String
  }

  /// A stretch between two stops.
  struct Stretch: Equatable {
    /// The stop where it begins.
    var from: Stop
    /// The stop where it ends.
    var to: Stop
    /// The difference between neighboring numbers, see ``HouseNumberRange``.
    var step: Int32
  }

  /// The result of cutting a way.
  enum Outcome: Equatable {
    case stretches([Stretch], uncountable: Int)
    case unknownKind
    case withoutEnds
  }

  /// Cuts a way at its known numbers.
  ///
  /// A pair of equal numbers is not a stretch. Pairs that ``HouseNumberRange`` cannot count through in the way's kind
  /// only add to the number of uncountable ones, as no number would match them.
  static func cut(kind: String, stops: [Stop]) -> Outcome {
    guard let step = HouseNumberRange.step(ofKind: kind) else { return .unknownKind }
    guard stops.count >= 2 else { return .withoutEnds }
    var stretches: [Stretch] = []
    var uncountable = 0
    for (one, other) in zip(stops, stops.dropFirst()) where one.number != other.number {
      if HouseNumberRange(from: one.number, to: other.number, step: step) == nil {
        uncountable += 1
      } else {
        stretches.append(Stretch(from: one, to: other, step: step))
      }
    }
    return .stretches(stretches, uncountable: uncountable)
  }
}
