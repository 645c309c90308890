import GeoModel

extension CutInput {
  /// Lays out content in its new order, ready to be cut.
  init(_ content: StoreContent, _ numbering: StoreNumbering) {
    let workspace = content.workspace
    points = content.points
    lines = MappedArray(in: workspace)
    addresses = CutPoints(numbering.addresses)
    addressStreets = MappedArray(in: workspace)
    addressCodes = MappedArray(in: workspace)
    features = CutPoints(numbering.features)
    places = CutPoints(numbering.places)
    reaches = MappedArray(in: workspace)
    areas = MappedArray(in: workspace)
    outlines = MappedArray(in: workspace)
    rings = MappedArray(in: workspace)
    runs = MappedArray(in: workspace)
    addSettlements(content, numbering)
    addAreas(content, numbering)
    addStreets(content, numbering)
    addAddresses(content, numbering)
    addFeatures(content, numbering)
    alternatives = CoarseAlternatives(self)
  }

  /// Places, with the circles in which they count.
  private mutating func addSettlements(_ content: StoreContent, _ numbering: StoreNumbering) {
    for position in numbering.places.old {
      let place = content.places[Int(position)]
      places.points.append(place.point)
      reaches.append(PlaceReach(point: place.point, reachMeters: place.reachMeters))
    }
  }

  /// Areas; equal codes get equal numbers, so that cutting compares no texts.
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

  /// Streets, then interpolations: one array, as both are cut in the same way.
  private mutating func addStreets(_ content: StoreContent, _ numbering: StoreNumbering) {
    streetCount = content.streets.count
    for (new, position) in numbering.streets.old.enumerated() {
      let street = content.streets[Int(position)]
      let isSquare = street.isArea && isClosed(street.line)
      lines.append(
        CutLine(
          start: UInt32(street.line.start), count: UInt32(street.line.count), name: numbering.id(street.name),
          kind: street.kind.rawValue, isReference: street.isReference, isSquare: isSquare, layer: street.layer))
      if isSquare { addOutline(.square, new, CollectionOfOne(street.line)) } else { addRun(new, street.line) }
    }
    for (new, position) in numbering.interpolations.old.enumerated() {
      let stretch = content.interpolations[Int(position)]
      lines.append(
        CutLine(
          start: UInt32(stretch.line.start), count: UInt32(stretch.line.count), name: numbering.id(stretch.street) ?? 0)
      )
      addRun(streetCount + new, stretch.line)
    }
  }

  /// Houses and their outlines.
  private mutating func addAddresses(_ content: StoreContent, _ numbering: StoreNumbering) {
    for (new, position) in numbering.addresses.old.enumerated() {
      let address = content.addresses[Int(position)]
      addresses.points.append(address.point)
      addresses.hasOutline.append(address.outline != nil)
      addressStreets.append(numbering.id(address.street) ?? 0)
      addressCodes.append(numbering.id(address.postalCode) ?? 0)
      if let outline = address.outline { addOutline(.address, new, content.rings(outline).lazy.map { $0.points }) }
    }
  }

  /// Places of interest and their outlines.
  private mutating func addFeatures(_ content: StoreContent, _ numbering: StoreNumbering) {
    for (new, position) in numbering.features.old.enumerated() {
      let feature = content.features[Int(position)]
      features.points.append(feature.point)
      features.hasOutline.append(feature.outline != nil)
      if let outline = feature.outline { addOutline(.feature, new, content.rings(outline).lazy.map { $0.points }) }
    }
  }

  /// Whether a line is a ring. A square that is not closed is taken for an ordinary street.
  private func isClosed(_ line: PointRange) -> Bool {
    line.count >= 4 && points[line.start] == points[line.start + line.count - 1]
  }

  /// A whole line, as the root's part of it.
  private mutating func addRun(_ line: Int, _ range: PointRange) {
    if range.count == 0 { return }
    runs.append(
      CutRun(line: UInt32(line), start: UInt32(range.start), count: UInt32(range.count), box: box(of: range)))
  }

  /// A whole polygon, as the root's part of it: nothing lies west of the Earth.
  private mutating func addOutline(_ owner: CutPiece.Owner, _ position: Int, _ ranges: some Sequence<PointRange>) {
    let first = rings.count
    for range in ranges where range.count > 1 {
      rings.append(CutChain(start: UInt32(range.start), count: UInt32(range.count), box: box(of: range)))
    }
    outlines.append(
      CutPiece(
        owner: owner, position: UInt32(position), startsInside: false, chains: first..<rings.count, toggles: 0..<0))
  }

  private func box(of range: PointRange) -> FixedBox {
    points.withUnsafeBufferPointer {
      FixedBox.around($0, UInt32(range.start), through: UInt32(range.start + range.count - 1))
    }
  }
}
