import GeoModel
import GeoSupport
import Synchronization
import Testing

@testable import GeoEngine

@Suite("The pool of engines") struct PoolTests {
  private func town() -> Town {
    var town = Town("a p h b")
    town.street("Front Street", "ab")
    town.house("4", "Front Street", at: "h")
    return town
  }

  @Test("answers what a single engine answers")
  func sameAnswers() async throws {
    let town = town()
    let query = PlacemarkQuery(coordinate: town.coordinate("p"))
    let path = try TownStore(town)
    let pool = try EnginePool(database: path.path, workers: 2)
    let expected = try PlacemarkEngine(database: path.path).placemarks(for: query)
    #expect(try await pool.placemarks(for: query) == expected)
    #expect(try pool.withEngine { try $0.placemarks(for: query) } == expected)
  }

  @Test("a batch answers in order, each query with its own failure")
  func batches() async throws {
    let town = town()
    let path = try TownStore(town)
    let pool = try EnginePool(database: path.path, workers: 2)
    let far = PlacemarkQuery(coordinate: try Coordinate(latitude: 0, longitude: 0))
    let near = PlacemarkQuery(coordinate: town.coordinate("p"))
    let results = try await pool.placemarks(forEach: [near, far, near])
    #expect(results.map { (try? $0.get())?.first?.subThoroughfare } == ["4", nil, "4"])
    #expect(results[1] == .failure(GeocodingError(.placemarkNotFound)))
  }

  @Test("hundreds of queries at once are all answered")
  func manyAtOnce() async throws {
    let town = town()
    let path = try TownStore(town)
    let pool = try EnginePool(database: path.path, workers: 3)
    let query = PlacemarkQuery(coordinate: town.coordinate("p"))
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<300 { group.addTask { try await pool.placemarks(for: query).first?.subThoroughfare } }
      for try await number in group { #expect(number == "4") }
    }
  }

  @Test("a cancelled task throws cancelled, at once and only once")
  func cancellation() async throws {
    let town = town()
    let path = try TownStore(town)
    let pool = try EnginePool(database: path.path, workers: 1)
    let query = PlacemarkQuery(coordinate: town.coordinate("p"))
    let task = Task { try await pool.placemarks(forEach: Array(repeating: query, count: 100_000)) }
    task.cancel()
    await #expect(throws: GeocodingError(.cancelled)) { try await task.value }
    // The worker is free again.
    #expect(try await pool.placemarks(for: query).count == 1)
  }

  @Test("a reload takes up the store that was renamed over the old one; without one the old one stays")
  func reloading() async throws {
    let town = town()
    var rebuilt = town
    rebuilt.house("4b", "Front Street", at: "p")
    let (old, new) = (try TownStore(town), try TownStore(rebuilt))
    let pool = try EnginePool(database: old.path, workers: 2)
    let houses = pool.info.counts
    #expect(try await pool.placemark(at: town.coordinate("p")).subThoroughfare == "4")
    #expect(rename(new.path, old.path) == 0)
    #expect(try await pool.placemark(at: town.coordinate("p")).subThoroughfare == "4")
    try pool.reload()
    for _ in 0..<4 { #expect(try await pool.placemark(at: town.coordinate("p")).subThoroughfare == "4b") }
    #expect(pool.info.counts != houses)
    #expect(unlink(old.path) == 0)
    #expect(throws: StoreError.self) { try pool.reload() }
    #expect(try await pool.placemark(at: town.coordinate("p")).subThoroughfare == "4b")
  }

  @Test("a store that is not there says so")
  func missingStore() {
    #expect(throws: (any Error).self) { try EnginePool(database: "/nowhere/at/all.sqlite", workers: 1) }
  }

  @Test("a ticket answers exactly once, whoever comes first")
  func tickets() async throws {
    for order in 0..<2 {
      let ticket = Ticket<Int>()
      let result = await Task {
        try await withCheckedThrowingContinuation { continuation in
          #expect(ticket.wait(continuation, cancelledWith: GeocodingError(.cancelled)))
          if order == 0 { ticket.answer(.success(1)) }
          ticket.cancel(with: GeocodingError(.cancelled))
          ticket.answer(.success(2))
        }
      }.result
      #expect((try? result.get()) == (order == 0 ? 1 : nil))
    }
  }
}
