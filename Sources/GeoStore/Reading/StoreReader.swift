import GeoModel

/// Reads one store through one SQLite connection, read-only. Not thread-safe: open one per worker.
public final class StoreReader {
  /// What the store says about itself.
  public let info: StoreInfo

  /// Opens a store and checks that it is whole and of this format.
  ///
  /// - Throws: ``StoreError`` that says what is wrong with the file and what to do.
  public init(path: String) throws(StoreError) { fatalError("not written yet") }

  /// The tile that contains a point; an empty one where nothing is known. Valid until evicted from a small cache, so use
  /// it before asking for many others.
  public func tile(containing point: FixedPoint) throws(StoreError) -> Tile { fatalError("not written yet") }

  /// Visits the tiles that touch a box, the one around `point` first, the others in the order of space. Stops when `body`
  /// returns false. The box must not cross the antimeridian: split it first.
  public func forEachTile(in box: FixedBox, _ body: (Tile) throws(StoreError) -> Bool) throws(StoreError) {
    fatalError("not written yet")
  }

  /// The box of the nearest tile content (streets, addresses) around a point by the R-tree, to jump over empty country.
  /// nil when nothing lies within the distance.
  public func nearestContent(around point: FixedPoint, withinMeters distance: Double) throws(StoreError) -> FixedBox? {
    fatalError("not written yet")
  }

  public func street(_ id: StreetID) throws(StoreError) -> StoredStreet { fatalError("not written yet") }
  public func address(_ id: AddressID) throws(StoreError) -> StoredAddress { fatalError("not written yet") }
  public func interpolation(_ id: InterpolationID) throws(StoreError) -> StoredInterpolation {
    fatalError("not written yet")
  }
  /// Cached: areas are asked for again and again.
  public func area(_ id: AreaID) throws(StoreError) -> StoredArea { fatalError("not written yet") }
  /// Cached.
  public func place(_ id: PlaceID) throws(StoreError) -> StoredPlace { fatalError("not written yet") }
  public func feature(_ id: FeatureID) throws(StoreError) -> StoredFeature { fatalError("not written yet") }

  /// The local text of a name. Cached.
  public func name(_ id: NameID) throws(StoreError) -> String { fatalError("not written yet") }
  /// The names by language of a name, sorted by language; empty when it has none. Cached.
  public func translations(_ id: NameID) throws(StoreError) -> [NameTable.Translation] { fatalError("not written yet") }

  /// The rings of an area as polygons, each an outer ring and its holes.
  public func boundary(of id: AreaID) throws(StoreError) -> [[[FixedPoint]]] { fatalError("not written yet") }
  /// The whole line of a street, put together from the tiles that it crosses.
  public func line(of id: StreetID) throws(StoreError) -> [FixedPoint] { fatalError("not written yet") }
}
