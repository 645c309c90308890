/// An error in a GeoJSON text (RFC 7946), with its position (`MKErrorCode.decodingFailed`).
public struct GeoJSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path to the value, such as `features[3].geometry.coordinates[0][2]`; empty for the whole text and for invalid
  /// JSON.
  public var path: String
  /// The number of bytes before the value.
  public var offset: Int
  /// The line of the value, counted from 1.
  public var line: Int
  /// The byte of the value in its line, counted from 1.
  public var column: Int
  /// The error in words for users.
  public var reason: String

  /// Path, reason, line and column in one sentence.
  public var description: String {
    "\(path.isEmpty ? "" : path + ": ")\(reason) (line \(line), column \(column))"
  }

  init(_ fault: GeoJSONFault, in bytes: [UInt8]) {
    path = fault.path
    offset = min(fault.offset, bytes.count)
    reason = fault.reason
    let before = bytes[..<offset]
    line = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    column = offset - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
  }
}

/// An error before its line is known.
struct GeoJSONFault: Error {
  var path: String
  var offset: Int
  var reason: String
}
