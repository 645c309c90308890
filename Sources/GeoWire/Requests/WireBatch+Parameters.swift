extension WireBatch {
  /// Reads `coordinates` and the options of an object, as they stand in the `params` of `reverseGeocodeBatch`.
  ///
  /// - Throws: ``WireError`` that names the member which is wrong. A bad coordinate is no error of the batch.
  public init(parameters node: JSONNode) throws(WireError) {
    self = try RequestParameters(node).batch()
  }
}
