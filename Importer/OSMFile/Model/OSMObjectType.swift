/// What kind of object something is. The raw values are those of the PBF format.
@frozen public enum OSMObjectType: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case node = 0
  case way = 1
  case relation = 2
}
