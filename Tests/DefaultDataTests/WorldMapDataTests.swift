import Foundation
import GeoModel
import GeoTestKit
import OSMFile
import Testing

@testable import make_default_data

@Suite("What the world layer has for the map")
struct WorldMapDataTests {
  @Test("levels are whole, from 0 to 9; what has none is shown last")
  func levels() {
    #expect(["2.1", "7.0", "-1", "12", nil, "x"].map { ShownFrom.level($0) } == ["2", "7", "0", "9", "9", "9"])
  }

  @Test("a line keeps its ends and loses what is within 200 m of it; a ring that small is none")
  func outlines() {
    func point(_ x: Int32, _ y: Int32) -> GridPoint { GridPoint(x: x * 100, y: y * 100) }
    let line = [point(0, 0), point(1_000, 150), point(2_000, 0), point(3_000, 900), point(4_000, 0)]
    #expect(Outline.simplified(line) == [line[0], line[2], line[3], line[4]])
    let square = [point(0, 0), point(9_000, 0), point(9_000, 50), point(9_000, 9_000), point(0, 9_000), point(0, 0)]
    #expect(Outline.simplified(ring: square)?.count == 5)
    #expect(Outline.simplified(ring: square.map { GridPoint(x: $0.x / 100, y: $0.y / 100) }) == nil)
  }

  private static func region(_ name: String, _ kind: String = "Range/mtn", first: String? = "4.7") -> NamedRegion? {
    var tags = ["featurecla": kind, "name": name, "max_label": "8.0"]
    tags["min_label"] = first
    let ring = [(0, 0), (1_000_000, 0), (1_000_000, 1_000_000), (0, 1_000_000), (0, 0)]
    return NamedRegion(
      Boundary(tags: tags, lines: [ring.map { GridPoint(x: Int32($0.0), y: Int32($0.1)) }]))
  }

  @Test("regions have names as people write them, a point inside and the levels that show them")
  func regions() throws {
    let names = [
      "TARIM BASIN", "MURRAY-DARLING BASIN", "ISTHMUS OF KRA", "Taz Pen.", "Pen. de Osa", "Maya Mts.", "Alps",
    ]
    #expect(
      names.map { Self.region($0)?.tags["name"] } == [
        "Tarim Basin", "Murray-Darling Basin", "Isthmus of Kra", "Taz Peninsula", "Península de Osa", "Maya Mountains",
        "Alps",
      ])
    let capitals = ["TIBESTI MTS.", "MARIANA ISANDS", "ARCHIPEL DES COMORES", "CORD.  CENTRAL", "AFRICA"]
    #expect(
      capitals.map { Self.region($0)?.tags["name"] } == [
        "Tibesti Mountains", "Mariana Islands", "Archipel des Comores", "Cordillera Central", "Africa",
      ])
    let alps = try #require(Self.region("Alps"))
    #expect(alps.tags["natural"] == "mountain_range" && alps.tags["geocode:level"] == "5")
    #expect(alps.tags["geocode:last_level"] == "8" && alps.point == GridPoint(x: 500_000, y: 500_000))
    let africa = try #require(Self.region("AFRICA", "Continent", first: nil))
    #expect(africa.tags["geocode:level"] == "0" && africa.tags["geocode:last_level"] == "1")
    #expect(Self.region("Null Island", "Dragons-be-here") == nil && Self.region("") == nil)
  }

  @Test("what ships has rivers, lakes, ice, built-up land and regions with levels, people of countries, capitals")
  func shipped() throws {
    let world = try OSMFileContents(path: SharedData.packageRoot + "/data/world.osm.pbf")
    func areas(_ key: String, _ value: String) -> [OSMRelation] { world.relations.filter { $0.tags[key] == value } }
    let rivers = world.ways.filter { $0.tags["waterway"] == "river" }
    #expect(rivers.count > 1_100 && rivers.allSatisfy { $0.tags["geocode:level"] != nil })
    #expect(rivers.contains { $0.tags["name"] == "Göta älv" } && rivers.contains { $0.tags["name"] == "Amazonas" })
    #expect(areas("natural", "water").count > 1_300 && areas("natural", "glacier").count > 1_800)
    #expect(areas("landuse", "residential").count > 2_000)
    let regions = world.nodes.filter { $0.tags["geocode:last_level"] != nil }
    #expect((800...1_100).contains(regions.count) && regions.contains { $0.tags["name"] == "Alps" })
    let cut = regions.compactMap { $0.tags["name"] }.filter {
      $0.contains(".") || $0.count > 3 && $0 == $0.uppercased()
    }
    #expect(Set(cut) == ["St. Lawrence Island", "St. Matthew Island"])
    let people = Dictionary(
      world.relations.compactMap { country in
        country.tags["ISO3166-1"].map { ($0, Int(country.tags["population"] ?? "") ?? 0) }
      }
    ) { first, _ in first }
    #expect(people["FR"] ?? 0 > 60_000_000 && people["IN"] ?? 0 > 1_000_000_000 && people["NO"] ?? 0 > 5_000_000)
    // Territories that the source includes in others.
    #expect(people.count { $0.value == 0 } < 20, "\(people.filter { $0.value == 0 }.keys.sorted())")
    let capitals = world.nodes.filter { $0.tags["admin_level"] == "2" }
    #expect((190...260).contains(capitals.count) && capitals.contains { $0.tags["name"] == "Roma" })
  }
}
