import GeoModel
import GeoWire

extension GeoClient {
  /// The maximum number of coordinates in one request: enough that the round trip does not matter, few enough that
  /// several workers share a long list.
  static let batchSize = 1000

  /// Answers many queries in their order.
  ///
  /// Consecutive queries that differ only in their coordinates share requests.
  ///
  /// - Throws: ``GeocodingError`` when the daemon does not respond; each query's own failure is in its result.
  public func placemarks(forEach queries: [PlacemarkQuery]) async throws(GeocodingError) -> [Result<
    [Placemark], GeocodingError
  >] {
    let runs = GeoClient.runs(queries)
    guard runs.count > 1 else { return try await batch(queries[...]) }
    return try await withTaskGroup(of: (Int, Batch).self) { group -> Batch in
      for (index, run) in runs.enumerated() {
        group.addTask { (index, await self.outcome(of: queries[run])) }
      }
      var parts = Array(repeating: [Result<[Placemark], GeocodingError>](), count: runs.count)
      for await (index, answers) in group {
        switch answers {
        case .success(let answers): parts[index] = answers
        case .failure(let error):
          group.cancelAll()
          return .failure(error)
        }
      }
      return .success(parts.flatMap { $0 })
    }.get()
  }

  /// The answers to one request, or its error.
  private typealias Batch = Result<[Result<[Placemark], GeocodingError>], GeocodingError>

  /// Returns one request's answers or error as a value. It is a separate function because the optimizer of Swift 6.3.1
  /// lost the index beside them when both were in a tuple inside the closure.
  private func outcome(of queries: ArraySlice<PlacemarkQuery>) async -> Batch {
    do throws(GeocodingError) {
      let answers = try await batch(queries)
      return .success(answers)
    } catch {
      return .failure(error)
    }
  }

  /// The maximum number of coordinates in a request with these options.
  private static func size(for query: PlacemarkQuery) -> Int {
    let placemarks = ProtocolLimits.batchPlacemarks / (query.includesOverlay ? 100 : 1)
    return min(batchSize, max(1, placemarks / max(1, query.limit)))
  }

  /// Sends one request for queries with the same options.
  private func batch(_ queries: ArraySlice<PlacemarkQuery>) async throws(GeocodingError) -> [Result<
    [Placemark], GeocodingError
  >] {
    guard let first = queries.first else { return [] }
    let answers: [Result<[Placemark], GeocodingError>] = try await connection.call("reverseGeocodeBatch") { writer in
      writer.key("coordinates")
      writer.beginArray()
      for query in queries { writer.exactCoordinate(query.coordinate) }
      writer.endArray()
      writer.optionMembers(first)
    } _: { result in
      result.member("placemarks")?.elements.map { $0.placemarks.mapError(\.geocodingError) }
    }
    guard answers.count == queries.count else {
      throw GeocodingError(.serverFailure, "the daemon answered \(answers.count) of \(queries.count) queries")
    }
    return answers
  }

  /// Splits queries into runs with the same options, none longer than ``batchSize``.
  static func runs(_ queries: [PlacemarkQuery]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for index in queries.indices.dropFirst() {
      var same = queries[index]
      same.coordinate = queries[start].coordinate
      if same != queries[start] || index - start == size(for: queries[start]) {
        runs.append(start..<index)
        start = index
      }
    }
    if start < queries.count { runs.append(start..<queries.count) }
    return runs
  }
}
