import GeoModel

/// Repeats queries that a busy geocoder rejected, with growing pauses.
///
/// A daemon with many clients may throttle one for a moment. The pauses start at 50 ms and double, six in all, so a row
/// waits about three seconds before it is marked as failed.
struct PatientGeocoder: Sendable {
  /// The geocoder that answers the queries.
  let geocoder: any ReverseGeocoding

  /// If a batch of at least this size fails entirely, the geocoder is taken to be broken.
  private static let hopelessBatch = 32
  /// How many times a query is repeated while the geocoder is busy.
  private static let retries = 6

  /// Returns the answers in the order of the queries.
  ///
  /// - Throws: ``EnrichmentError`` when the geocoder fails as a whole, for instance because the connection is lost.
  func answers(to queries: [PlacemarkQuery]) async throws -> [Result<[Placemark], GeocodingError>] {
    var results = try await ask(queries)
    var pause = Duration.milliseconds(50)
    for _ in 0..<PatientGeocoder.retries {
      let busy = results.indices.filter { PatientGeocoder.mayHelpToAskAgain(results[$0]) }
      guard !busy.isEmpty else { break }
      try await Task.sleep(for: pause)
      pause *= 2
      for (index, result) in zip(busy, try await ask(busy.map { queries[$0] })) { results[index] = result }
    }
    try refuseUselessAnswers(results)
    return results
  }

  /// Stops the run when a whole batch fails: the cause is the geocoder and not the points, and resuming later is better
  /// than marking every row.
  private func refuseUselessAnswers(_ results: [Result<[Placemark], GeocodingError>]) throws {
    guard results.count >= PatientGeocoder.hopelessBatch else { return }
    var last: GeocodingError?
    for result in results {
      guard case .failure(let error) = result, error.code != .placemarkNotFound else { return }
      last = error
    }
    throw EnrichmentError(.geocoder, "every point fails: \(last?.message ?? "")")
  }

  /// Makes one attempt. Errors of the connection end the run, while errors of single points are results.
  private func ask(_ queries: [PlacemarkQuery]) async throws -> [Result<[Placemark], GeocodingError>] {
    do throws(GeocodingError) {
      let results = try await geocoder.placemarks(forEach: queries)
      guard results.count == queries.count else {
        throw GeocodingError(.serverFailure, "\(results.count) answers came for \(queries.count) points")
      }
      return results
    } catch {
      try Task.checkCancellation()
      throw EnrichmentError(.geocoder, "the geocoder stopped answering: \(error)")
    }
  }

  /// Whether the failure may be temporary.
  private static func mayHelpToAskAgain(_ result: Result<[Placemark], GeocodingError>) -> Bool {
    guard case .failure(let error) = result else { return false }
    return error.code == .loadingThrottled || error.code == .timeout
  }
}
