import GeoModel

/// Finds out whether the store fits a file, and whether the file has latitude and longitude swapped.
///
/// 1. Rows that are out of range and would fit when swapped are certain, and all are counted. So are rows that lie
///    within the bounds of the store's extracts only when swapped.
/// 2. Where both orders are in range (most of Europe and Africa), a swapped point lies in the sea, or in a country for
///    which the store has only coarse borders. A sample of the points that no extract covers is looked up again with
///    coordinates swapped. If three quarters of them then have a proper address, the file is swapped.
/// 3. If the run asks for no more detail than a country or a city, the sample is first looked up again unchanged. A
///    city may be known from coarse borders alone even where an extract covers it.
struct SwapCheck: Sendable {
  /// The number of sample points taken from one chunk.
  static let samplesPerChunk = 8
  private static let sampleLimit = 64

  /// The results of the check.
  struct Findings {
    /// Whether most rows look swapped.
    var looksSwapped = false
    /// The share of the rows with a usable coordinate that no extract covers; nil when unknown.
    var uncoveredShare: Double?
  }

  private var samples: [PointKey] = []

  /// Collects uncovered points of a chunk until there are enough.
  mutating func add(_ chunk: EnrichedChunk) {
    samples += chunk.uncovered.prefix(SwapCheck.sampleLimit - samples.count)
  }

  /// Whether the counts alone prove that the file is swapped.
  static func isCertain(_ tally: Tally) -> Bool {
    if tally[.swappedLooking] * 2 > tally[.rows] { return true }
    return tally[.swappedIntoBounds] * 2 > tally[.rows] && tally[.swappedIntoBounds] > tally[.inBounds] * 4
  }

  /// Whether every row is out of range and would fit when swapped, so that no row can have an answer.
  ///
  /// Rows that lie outside the store's extracts do not count here: a table of Somalia is correct even if the store
  /// holds only the Alps.
  static func isWhole(_ tally: Tally) -> Bool {
    tally[.rows] > 0 && tally[.swappedLooking] == tally[.rows]
  }

  /// Evaluates a whole file. Sends the geocoder at most 128 queries about the sample points.
  func findings(_ tally: Tally, _ options: EnrichmentOptions, _ geocoder: any ReverseGeocoding) async -> Findings {
    guard !options.isDryRun, tally[.uncovered] > 0 else {
      return Findings(looksSwapped: SwapCheck.isCertain(tally), uncoveredShare: options.isDryRun ? nil : 0)
    }
    let points = samples.map { Coordinate($0.point) }
    let isWholeQuestion = options.shownDetail >= .street
    let proper = isWholeQuestion ? 0 : await properAnswers(at: points, options, geocoder)
    let usable = max(tally[RowStatus.ok] + tally[RowStatus.notFound], 1)
    var findings = Findings(looksSwapped: SwapCheck.isCertain(tally))
    findings.uncoveredShare = proper.map { proper in
      Double(tally[.uncovered]) / Double(usable) * (1 - Double(proper) / Double(max(points.count, 1)))
    }
    guard !findings.looksSwapped, tally[.uncovered] * 2 > tally[.rows], let proper, proper * 4 <= points.count else {
      return findings
    }
    let swapped = points.compactMap(SwapCheck.swapped)
    guard swapped.count * 2 > points.count, let found = await properAnswers(at: swapped, options, geocoder) else {
      return findings
    }
    findings.looksSwapped = found * 4 >= points.count * 3
    return findings
  }

  /// The number of points with a proper address; nil when the geocoder fails.
  private func properAnswers(
    at points: [Coordinate], _ options: EnrichmentOptions, _ geocoder: any ReverseGeocoding
  ) async -> Int? {
    let queries = points.map { options.query(for: $0) }
    return try? await geocoder.placemarks(forEach: queries).count { result in
      guard case .success(let placemarks) = result, let placemark = placemarks.first else { return false }
      return !AnswerKind(placemark).isUncovered
    }
  }

  /// The point with its coordinates swapped; nil when that is out of range.
  static func swapped(_ point: Coordinate) -> Coordinate? {
    try? Coordinate(latitude: point.longitude, longitude: point.latitude)
  }
}
