import GeoModel
import GeoStore
import GeoWire

/// The text of `--version` for every program: the version of the product, and the formats that decide about
/// compatibility.
package enum ProgramVersion {
  package static let text =
    "\(productVersion) (store format \(StoreFormat.version), protocol \(ServerInfo.currentProtocolVersion))"
}
