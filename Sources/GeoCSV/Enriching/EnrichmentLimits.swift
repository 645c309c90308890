/// Sizes of the pipeline that weigh speed against memory.
enum EnrichmentLimits {
  /// Points that are asked in one call: enough to make the call's cost vanish, few enough that their placemarks fit the cache.
  static let batchSize = 512
  /// So many points that fail together mean that the geocoder is broken.
  static let hopelessBatch = 32
  /// How often a question is asked again when the geocoder is too busy.
  static let retries = 6
}
