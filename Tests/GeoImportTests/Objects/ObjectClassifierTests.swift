import GeoStore
import Testing

@testable import GeoImport

@Suite("Which tags make map objects")
struct ObjectClassifierTests {
  /// The main tags from `key=value` texts, sorted, in brackets where only answers about roads need them.
  private func made(_ tags: [String]) -> [String] {
    var texts: [String] = []
    let mapped = tags.map { tag in
      let parts = tag.split(separator: "=", maxSplits: 1).map { String($0) }
      texts += parts
      return ObjectClassifier.Tag(
        key: ObjectKey(parts[0]), keyNumber: UInt32(texts.count - 2), valueNumber: UInt32(texts.count - 1))
    }
    return ObjectClassifier(mapped) { texts[Int($0)] }.drafts().map { draft in
      let tag = "\(draft.key)=\(draft.value)"
      return draft.isForRoadsAlone ? "[\(tag)]" : tag
    }.sorted()
  }

  @Test(
    "one tag each",
    arguments: [
      (["amenity=cafe"], ["amenity=cafe"]),
      (["amenity=parking_space"], []),
      (["amenity=bench", "shop=no"], ["amenity=bench"]),
      (["highway=residential"], ["highway=residential"]),
      (["highway=service"], ["[highway=service]"]),
      (["highway=motorway_link", "ref=7"], ["[highway=motorway_link]"]),
      (["highway=motorway_link", "name=X"], ["highway=motorway_link"]),
      (["highway=service", "name=Hof"], ["highway=service"]),
      (["highway=footway", "name=Hof"], ["highway=footway"]),
      (["highway=footway", "name=Hof", "footway=sidewalk"], []),
      (["highway=crossing"], []),
      (["highway=bus_stop"], ["highway=bus_stop"]),
      (["natural=tree"], []),
      (["natural=peak", "name=Rigi"], ["natural=peak"]),
      (["natural=coastline", "name=X"], []),
      (["natural=water", "name=See"], ["natural=water"]),
      (["natural=water", "water=lake", "name=See"], ["water=lake"]),
      (["natural=water", "water=river", "name=See"], []),
      (["waterway=river"], []),
      (["waterway=river", "name=Rhein"], ["waterway=river"]),
      (["railway=rail", "name=X"], ["[railway=rail]"]),
      (["railway=tram"], ["[railway=tram]"]),
      (["railway=tram", "name=X"], ["railway=tram"]),
      (["railway=milestone"], ["[railway=milestone]"]),
      (["route=ferry", "name=X"], ["[route=ferry]"]),
      (["route=hiking", "name=X"], []),
      (["railway=station", "name=X"], ["railway=station"]),
      (["man_made=tower"], ["man_made=tower"]),
      (["man_made=pipeline", "name=X"], []),
      (["man_made=works", "name=X"], ["man_made=works"]),
      (["tourism=information"], ["tourism=information"]),
      (["tourism=information", "information=board"], ["information=board"]),
      (["tourism=information", "information=route_marker"], []),
      (["boundary=national_park", "name=X"], ["boundary=national_park"]),
      (["boundary=postal_code"], ["boundary=postal_code"]),
      (["boundary=land_area", "name=X"], []),
      (["landuse=cemetery"], ["landuse=cemetery"]),
      (["landuse=forest"], []),
      (["landuse=forest", "name=Wald"], ["landuse=forest"]),
      (["emergency=fire_hydrant"], []),
      (["emergency=phone"], ["emergency=phone"]),
      (["leisure=swimming_pool"], []),
      (["place=village"], ["place=village"]),
      (["building=yes"], []),
      (["note=nothing"], []),
    ])
  func single(_ tags: [String], _ expected: [String]) { #expect(made(tags) == expected) }

  @Test("an object with several main tags is several map objects")
  func several() {
    #expect(made(["amenity=restaurant", "tourism=hotel", "building=yes"]) == ["amenity=restaurant", "tourism=hotel"])
  }

  @Test("a building is an object if it has a name or number and nothing else makes it one")
  func fallback() {
    #expect(made(["building=school", "name=X"]) == ["building=school"])
    #expect(made(["building=yes", "addr:housenumber=7"]) == ["building=yes"])
    #expect(made(["building=yes", "railway=rail", "name=X"]) == ["[railway=rail]", "building=yes"])
    #expect(made(["building=yes", "addr:housenumber=7", "shop=bakery"]) == ["shop=bakery"])
    #expect(made(["building=yes", "historic=castle", "name=X"]) == ["historic=castle"])
    #expect(made(["historic=castle", "building=yes", "name=X"]) == ["historic=castle"])
  }

  @Test("a bare house number or house name is a house; a postal code alone is nothing")
  func houses() {
    #expect(made(["addr:housenumber=7", "addr:street=X"]) == ["place=house"])
    #expect(made(["addr:housename=Villa"]) == ["place=house"])
    #expect(made(["addr:street=X", "addr:postcode=9490"]) == [])
    #expect(made(["entrance=yes", "addr:housenumber=7"]) == ["place=house"])
  }

  @Test("an interpolation is houses and nothing else")
  func interpolation() { #expect(made(["addr:interpolation=even", "highway=residential"]) == ["place=houses"]) }

  @Test("a boundary's place says what it is; only islands are objects beside it")
  func boundaryPlaces() {
    let boundary = ["boundary=administrative", "name=X", "admin_level=8"]
    #expect(made(boundary + ["place=town"]) == ["boundary=administrative"])
    #expect(made(boundary + ["place=island"]) == ["boundary=administrative", "place=island"])
  }

  @Test("bridges, tunnels and locks need a name of their own")
  func ownNames() {
    #expect(made(["highway=residential", "name=X", "bridge=yes"]) == ["highway=residential"])
    #expect(made(["highway=residential", "bridge=yes", "bridge:name=Y"]) == ["bridge=yes", "highway=residential"])
    #expect(made(["waterway=canal", "name=X", "lock=yes"]) == ["waterway=canal"])
    #expect(made(["waterway=canal", "name=X", "lock=yes", "lock_name=Y"]) == ["lock=yes", "waterway=canal"])
    #expect(made(["lock=yes", "lock_name=Y"]) == [])
  }

  @Test(
    "keys are names, parts of an address, or neither",
    arguments: [
      ("name", ObjectKey.name), ("name:de", .name), ("alt_name_1", .name), ("old_name:fr", .name), ("brand", .name),
      ("brand:wikidata", .plain), ("ref", .reference), ("ISO3166-2", .reference), ("iata", .reference),
      ("name:etymology", .extra), ("name:prefix", .extra), ("wikipedia:de", .extra), ("addr:housename", .houseName),
      ("addr:housenumber", .houseNumber("housenumber")), ("addr:street", .address("street")),
      ("addr:street:name", .extra), ("postal_code", .address("postcode")), ("is_in:city", .address("city")),
      ("addr:country", .address("country")), ("is_in:country_code", .address("country")),
      ("tiger:county", .address("tiger:county")), ("tiger:zip_left", .address("postcode")), ("tiger:cfcc", .dropped),
      ("note:de", .dropped), ("source", .dropped), ("maxspeed:source", .dropped), ("created_by", .dropped),
      ("opening_hours", .plain), ("surname", .plain),
    ])
  func keys(_ text: String, _ expected: ObjectKey) { #expect(ObjectKey(text) == expected) }
}
