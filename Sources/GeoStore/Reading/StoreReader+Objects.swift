import GeoModel

extension StoreReader {
  /// Whether the import kept map objects; without them ``objects(around:withinMeters:ranks:_:)`` finds nothing.
  public var hasObjects: Bool { fatalError("not written yet") }

  /// Visits the objects with a search rank in `ranks` whose shape comes within a distance of a point, in no certain order.
  ///
  /// - Parameter body: is called once for each object.
  public func objects(
    around point: FixedPoint, withinMeters distance: Double, ranks: ClosedRange<UInt8>,
    _ body: (MapObjectSketch) throws(StoreError) -> Void
  ) throws(StoreError) {
    fatalError("not written yet")
  }

  /// An object with its tags and, when asked, its whole shape (else ``MapObject/geometry`` is its centroid).
  public func object(_ id: MapObjectID, withGeometry: Bool) throws(StoreError) -> MapObject {
    fatalError("not written yet")
  }

  /// The rows of an OpenStreetMap object, one for each of its main tags; empty when the store has none. Boundaries and place
  /// nodes that the engine's areas and places name by their source are found this way.
  public func objects(of source: SourceReference) throws(StoreError) -> [MapObjectID] {
    fatalError("not written yet")
  }
}
