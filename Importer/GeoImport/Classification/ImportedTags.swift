/// The tags that an import looks at, for tools that trim extracts.
public enum ImportedTags {
  private static let table = TagKeyTable()

  /// Whether an import ever looks at tags with this key.
  public static func contains(_ key: String) -> Bool {
    var key = key
    return key.withUTF8 { table.key(UnsafeRawBufferPointer($0)) != nil }
  }
}
