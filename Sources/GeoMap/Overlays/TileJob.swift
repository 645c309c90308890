import GeoModel

/// The loading of one tile.
struct TileJob: Sendable {
  let number: Int
  let overlay: TileOverlay
  let path: TilePath

  /// Loads tiles concurrently and passes them to their renderers.
  ///
  /// - Returns: the error of the first tile that failed; nil when none did.
  nonisolated(nonsending) static func load(
    _ missing: [(renderer: TileOverlayRenderer, overlay: TileOverlay, path: TilePath)]
  ) async -> MapError? {
    let jobs = missing.enumerated().map {
      TileJob(number: $0.offset, overlay: $0.element.overlay, path: $0.element.path)
    }
    var failure: MapError?
    for (number, result) in await run(jobs).sorted(by: { $0.key < $1.key }) {
      let (renderer, _, path) = missing[number]
      switch result {
      case .success(let bytes): renderer.take(bytes, for: path)
      case .failure(let error):
        renderer.take(nil, for: path)
        failure = failure ?? error
      }
      renderer.setNeedsDisplay()
    }
    return failure
  }

  private static func run(_ jobs: [TileJob]) async -> [Int: Result<[UInt8], MapError>] {
    await withTaskGroup(of: (Int, Result<[UInt8], MapError>).self) { group in
      for job in jobs { group.addTask { (job.number, await job.load()) } }
      var results: [Int: Result<[UInt8], MapError>] = [:]
      for await (number, result) in group { results[number] = result }
      return results
    }
  }

  /// Loads the tile within the time limit.
  private func load() async -> Result<[UInt8], MapError> {
    let limit = overlay.timeLimitSeconds
    // A loader that ignores cancellation is not waited for.
    let (answers, continuation) = AsyncStream.makeStream(of: Result<[UInt8], MapError>.self)
    let loading = Task {
      do {
        let bytes = try await overlay.loadTile(at: path)
        guard MapImage.Format(of: bytes) != nil else {
          throw MapError.tileFailed(path, "what came is neither PNG nor JPEG")
        }
        continuation.yield(.success(bytes))
      } catch {
        continuation.yield(.failure((error as? MapError) ?? .tileFailed(path, "\(error)")))
      }
    }
    let waiting = Task {
      try? await Task.sleep(for: .seconds(limit > 0 ? min(limit, 86_400) : 0))
      continuation.yield(.failure(.tileFailed(path, "no answer within \(limit) s")))
    }
    defer {
      loading.cancel()
      waiting.cancel()
    }
    for await answer in answers { return answer }
    return .failure(.tileFailed(path, "canceled"))
  }
}
