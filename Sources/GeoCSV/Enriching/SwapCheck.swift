import GeoModel

/// Finds out whether a file has latitude and longitude the other way round.
///
/// 1. Out of range and fitting the other way round: that is certain, and counted for every row.
/// 2. In range both ways (most of Europe and Africa), a swapped point lies in the sea or in a country for which the store has only coarse
///    borders. Some of these doubtful points are asked again the other way round; if most of them then have a proper address, the file
///    is swapped.
struct SwapCheck: Sendable {
  /// Doubtful points that are taken from one chunk.
  static let samplesPerChunk = 8
  private static let sampleLimit = 64

  private var samples: [PointKey] = []

  /// Takes the doubtful points of a chunk until there are enough.
  mutating func add(_ chunk: EnrichedChunk) {
    samples += chunk.doubtful.prefix(SwapCheck.sampleLimit - samples.count)
  }

  /// Whether the tally alone says so.
  static func isCertain(_ tally: Tally) -> Bool { tally[.swappedLooking] * 2 > tally[.rows] }

  /// Whether most rows look swapped. Asks the geocoder about the samples, at most 64 questions.
  func looksSwapped(_ tally: Tally, _ options: EnrichmentOptions, _ geocoder: any ReverseGeocoding) async -> Bool {
    if SwapCheck.isCertain(tally) { return true }
    guard !options.isDryRun, tally[.doubtful] * 2 > tally[.rows] else { return false }
    let swapped = samples.compactMap(SwapCheck.swapped)
    // Rows may only have been asked for their country, which says little of either.
    guard swapped.count * 2 > samples.count, let proper = await properAnswers(at: swapped, options, geocoder),
      let properAsIs = await properAnswers(at: samples.map { Coordinate($0.point) }, options, geocoder)
    else { return false }
    return proper * 4 >= samples.count * 3 && properAsIs * 4 <= samples.count
  }

  /// How many points have a proper address; nil when they cannot be asked.
  private func properAnswers(
    at points: [Coordinate], _ options: EnrichmentOptions, _ geocoder: any ReverseGeocoding
  ) async -> Int? {
    let queries = points.map { options.query(for: $0) }
    return try? await geocoder.placemarks(forEach: queries).count { result in
      guard case .success(let placemarks) = result, let placemark = placemarks.first else { return false }
      return !AnswerKind(placemark).isDoubtful
    }
  }

  /// The point the other way round; nil when that is out of range.
  private static func swapped(_ key: PointKey) -> Coordinate? {
    let coordinate = Coordinate(key.point)
    return try? Coordinate(latitude: coordinate.longitude, longitude: coordinate.latitude)
  }
}
