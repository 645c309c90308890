import GeoModel
import GeoStore
import GeoWire

/// What `--version` of every program says: the version of the product, and the formats that decide who understands whom.
package enum ProgramVersion {
  package static let text =
    "\(productVersion) (store format \(StoreFormat.version), protocol \(ServerInfo.currentProtocolVersion))"
}
