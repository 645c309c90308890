import Foundation
import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport
import GeoTestKit
import Logging
import Synchronization
import Testing

@testable import GeoServer

@Suite("A store that somebody cuts short or copies over while the daemon serves it")
struct HTTPDamageTests {
  @Test("the process lives, probes say so, and the store is opened again when it is whole")
  func cutShort() async throws {
    var content = StoreContent()
    let corners: [(x: Int32, y: Int32)] = [(0, 0), (9_000_000, 0), (9_000_000, 9_000_000), (0, 9_000_000), (0, 0)]
    let ring = corners.map { FixedPoint(x: $0.x, y: $0.y) }
    content.area("Musterland", level: 2, countryCode: "LI", ring: ring)
    let store = try TemporaryStore(content)
    defer { withExtendedLifetime(store) {} }
    let path = store.path
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try await TestHTTPServer.withServer(source: StoreSource(path: path)) { server in
      try await server.withKeeper {
        let question = "/placemark?lat=0.45&lon=0.45"
        #expect(try server.ask(question).text.contains("Musterland"))
        #expect(try server.ask("/readyz").text == "ready\n")
        for size in [whole.count / 2, 0] {
          #expect(truncate(path, off_t(size)) == 0)
          try eventually("an answer that fails") { try server.ask(question).status == 500 }
          let probe = try server.ask("/readyz")
          #expect(probe.status == 503 && probe.text.contains("overwritten or cut short"))
          #expect(try server.ask("/healthz").status == 200)
          #expect(try server.ask("/status").status == 500 && server.ask("/photon/status").status == 503)
          #expect(try server.ask("/status?format=json").text.contains("\"status\":700"))
          #expect(try server.ask("/metrics").text.contains("\ngeocoded_ready 0\n"))
        }
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.write(contentsOf: whole)
        try handle.close()
        try eventually("an answer of the whole store") { try server.ask(question).text.contains("Musterland") }
        try eventually("the probe") { try server.ask("/readyz").text == "ready\n" }
        #expect(try server.ask("/metrics").text.contains("\ngeocoded_ready 1\n"))
      }
    }
  }

  @Test("pages that are damaged are found without a question, and counted")
  func damagedPage() async throws {
    let store = try TemporaryStore(StoreContent())
    defer { withExtendedLifetime(store) {} }
    let whole = try Data(contentsOf: URL(fileURLWithPath: store.path))
    let path = store.path + ".damaged"
    // A page that is not read when a store is opened.
    for page in 2...whole.count / 8192 {
      var bytes = whole
      bytes[(page - 1) * 8192 + 100] ^= 1
      unlink(path)
      try bytes.write(to: URL(fileURLWithPath: path))
      if let reader = try? StoreReader(path: path), reader.health.damagedPages == 0 { break }
    }
    try await TestHTTPServer.withServer(source: StoreSource(path: path)) { server in
      try await server.withKeeper {
        try eventually("the damage") { try server.ask("/metrics").text.contains("\ngeocoded_store_damage_total 1\n") }
        #expect(try server.ask("/readyz").text == "ready, but pages of the store are damaged: 1\n")
      }
    }
  }
  /// Requests for a place in the middle of a store.
  private static func targets(_ place: Coordinate) -> [String] {
    let (text, words) = ("\(place.latitude),\(place.longitude)", "lat=\(place.latitude)&lon=\(place.longitude)")
    let answers = [
      "/placemark?\(words)&limit=5", "/placemark?\(words)&areas=1&overlay=1&trace=1",
      "/placemark?\(words)&wikidata=1&languages=de", "/reverse?\(words)&format=jsonv2",
      "/reverse?\(words)&format=geojson&polygon_geojson=1&extratags=1&namedetails=1",
      "/reverse?\(words)&format=xml&zoom=10",
      "/status?format=json", "/?q=\(text)",
    ]
    let pictures = ["png", "svg", "json"].flatMap {
      ["/map.\($0)?placemark=\(text)&size=200x200", "/map.\($0)?center=\(text)&level=14&size=200x200"]
    }
    let tiles = [0, 6, 12, 14, 16].flatMap { level -> [String] in
      let (count, angle) = (Double(1 << level), place.latitude * .pi / 180)
      let x = Int((place.longitude + 180) / 360 * count)
      let y = Int((1 - asinh(tan(angle)) / .pi) / 2 * count)
      return ["png", "mvt"].filter { $0 == "png" || level <= 14 }.map { "/tiles/\(level)/\(x)/\(y).\($0)" }
    }
    return answers + pictures + tiles
  }

  /// The responses to clients, without the unique numbers of each page.
  private static func asked(_ server: TestHTTPServer, _ targets: [String]) throws -> [(status: Int, text: String)] {
    let client = try server.connect()
    return try targets.map { target in
      let answer = try client.ask(target)
      return (answer.status, answer.text.replacing(#/(nonce|timestamp)="[^"]*"/#, with: ""))
    }
  }

  @Test(
    "whichever page is damaged, no response differs from that of the whole store without an error", .enabled(if: hasMap)
  )
  func everyPage() async throws {
    let town = try HostileTown(["Lindenweg", "Am Bach", "Kirchplatz"])
    let targets = Self.targets(HostileTown.place(1))
    let whole = try Data(contentsOf: URL(fileURLWithPath: town.store.path))
    let right = Mutex<[(status: Int, text: String)]>([])
    try await TestHTTPServer.run(source: StoreSource(path: town.store.path)) { server throws in
      let answers = try Self.asked(server, targets)
      #expect(answers.allSatisfy { $0.status == 200 }, "\(zip(targets, answers).filter { $0.1.status != 200 })")
      right.withLock { $0 = answers }
    }
    let expected = right.withLock(\.self)
    let failed = Mutex(0)
    for page in 1..<whole.count / 8192 {
      var bytes = whole
      bytes[page * 8192 + 300] ^= 4
      let path = town.store.path + ".\(page)"
      try bytes.write(to: URL(fileURLWithPath: path))
      defer { unlink(path) }
      // Damage to a page that opening needs is reported then.
      guard (try? StoreReader(path: path)) != nil else { continue }
      try await TestHTTPServer.run(source: StoreSource(path: path)) { server throws in
        for (target, (answer, right)) in zip(targets, zip(try Self.asked(server, targets), expected)) {
          if answer.status >= 500 { failed.withLock { $0 += 1 } }
          #expect(answer.status >= 500 || answer == right, "page \(page), \(target)")
        }
      }
    }
    #expect(failed.withLock(\.self) > 10)
  }

  @Test("of a store that is damaged all over the log hears twice: at the first page, and how many they are")
  func damagedAllOver() async throws {
    let store = try TemporaryStore(StoreContent())
    defer { withExtendedLifetime(store) {} }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: store.path))
    let path = store.path + ".damaged"
    /// Opens the bytes as a store whose damage was not found yet; nil when opening finds a damaged page.
    func opened() throws -> StoreHealth? {
      unlink(path)
      try bytes.write(to: URL(fileURLWithPath: path))
      guard let reader = try? StoreReader(path: path), reader.health.damagedPages == 0 else { return nil }
      return reader.health
    }
    var (count, found) = (0, try opened())
    for page in 1..<bytes.count / 8192 where count < 3 {
      bytes[page * 8192 + 100] ^= 1
      if let health = try opened() { (count, found) = (count + 1, health) } else { bytes[page * 8192 + 100] ^= 1 }
    }
    let damaged = try #require(count == 3 ? found : nil)
    let log = LogBook()
    var checking = StoreChecking(
      condition: StoreCondition(damaged), logger: Logger(label: "store") { _ in LogBookHandler(book: log) })
    checking.bytesAtOnce = damaged.pageSize
    var rests = 0
    await checking.run {
      rests += 1
      return rests <= damaged.pageCount + 9
    }
    let said = log.lines.withLock { $0 }
    #expect(said.compactMap { $0["first"]?.description }.count == 1, "\(said)")
    #expect(said.compactMap { $0["pages"]?.description } == ["3"], "\(said)")
    #expect(said.count == 2)
  }
}
