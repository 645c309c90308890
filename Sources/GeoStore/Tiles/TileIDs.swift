import GeoModel

/// Ids of areas in a tile, decoded one after the other.
public struct TileIDs: Sequence {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The number of ids.
  public let count: Int
  private let areDifferences: Bool

  /// No ids.
  static var none: TileIDs { TileIDs(.none, count: 0, areDifferences: false) }

  /// Ids encoded as varints.
  ///
  /// - Parameter areDifferences: whether each is the difference from the previous one; otherwise they are the ids
  ///   themselves.
  init(_ bytes: UnsafeBufferPointer<UInt8>, count: Int, areDifferences: Bool) {
    self.bytes = bytes
    self.count = count
    self.areDifferences = areDifferences
  }

  /// Whether there are no ids.
  public var isEmpty: Bool { count == 0 }

  /// An iterator that begins with the first id.
  public func makeIterator() -> Iterator {
    Iterator(reader: ByteReader(bytes), left: count, areDifferences: areDifferences)
  }

  /// Decodes ids. An id of damaged bytes that is in no table is detected when its row is read.
  public struct Iterator: IteratorProtocol {
    fileprivate var reader: ByteReader
    fileprivate var left: Int
    fileprivate let areDifferences: Bool
    private var last: UInt32 = 0

    fileprivate init(reader: ByteReader, left: Int, areDifferences: Bool) {
      self.reader = reader
      self.left = left
      self.areDifferences = areDifferences
    }

    /// The next id.
    public mutating func next() -> AreaID? {
      guard left > 0 else { return nil }
      left -= 1
      let number = UInt32(truncatingIfNeeded: reader.varint())
      last = areDifferences ? last &+ number : number
      return AreaID(last)
    }
  }
}

/// Ids of names in a tile, decoded one after the other.
public struct TileNames: Sequence {
  private let bytes: UnsafeBufferPointer<UInt8>

  /// Names as varints, each the difference from the previous one.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Whether there are no names.
  public var isEmpty: Bool { bytes.isEmpty }

  /// An iterator that begins with the first name.
  public func makeIterator() -> Iterator { Iterator(reader: ByteReader(bytes)) }

  /// Decodes names. An id of damaged bytes that is in no table is detected when its row is read.
  public struct Iterator: IteratorProtocol {
    fileprivate var reader: ByteReader
    private var last: UInt32 = 0

    fileprivate init(reader: ByteReader) { self.reader = reader }

    /// The next name.
    public mutating func next() -> NameID? {
      guard reader.remaining > 0 else { return nil }
      last &+= UInt32(truncatingIfNeeded: reader.varint())
      return NameID(last)
    }
  }
}

/// A settlement near a tile.
public struct TilePlace: BitwiseCopyable, Sendable {
  /// The place's row.
  public var id: PlaceID
  /// The kind of settlement.
  public var kind: PlaceKind
  /// Whether it is from the coarse world layer.
  public var isCoarse: Bool
  /// Where it is, possibly outside the tile.
  public var point: FixedPoint
  /// The distance in meters up to which it can be the city or suburb of a point.
  public var reachMeters: Float
}

/// The settlements near a tile. The tile has only their ids; ``PlacePages`` has the rest.
public struct TilePlaces: Sequence {
  private let ids: TileIDs
  private let pages: Unmanaged<PlacePages>?
  private let limits: Unmanaged<SearchLimits>?

  /// No settlements.
  static var none: TilePlaces { TilePlaces() }

  private init() { (ids, pages, limits) = (.none, nil, nil) }

  /// The settlements of a tile, which must keep the pages and limits alive.
  init(_ ids: TileIDs, _ pages: PlacePages, _ limits: SearchLimits) {
    self.ids = ids
    self.pages = Unmanaged.passUnretained(pages)
    self.limits = Unmanaged.passUnretained(limits)
  }

  /// The number of settlements.
  public var count: Int { ids.count }
  /// Whether there are no settlements.
  public var isEmpty: Bool { ids.isEmpty }

  /// An iterator that begins with the first settlement.
  public func makeIterator() -> Iterator { Iterator(ids: ids.makeIterator(), pages: pages, limits: limits) }

  /// Returns the settlements one after the other.
  public struct Iterator: IteratorProtocol {
    fileprivate var ids: TileIDs.Iterator
    fileprivate let pages: Unmanaged<PlacePages>?
    fileprivate let limits: Unmanaged<SearchLimits>?

    /// The next settlement; nil after the last one, and for one that cannot be read or that the store does not have.
    ///
    /// In these cases, ``StoreReader/confirm()`` fails.
    public mutating func next() -> TilePlace? {
      guard let id = ids.next() else { return nil }
      return pages?._withUnsafeGuaranteedRef { $0.knownPlace(PlaceID(id.rawValue)) } ?? unread(PlaceID(id.rawValue))
    }

    @inline(never) private func unread(_ id: PlaceID) -> TilePlace? {
      do throws(TableTree.Damage) {
        if let place = try pages?.takeUnretainedValue().place(id) { return place }
        reportDamage()
      } catch { reportDamage() }
      return nil
    }

    private func reportDamage() {
      limits?._withUnsafeGuaranteedRef { $0.areBroken = true }
    }
  }
}
