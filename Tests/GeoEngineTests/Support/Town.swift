import Foundation
import GeoEngine
import GeoModel
import GeoStore
import GeoStoreWriting

/// A small made-up place, drawn as a grid of letters, for writing into a store and querying.
///
/// Each letter of the drawing is a point; there are no objects at first. North is up; a character is `metersPerCell`
/// wide and high.
struct Town {
  var content = StoreContent()
  private var places: [Character: FixedPoint] = [:]
  private var nextID: Int64 = 1

  /// A place around a latitude and longitude.
  init(_ drawing: String, metersPerCell: Double = 10, latitude: Double = 47, longitude: Double = 9.5) {
    let corner = FixedPoint(x: Int32((longitude * 1e7).rounded()), y: Int32((latitude * 1e7).rounded()))
    let projection = LocalProjection(origin: corner)
    for (row, line) in drawing.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for (column, letter) in line.enumerated() where letter.isLetter || letter.isNumber {
        places[letter] = projection.unproject(
          LocalPoint(x: Double(column) * metersPerCell, y: -Double(row) * metersPerCell))
      }
    }
  }

  /// The point of a letter.
  func point(_ letter: Character) -> FixedPoint { places[letter]! }

  /// The coordinate of a letter.
  func coordinate(_ letter: Character) -> Coordinate { Coordinate(point(letter)) }

  private mutating func source(_ type: SourceReference.ObjectType) -> SourceReference {
    defer { nextID += 1 }
    return SourceReference(type: type, id: nextID)
  }

  /// A street through letters.
  @discardableResult
  mutating func street(
    _ name: String, _ letters: String, kind: StreetKind = .residential, isReference: Bool = false, isArea: Bool = false,
    layer: Int8 = 0, postalCode: String? = nil
  ) -> SourceReference {
    let source = source(.way)
    content.streets.append(
      StreetRecord(
        source: source, name: content.names.intern(name), isReference: isReference, kind: kind, isArea: isArea,
        layer: layer, postalCode: postalCode.map { content.names.intern($0) },
        line: content.addLine(letters.map(point))))
    return source
  }

  /// A house at a letter, or with an outline through letters; or at a letter in a building around letters that has no
  /// number of its own.
  @discardableResult
  mutating func house(
    _ number: String, _ street: String?, at letter: Character? = nil, outline: String? = nil,
    in building: String? = nil, origin: StreetOrigin = .tag, postalCode: String? = nil,
    city: String? = nil, houseName: String? = nil
  ) -> SourceReference {
    let source = source(outline == nil ? .node : .way)
    let ring = (outline ?? building).map { letters in letters.map(point) + [point(letters.first!)] }
    content.addresses.append(
      AddressRecord(
        source: source, houseNumber: content.names.intern(number),
        houseName: houseName.map { content.names.intern($0) },
        street: street.map { content.names.intern($0) }, streetOrigin: street == nil ? .unknown : origin,
        postalCode: postalCode.map { content.names.intern($0) }, city: city.map { content.names.intern($0) },
        point: letter.map(point) ?? middle(of: ring!), outline: ring.map { content.addPolygons([[$0]]) }))
    return source
  }

  /// An object at a letter with a postal code and perhaps a street, but without a number.
  @discardableResult
  mutating func lender(
    _ postalCode: String, _ street: String? = nil, at letter: Character, city: String? = nil
  ) -> SourceReference {
    let source = house("", street, at: letter, postalCode: postalCode, city: city)
    content.addresses[content.addresses.count - 1].isLender = true
    return source
  }

  /// Interpolated numbers along letters.
  mutating func interpolation(
    _ first: String, _ last: String, step: Int32, _ street: String?, _ letters: String,
    origin: StreetOrigin = .tag
  ) {
    content.interpolations.append(
      InterpolationRecord(
        source: source(.way), street: street.map { content.names.intern($0) }, streetOrigin: origin,
        first: content.names.intern(first), last: content.names.intern(last), step: step, postalCode: nil, city: nil,
        line: content.addLine(letters.map(point))))
  }

  /// An area around letters, with holes.
  @discardableResult
  mutating func area(
    _ name: String, _ outer: String, holes: [String] = [], level: UInt8 = 8, kind: AreaKind = .administrative,
    placeKind: PlaceKind? = nil, country: String? = nil, subdivision: String? = nil, timeZone: String? = nil,
    isCoarse: Bool = false
  ) -> SourceReference? {
    let source = isCoarse ? nil : source(.relation)
    let rings = ([outer] + holes).map { letters in letters.map(point) + [point(letters.first!)] }
    content.areas.append(
      AreaRecord(
        source: source, kind: kind, level: kind == .administrative ? level : 0, name: content.names.intern(name),
        placeKind: placeKind, countryCode: country.map { content.names.intern($0) },
        subdivisionCode: subdivision.map { content.names.intern($0) }, population: 0, labelPlace: nil,
        timeZone: timeZone.map { content.names.intern($0) }, isCoarse: isCoarse, rings: content.addPolygons([rings])))
    return source
  }

  /// The sea as bounded by the coastlines of the extract.
  mutating func seaOfCoastlines(_ name: String, _ outer: String) {
    area(name, outer, kind: .ocean)
    content.areas[content.areas.count - 1].source = nil
  }

  /// A settlement at a letter.
  mutating func place(
    _ name: String, _ kind: PlaceKind, at letter: Character, reach: Float = 5_000, country: String? = nil,
    postalCode: String? = nil, timeZone: String? = nil, population: UInt32 = 0, isCoarse: Bool = false
  ) {
    content.places.append(
      PlaceRecord(
        source: isCoarse ? nil : source(.node), kind: kind, name: content.names.intern(name), population: population,
        countryCode: country.map { content.names.intern($0) }, postalCode: postalCode.map { content.names.intern($0) },
        timeZone: timeZone.map { content.names.intern($0) },
        isCoarse: isCoarse, reachMeters: reach, point: point(letter)))
  }

  /// A place of interest at a letter or around letters.
  mutating func feature(_ name: String, _ category: String, at letter: Character? = nil, outline: String? = nil) {
    let ring = outline.map { letters in letters.map(point) + [point(letters.first!)] }
    content.features.append(
      FeatureRecord(
        source: source(outline == nil ? .node : .way), name: content.names.intern(name),
        category: content.names.intern(category), point: letter.map(point) ?? middle(of: ring!),
        outline: ring.map { content.addPolygons([[$0]]) }))
  }

  private func middle(of ring: [FixedPoint]) -> FixedPoint {
    let corners = ring.dropLast()
    let x = corners.reduce(0) { $0 + Int64($1.x) } / Int64(corners.count)
    let y = corners.reduce(0) { $0 + Int64($1.y) } / Int64(corners.count)
    return FixedPoint(x: Int32(x), y: Int32(y))
  }
}

extension Town {
  /// A square `efgh` in a square `abcd`, and a point `p` in both.
  static func squares(metersPerCell: Double) -> Town {
    Town(
      """
      a               b
        e          f
              p
        h          g
      d               c
      """, metersPerCell: metersPerCell)
  }

  /// A square `abcd` with the points `p` and `s` in it.
  static func square(metersPerCell: Double) -> Town {
    Town(
      """
      a      b
        p  s
      d      c
      """, metersPerCell: metersPerCell)
  }
}
