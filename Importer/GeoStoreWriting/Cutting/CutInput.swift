import GeoModel
import GeoStore

/// All geometry of a store in its final order, flat, ready for several threads to cut it into tiles.
///
/// Positions in the arrays of records are ids less one.
struct CutInput: Sendable {
  /// Vertices of all lines and rings.
  var points: MappedArray<FixedPoint>
  /// Streets, then interpolations.
  var lines: MappedArray<CutLine>
  /// The number of ``lines`` that are streets. They come first.
  var streetCount = 0
  /// Houses.
  var addresses: CutPoints
  /// Objects that only lend their postal code. Their ids follow those of the houses.
  var lenders: CutPoints
  /// The street name of each house and lender; 0 for none.
  var addressStreets: MappedArray<UInt32>
  /// The postal code of each house and lender; 0 for none.
  var addressCodes: MappedArray<UInt32>
  /// Places of interest.
  var features: CutPoints
  /// Settlements.
  var places: CutPoints
  /// The reach of each settlement.
  var reaches: MappedArray<PlaceReach>
  /// The properties of areas that cutting needs to list areas.
  var areas: MappedArray<CutArea>
  /// Positions of the further addresses that own a piece, see ``CutPiece/others``.
  var otherOwners: MappedArray<UInt32>
  /// All polygons, whole, as pieces of the root square, and their rings.
  var outlines: MappedArray<CutPiece>
  var rings: MappedArray<CutChain>
  /// All streets and interpolations, whole, except for squares, which are in ``outlines``.
  var runs: MappedArray<CutRun>
  /// The cities that addresses name.
  let cities: NearbyCities
  /// The coarse areas that can stand in for overridden ones.
  var alternatives = CoarseAlternatives()

  /// Arranges content in its new order.
  init(_ content: StoreContent, _ numbering: StoreNumbering) {
    let workspace = content.workspace
    points = content.points
    lines = MappedArray(in: workspace)
    addresses = CutPoints(numbering.addresses)
    lenders = CutPoints(numbering.lenders)
    addressStreets = MappedArray(in: workspace)
    addressCodes = MappedArray(in: workspace)
    features = CutPoints(numbering.features)
    places = CutPoints(numbering.places)
    reaches = MappedArray(in: workspace)
    areas = MappedArray(in: workspace)
    otherOwners = MappedArray(in: workspace)
    outlines = MappedArray(in: workspace)
    rings = MappedArray(in: workspace)
    runs = MappedArray(in: workspace)
    cities = NearbyCities(content, numbering)
    addSettlements(content, numbering)
    addAreas(content, numbering)
    addStreets(content, numbering)
    addAddresses(content, numbering)
    addFeatures(content, numbering)
    alternatives = CoarseAlternatives(self)
  }

  /// Adds places with their reaches.
  private mutating func addSettlements(_ content: StoreContent, _ numbering: StoreNumbering) {
    for position in numbering.places.old {
      let place = content.places[Int(position)]
      places.points.append(place.point)
      reaches.append(PlaceReach(point: place.point, reachMeters: place.reachMeters))
    }
  }

  /// Adds areas. Equal codes get equal numbers, so that cutting compares no texts.
  private mutating func addAreas(_ content: StoreContent, _ numbering: StoreNumbering) {
    let overridden = OverriddenAreas(content)
    var codes: [NameID: UInt32] = [:]
    for (new, position) in numbering.areas.old.enumerated() {
      let area = content.areas[Int(position)]
      areas.append(
        CutArea(
          isAdministrative: area.kind == .administrative, isSettlement: area.kind == .place,
          isOverridden: overridden.contains(area), level: area.level,
          code: area.code.map { codes[$0, default: UInt32(codes.count) + 1] } ?? 0, isCoarse: area.isCoarse))
      if let code = area.code { codes[code] = areas[new].code }
      addOutline(.area, new, content.rings(area.rings).lazy.map { $0.points })
    }
  }

  /// Adds streets, then interpolations, to one array, as both are cut in the same way.
  private mutating func addStreets(_ content: StoreContent, _ numbering: StoreNumbering) {
    streetCount = content.streets.count
    for (new, position) in numbering.streets.old.enumerated() {
      let street = content.streets[Int(position)]
      let isSquare = street.isArea && isClosed(street.line)
      lines.append(
        CutLine(
          vertices: street.line, name: numbering.id(street.name),
          kind: street.kind.rawValue, isReference: street.isReference, isSquare: isSquare, layer: street.layer))
      if isSquare { addOutline(.square, new, CollectionOfOne(street.line)) } else { addRun(new, street.line) }
    }
    for (new, position) in numbering.interpolations.old.enumerated() {
      let stretch = content.interpolations[Int(position)]
      lines.append(
        CutLine(vertices: stretch.line, name: numbering.id(stretch.street) ?? 0))
      addRun(streetCount + new, stretch.line)
    }
  }

  /// Adds houses with their outlines, and lenders.
  private mutating func addAddresses(_ content: StoreContent, _ numbering: StoreNumbering) {
    var owners = OutlineOwners(content, numbering)
    otherOwners = owners.others
    for (new, position) in numbering.addresses.old.enumerated() {
      let address = content.addresses[Int(position)]
      addresses.points.append(address.point)
      addresses.hasOutline.append(!address.isPoint)
      addressStreets.append(numbering.id(address.street) ?? 0)
      addressCodes.append(numbering.id(address.postalCode) ?? 0)
      if let outline = address.outline, let others = owners.others(with: new) {
        let rings = content.rings(outline).lazy.map { $0.points }
        addOutline(address.isPoint ? .building : .address, new, others: others, rings)
      }
    }
    for position in numbering.lenders.old {
      let lender = content.addresses[Int(position)]
      lenders.points.append(lender.point)
      addressStreets.append(numbering.id(lender.street) ?? 0)
      addressCodes.append(numbering.id(lender.postalCode) ?? 0)
    }
  }

  /// Adds places of interest with their outlines.
  private mutating func addFeatures(_ content: StoreContent, _ numbering: StoreNumbering) {
    for (new, position) in numbering.features.old.enumerated() {
      let feature = content.features[Int(position)]
      features.points.append(feature.point)
      features.hasOutline.append(feature.outline != nil)
      if let outline = feature.outline { addOutline(.feature, new, content.rings(outline).lazy.map { $0.points }) }
    }
  }

  /// Whether a line is a ring. A square that is not closed is treated as an ordinary street.
  private func isClosed(_ line: PointRange) -> Bool {
    line.count >= 4 && points[line.start] == points[line.start + line.count - 1]
  }

  private func box(of range: PointRange) -> FixedBox {
    FixedBox(around: points[range.start..<range.start + range.count])
  }

  /// Adds a whole line as a run of the root.
  private mutating func addRun(_ line: Int, _ range: PointRange) {
    if range.count == 0 { return }
    runs.append(CutRun(line: UInt32(line), vertices: range, box: box(of: range)))
  }

  /// Adds a whole polygon as a piece of the root. Nothing lies west of the Earth, so it has no toggles.
  private mutating func addOutline(
    _ owner: CutPiece.Owner, _ position: Int, others: Range<Int> = 0..<0, _ ranges: some Sequence<PointRange>
  ) {
    let first = rings.count
    for range in ranges where range.count > 1 {
      rings.append(CutChain(vertices: range, box: box(of: range)))
    }
    outlines.append(
      CutPiece(
        owner: owner, position: UInt32(position), others: others, startsInside: false, chains: first..<rings.count,
        toggles: 0..<0))
  }
}

/// The circle in which a place counts. Its test may accept boxes slightly outside, but misses none inside.
struct PlaceReach: BitwiseCopyable, Sendable {
  private let point: FixedPoint
  private let metersPerUnitX: Double
  private let squaredReachMeters: Double

  /// Makes the reach of a place.
  ///
  /// It uses the shortest degree of longitude within the circle, so distances are never too large.
  init(point: FixedPoint, reachMeters: Float) {
    self.point = point
    let northernmost = min(
      Double(Globe.pole), abs(Double(point.y)) + Double(reachMeters) / LocalProjection.metersPerUnitY)
    metersPerUnitX =
      northernmost >= Double(Globe.pole)
      ? 0 : LocalProjection(origin: FixedPoint(x: 0, y: Int32(northernmost))).metersPerUnitX
    let reach = Double(reachMeters) * 1.0001 + 1
    squaredReachMeters = reach * reach
  }

  /// Whether the circle touches a box.
  func touches(_ box: FixedBox) -> Bool {
    let x = Double(Globe.gap(from: point.x, to: box.minX, box.maxX)) * metersPerUnitX
    let y =
      Double(max(0, Int64(box.minY) - Int64(point.y), Int64(point.y) - Int64(box.maxY)))
      * LocalProjection.metersPerUnitY
    return x * x + y * y <= squaredReachMeters
  }
}

/// A street or interpolation to cut.
struct CutLine: BitwiseCopyable, Sendable {
  /// The vertices in ``CutInput/points``.
  var vertices: PointRange
  /// The name of the street; 0 for none.
  var name: UInt32
  /// The kind, flags and layer of a street, as stored in tiles.
  var kind: UInt8 = 0, isReference = false, isSquare = false, layer: Int8 = 0
}

/// The properties of an area that cutting needs.
struct CutArea: BitwiseCopyable, Sendable {
  /// Whether it is an administrative area, as listed by places.
  var isAdministrative: Bool
  /// Whether it is a settlement or a part of one.
  var isSettlement: Bool
  /// Whether it is a coarse area whose real boundary the extract has.
  var isOverridden: Bool
  /// `admin_level`.
  var level: UInt8
  /// The same number for all areas with the same country or subdivision code; 0 for areas without one.
  var code: UInt32
  /// Whether it is from the coarse world layer.
  var isCoarse: Bool
}
