import GeoTestKit
import Testing

@testable import make_default_data

@Suite("Borders of two sources become one partition")
struct OnePartitionTests {
  /// A closed line through corners, in hundredths of a degree (1.1 km).
  private func ring(_ corners: [(Int32, Int32)]) -> [GridPoint] {
    let points = corners.map { GridPoint(x: $0.0 * 100_000, y: $0.1 * 100_000) }
    return points + [points[0]]
  }

  private func box(_ west: Int32, _ south: Int32, _ east: Int32, _ north: Int32) -> [GridPoint] {
    ring([(west, south), (east, south), (east, north), (west, north)])
  }

  private func country(_ code: String, _ lines: [GridPoint]...) -> Boundary {
    Boundary(tags: ["ISO3166-1": code], lines: lines)
  }

  private func state(_ code: String, _ lines: [GridPoint]...) -> Boundary {
    Boundary(tags: ["ISO3166-2": code], lines: lines)
  }

  private func zone(_ name: String, _ lines: [GridPoint]...) -> Boundary {
    Boundary(tags: ["boundary": "timezone", "timezone": name], lines: lines)
  }

  private func county(_ name: String, _ state: String, _ lines: [GridPoint]...) -> Boundary {
    Boundary(tags: ["name": name, "is_in:state_code": state], lines: lines)
  }

  /// The names of the areas that contain a point.
  private func names(_ areas: [Boundary], _ x: Double, _ y: Double) -> Set<String> {
    let point = GridPoint(x: Int32(x * 100_000), y: Int32(y * 100_000))
    return Set(
      areas.filter { $0.contains(point) }.compactMap { $0.tags["timezone"] ?? $0.code ?? $0.tags["name"] })
  }

  /// Two countries of two states each. Their border zigzags around that of two time zones, at 100.
  private var neighbors: [Boundary] {
    let west = ring([(0, 0), (101, 0), (99, 30), (101, 60), (99, 100), (0, 100)])
    let east = ring([(101, 0), (200, 0), (200, 100), (99, 100), (101, 60), (99, 30)])
    return [
      country("AA", west), country("BB", east),
      state("AA-S", ring([(0, 0), (101, 0), (99, 30), (100, 45), (0, 45)])),
      state("AA-N", ring([(0, 45), (100, 45), (101, 60), (99, 100), (0, 100)])),
      state("BB-1", east), zone("A/A", box(0, 0, 100, 100)), zone("B/B", box(100, 0, 200, 100)),
    ]
  }

  @Test("countries and their states follow the time zones along a border")
  func slivers() {
    let areas = OnePartition.of(neighbors, [.countriesByTimeZone])
    #expect(areas.map(\.tags) == neighbors.map(\.tags))
    #expect(names(neighbors, 100.5, 5) == ["AA", "AA-S", "B/B"], "as the sources have it")
    for (x, y) in [(100.5, 5.0), (100.5, 30), (100.5, 60), (100.5, 95), (150, 50)] {
      #expect(names(areas, x, y) == ["BB", "BB-1", "B/B"])
    }
    for (x, y) in [(99.5, 5.0), (99.5, 30), (50, 10)] { #expect(names(areas, x, y) == ["AA", "AA-S", "A/A"]) }
    for (x, y) in [(99.5, 60.0), (99.7, 85), (50, 90)] { #expect(names(areas, x, y) == ["AA", "AA-N", "A/A"]) }
  }

  @Test("the border is stored once, and has no corners where others crossed it")
  func arcs() {
    let arcs = SharedArcs(OnePartition.of(neighbors, [.countriesByTimeZone])).arcs
    // The owners are the country, a state and the zone on either side. There is one piece for each western state.
    let border = arcs.filter { $0.points.allSatisfy { $0.x == 10_000_000 } }
    #expect(border.map(\.owners.count) == [6, 6])
    #expect(border.map(\.points.count) == [2, 2])
  }

  @Test("what is no sliver stays: an enclave, wide land of two opinions, and what lies in a zone of the sea")
  func otherwise() {
    let areas = [
      country("AA", box(0, 0, 150, 100), box(20, 20, 22, 22)), country("CC", box(20, 20, 22, 22)),
      country("BB", box(150, 0, 300, 100)), zone("A/A", box(0, 0, 100, 100)), zone("B/B", box(100, 0, 300, 99)),
      zone("Etc/GMT", box(0, 99, 300, 200), box(0, 99, 100, 100)),
    ]
    let partition = OnePartition.of(areas, [.countriesByTimeZone])
    for (x, y) in [(21.0, 21.0), (125, 50), (125, 99.5), (10, 10), (200, 99.5), (200, 150)] {
      #expect(names(partition, x, y) == names(areas, x, y))
    }
    #expect(names(partition, 125, 50) == ["AA", "B/B"])
  }

  @Test("counties follow the states, and those beyond the country's border vanish")
  func counties() {
    let areas = [
      country("US", box(0, 0, 200, 100)), country("MX", box(0, -100, 200, 0)),
      state("US-TX", box(0, 0, 100, 100)), state("US-OK", box(100, 0, 200, 100)),
      county("El Paso", "TX", box(0, -1, 101, 100)), county("Love", "OK", box(101, 1, 200, 100)),
      zone("America/Chicago", box(0, 0, 200, 100)), zone("America/Mexico_City", box(0, -100, 200, 0)),
    ]
    let partition = OnePartition.of(areas, [.countriesByTimeZone, .countiesByState])
    #expect(names(partition, 100.5, 50) == ["US", "US-OK", "Love", "America/Chicago"])
    #expect(names(partition, 150, 0.5) == ["US", "US-OK", "Love", "America/Chicago"])
    #expect(names(partition, 50, 50) == ["US", "US-TX", "El Paso", "America/Chicago"])
    #expect(names(partition, 50, -0.5) == ["MX", "America/Mexico_City"])
  }

  @Test("a hole in a face is no piece of its own, and lines that lie on each other meet")
  func holes() {
    let areas = [
      country("AA", box(0, 0, 100, 100), ring([(40, 40), (60, 50), (40, 60)])),
      country("BB", ring([(40, 40), (60, 50), (40, 60)])),
      zone("A/A", box(0, 0, 100, 100), ring([(41, 40), (61, 50), (41, 60)])),
      zone("B/B", ring([(41, 40), (61, 50), (41, 60)])),
    ]
    let partition = OnePartition.of(areas, [.countriesByTimeZone])
    #expect(names(partition, 40.5, 50) == ["AA", "A/A"])
    #expect(names(partition, 60.5, 50) == ["BB", "B/B"])
    #expect(names(partition, 50, 50) == ["BB", "B/B"] && names(partition, 10, 50) == ["AA", "A/A"])
  }
}
