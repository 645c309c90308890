import GeoModel

/// Ids of areas in a tile, read one after the other.
public struct TileIDs: Sequence {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// How many there are.
  public let count: Int
  private let areDifferences: Bool

  /// No ids.
  static var none: TileIDs { TileIDs(.none, count: 0, areDifferences: false) }

  /// Ids as varints.
  ///
  /// - Parameter areDifferences: whether each is the difference to the one before; else they are as they stand.
  init(_ bytes: UnsafeBufferPointer<UInt8>, count: Int, areDifferences: Bool) {
    self.bytes = bytes
    self.count = count
    self.areDifferences = areDifferences
  }

  /// Whether there is none.
  public var isEmpty: Bool { count == 0 }

  /// From the first one on.
  public func makeIterator() -> Iterator {
    Iterator(reader: ByteReader(bytes), left: count, areDifferences: areDifferences)
  }

  /// Reads ids. One that no table has, as damaged bytes may say, is noticed when its row is read.
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

/// Ids of names in a tile, read one after the other.
public struct TileNames: Sequence {
  private let bytes: UnsafeBufferPointer<UInt8>

  /// Names as varints, each the difference to the one before.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Whether there is none.
  public var isEmpty: Bool { bytes.isEmpty }

  /// From the first one on.
  public func makeIterator() -> Iterator { Iterator(reader: ByteReader(bytes)) }

  /// Reads names. One that no table has, as damaged bytes may say, is noticed when its row is read.
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
  /// What kind of settlement.
  public var kind: PlaceKind
  /// Whether it is from our own coarse layer.
  public var isCoarse: Bool
  /// Where it is, possibly outside the tile.
  public var point: FixedPoint
  /// How far from it a point can be and still have it for its city or suburb, in meters.
  public var reachMeters: Float
}

/// The settlements near a tile, by ids whose pages know more about them, read one after the other.
public struct TilePlaces: Sequence {
  private let ids: TileIDs
  private let pages: Unmanaged<PlacePages>?
  private let limits: Unmanaged<SearchLimits>?

  /// No settlements.
  static var none: TilePlaces { TilePlaces() }

  private init() { (ids, pages, limits) = (.none, nil, nil) }

  /// Settlements of a tile, which keeps pages and limits.
  init(_ ids: TileIDs, _ pages: PlacePages, _ limits: SearchLimits) {
    self.ids = ids
    self.pages = Unmanaged.passUnretained(pages)
    self.limits = Unmanaged.passUnretained(limits)
  }

  /// How many there are.
  public var count: Int { ids.count }
  /// Whether there is none.
  public var isEmpty: Bool { ids.isEmpty }

  /// From the first one on.
  public func makeIterator() -> Iterator { Iterator(ids: ids.makeIterator(), pages: pages, limits: limits) }

  /// Reads settlements.
  public struct Iterator: IteratorProtocol {
    fileprivate var ids: TileIDs.Iterator
    fileprivate let pages: Unmanaged<PlacePages>?
    fileprivate let limits: Unmanaged<SearchLimits>?

    /// The next settlement; nil behind the last one, and at one that cannot be read or that the store does not have: then
    /// ``StoreReader/confirm()`` fails.
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
