extension MapRect {
  /// Whether it begins left of 0 or ends right of the world's width (`MKMapRectSpans180thMeridian`).
  public var crossesAntimeridian: Bool { !isNull && (minX < 0 || maxX > MapSize.world.width) }

  /// The part outside the world, moved to the other side (`MKMapRectRemainder`); ``null`` when there is none. A
  /// rectangle that is outside on both sides is wider than the world; its remainder is the world's whole width.
  public var remainder: MapRect {
    guard crossesAntimeridian else { return .null }
    let world = MapSize.world.width
    let (left, right) = (max(0, -minX), max(0, maxX - world))
    if left > 0 && right > 0 || width >= world { return MapRect(x: 0, y: minY, width: world, height: height) }
    if left > 0 { return MapRect(x: minX + world, y: minY, width: min(width, left), height: height) }
    return MapRect(x: max(0, minX - world), y: minY, width: min(width, right), height: height)
  }

  /// The one or two rectangles within the world's width that show the same places.
  public var worldParts: [MapRect] {
    let world = MapSize.world.width
    guard isValid else { return [] }
    if width >= world { return [MapRect(x: 0, y: minY, width: world, height: height)] }
    let start = MapPoint(x: minX, y: minY).wrapped.x
    let overhang = start + width - world
    guard overhang > 0 else { return [MapRect(x: start, y: minY, width: width, height: height)] }
    return [
      MapRect(x: start, y: minY, width: width - overhang, height: height),
      MapRect(x: 0, y: minY, width: overhang, height: height),
    ]
  }

  /// Whether it shows a place that another rectangle shows, on either side of the antimeridian. See ``intersects(_:)``.
  public func intersectsOnGlobe(_ other: MapRect) -> Bool {
    if intersects(other) { return true }
    guard isValid, other.isValid else { return false }
    let theirs = other.worldParts
    return worldParts.contains { part in theirs.contains { part.intersects($0) } }
  }

  /// Whether it shows the place of a point, on either side of the antimeridian.
  public func containsOnGlobe(_ point: MapPoint) -> Bool {
    contains(point) || worldParts.contains { $0.contains(point.wrapped) }
  }

  /// Creates the smallest rectangle around points, which may cross the antimeridian; ``null`` when there are none.
  package init(aroundOnGlobe points: [MapPoint]) {
    self.init(aroundOnGlobe: points.map { MapRect($0.wrapped, $0.wrapped) })
  }

  /// Creates the smallest rectangle around others by leaving out the widest gap between them around the Earth, so that
  /// it may cross the antimeridian.
  ///
  /// It is ``null`` when there are no others.
  package init(aroundOnGlobe rects: [MapRect]) {
    let plain = MapRect(around: rects.flatMap { [$0.origin, MapPoint(x: $0.maxX, y: $0.maxY)] })
    let world = MapSize.world.width
    guard !plain.isNull, plain.width > world / 2 || plain.crossesAntimeridian else {
      self = plain
      return
    }
    let spans = rects.map { (west: $0.origin.wrapped.x, width: $0.width) }.sorted { $0.west < $1.west }
    // The eastern end of all spans, moved one turn to the west.
    var reach = (spans.map { $0.west + $0.width }.max() ?? 0) - world
    var widest = (gap: 0.0, end: 0.0)
    for span in spans {
      if span.west - reach > widest.gap { widest = (span.west - reach, span.west) }
      reach = max(reach, span.west + span.width)
    }
    self.init(x: widest.end, y: plain.minY, width: world - widest.gap, height: plain.height)
  }
}
