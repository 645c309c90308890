import ArgumentParser
import GeoImport

/// The argument of `--addresses-columns`.
enum AddressColumnWords {
  /// Parses columns by role, such as `lat=Y,lon=X,number=NO,street=DIR+NAME`; nil for anything else.
  static func columns(_ text: String) -> [String: [String]]? {
    var columns: [String: [String]] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let sign = part.firstIndex(of: "=") else { return nil }
      let role = String(part[..<sign])
      let names = part[part.index(after: sign)...].split(separator: "+", omittingEmptySubsequences: false).map(
        String.init)
      guard AddressTableOptions.columnWords.contains(role), !names.contains(""), columns[role] == nil else {
        return nil
      }
      columns[role] = names
    }
    return columns
  }

  /// Rejects options that name no columns, or are given without a table.
  ///
  /// - Throws: `ValidationError` with advice.
  static func check(_ command: ImportCommand) throws {
    if command.addresses.isEmpty, command.addressesColumns != nil || command.preferAddresses {
      throw ValidationError("--addresses-columns and --prefer-addresses are about tables: name those with --addresses")
    }
    guard let text = command.addressesColumns else { return }
    guard let columns = columns(text) else {
      throw ValidationError(
        "'\(text)' names no columns: write \(AddressTableOptions.columnWords.joined(separator: "=…,"))=…, with + between columns to be joined"
      )
    }
    let missing = ["number", "street"].filter { columns[$0] == nil }
    guard missing.isEmpty else {
      throw ValidationError(
        "--addresses-columns lacks \(missing.joined(separator: " and ")); a table needs \(AddressTableOptions.neededWords.joined(separator: ", ")), GeoJSON no lat and lon"
      )
    }
  }
}
