import GeoModel

/// Repeats questions that a busy geocoder turned away, with growing pauses.
///
/// A daemon that also serves others may throttle a client for a moment. The pauses double from 50 ms, six times, so a point waits at most
/// three seconds before its row is marked.
struct PatientGeocoder: Sendable {
  /// Answers the questions.
  let geocoder: any ReverseGeocoding

  /// So many points that fail together mean that the geocoder is broken.
  private static let hopelessBatch = 32
  /// How often a question is asked again when the geocoder is too busy.
  private static let retries = 6

  /// The answers in the order of the queries.
  ///
  /// - Throws: ``EnrichmentError`` when the geocoder fails as a whole, such as by a lost connection.
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

  /// When a whole batch fails, the geocoder is broken and not the points: better to stop and be resumed later than to mark every row.
  private func refuseUselessAnswers(_ results: [Result<[Placemark], GeocodingError>]) throws {
    guard results.count >= PatientGeocoder.hopelessBatch else { return }
    var last: GeocodingError?
    for result in results {
      guard case .failure(let error) = result, error.code != .placemarkNotFound else { return }
      last = error
    }
    throw EnrichmentError(.geocoder, "every point fails: \(last?.message ?? "")")
  }

  /// One try. Errors of the connection end the run; those of single points are answers.
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

  /// Whether the failure may be gone in a moment.
  private static func mayHelpToAskAgain(_ result: Result<[Placemark], GeocodingError>) -> Bool {
    guard case .failure(let error) = result else { return false }
    return error.code == .loadingThrottled || error.code == .timeout
  }
}
