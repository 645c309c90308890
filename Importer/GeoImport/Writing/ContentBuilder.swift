import GeoModel
import GeoStore

/// Turns what was read into the records of a store. Fed batch by batch; streets and houses are linked afterwards.
struct ContentBuilder {
  /// An `addr:interpolation` way that waits for the house numbers of its nodes.
  struct PendingInterpolation {
    var id: Int64
    var kind: String
    var street: NameID?
    var origin: AddressRecord.StreetOrigin
    var refs: [Int64]
    var points: [FixedPoint]
  }

  /// A way into a building that waits for the building.
  struct PendingEntrance {
    var point: FixedPoint
    var tags: Range<Int>
  }

  /// What goes to the store.
  var content = StoreContent()
  /// What was wrong with the data.
  var faults = DataFaultCounts()
  /// What is sound but has no use here.
  var skipped = SkipCounts()
  /// Interpolations to cut once all house numbers are known.
  var interpolations: [PendingInterpolation] = []
  /// Nodes that are ways into buildings, by their id, until the ways are known.
  var entrances: [Int64: PendingEntrance] = [:]
  /// Whether the objects are those of our own coarse layer: their ids are invented and must not be shown.
  var isWorldLayer = false
  /// Whether places of interest are kept.
  var includesFeatures = true

  /// A reference for a record; nil for the coarse layer.
  func source(_ type: SourceReference.ObjectType, _ id: Int64) -> SourceReference? {
    isWorldLayer ? nil : SourceReference(type: type, id: id)
  }

  /// The id of an optional text.
  mutating func intern(_ text: String?) -> NameID? { text.map { content.names.intern($0) } }
}
