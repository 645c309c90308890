import GeoModel

/// Finds out whether the store fits a file, and whether the file has latitude and longitude the other way round.
///
/// 1. Out of range and fitting the other way round: that is certain, and counted for every row. So is what lies where the store's
///    extracts are only the other way round.
/// 2. In range both ways (most of Europe and Africa), a swapped point lies in the sea or in a country for which the store has only coarse
///    borders. Some of these points that no extract covers are asked again the other way round; if most of them then have a proper address,
///    the file is swapped.
/// 3. Where no more was asked than a country or a city, the same points are asked again as they are, as a city may be known from coarse
///    borders alone where an extract covers it.
struct SwapCheck: Sendable {
  /// Points that are taken from one chunk.
  static let samplesPerChunk = 8
  private static let sampleLimit = 64

  /// What was found out.
  struct Findings {
    /// Whether most rows look swapped.
    var looksSwapped = false
    /// The part of the rows with a usable coordinate that no extract covers; nil when it is not known.
    var uncoveredShare: Double?
  }

  private var samples: [PointKey] = []

  /// Takes the points of a chunk that no extract covers until there are enough.
  mutating func add(_ chunk: EnrichedChunk) {
    samples += chunk.uncovered.prefix(SwapCheck.sampleLimit - samples.count)
  }

  /// Whether the tally alone says that the file is swapped.
  static func isCertain(_ tally: Tally) -> Bool {
    if tally[.swappedLooking] * 2 > tally[.rows] { return true }
    return tally[.swappedIntoBounds] * 2 > tally[.rows] && tally[.swappedIntoBounds] > tally[.inBounds] * 4
  }

  /// Whether every row is out of range, and would fit the other way round: no row can have an answer. Rows that lie elsewhere than the store are
  /// none of these: a table of Somalia, asked about with a store of the Alps, is as it should be.
  static func isWhole(_ tally: Tally) -> Bool {
    tally[.rows] > 0 && tally[.swappedLooking] == tally[.rows]
  }

  /// What a whole file shows. Asks the geocoder about the samples, at most 128 questions.
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

  /// How many points have a proper address; nil when they cannot be asked.
  private func properAnswers(
    at points: [Coordinate], _ options: EnrichmentOptions, _ geocoder: any ReverseGeocoding
  ) async -> Int? {
    let queries = points.map { options.query(for: $0) }
    return try? await geocoder.placemarks(forEach: queries).count { result in
      guard case .success(let placemarks) = result, let placemark = placemarks.first else { return false }
      return !AnswerKind(placemark).isUncovered
    }
  }

  /// A point the other way round; nil when that is out of range.
  static func swapped(_ point: Coordinate) -> Coordinate? {
    try? Coordinate(latitude: point.longitude, longitude: point.latitude)
  }
}
