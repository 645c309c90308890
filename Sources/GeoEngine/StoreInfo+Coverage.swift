import GeoModel
import GeoStore

extension StoreCoverage {
  /// What a store says about itself.
  public init(_ info: StoreInfo) {
    self.init(extracts: info.metadata.extracts, bounds: info.bounds.map { CoordinateRegion($0) })
  }
}
