import GeoModel
import GeoStoreWriting
import GeoWire
import OSMFile

/// A table of postal codes with areas: GeoJSON, as one collection or with one feature on each line.
struct PostalAreaFile {
  /// The usual names of properties with a postal code, in any case: those of the Census Bureau's areas, the newest
  /// first, then other common ones.
  static let usualProperties = [
    "ZCTA5CE30", "ZCTA5CE20", "ZCTA5CE10", "ZCTA5CE", "postcode", "postal_code", "postalcode", "plz", "plz_code",
    "code_postal", "codigo_postal", "cap", "cep", "zip", "zipcode", "zip_code", "addr:postcode", "GEOID20", "GEOID10",
    "code",
  ]
  /// The limit of a file's size, as the file is read into memory whole. The areas of the United States in full detail
  /// take 2 GB.
  private static let mostBytes = 8 << 30

  /// The areas, named by their codes as written in the file.
  let areas: [OwnArea]
  /// The number of features, and the reasons for which some were dropped.
  let tally: TableTally

  /// Whether a file is GeoJSON, by its first bytes.
  ///
  /// - Throws: ``ImportError`` if it cannot be read.
  static func isOne(_ path: String) throws(ImportError) -> Bool {
    let file = try open(path)
    while true {
      let bytes = try read(64 << 10, of: file)
      if bytes.isEmpty { return false }
      let first = bytes.first { !([0x1E, 0xEF, 0xBB, 0xBF].contains($0) || $0 <= 0x20) }
      if let first { return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") }
    }
  }

  /// Reads a file.
  ///
  /// - Throws: ``ImportError`` if it cannot be read, or has no area with a code.
  init(_ path: String, _ wish: OwnAreaReader.Wish) throws(ImportError) {
    let file = try PostalAreaFile.open(path)
    var bytes: [UInt8] = []
    while true {
      let piece = try PostalAreaFile.read(1 << 20, of: file)
      if piece.isEmpty { break }
      bytes += piece
      guard bytes.count <= PostalAreaFile.mostBytes else {
        throw ImportError(
          .unreadableExtract,
          "\(path) has more than \(PostalAreaFile.mostBytes >> 30) GB; simplify its polygons, as ogr2ogr -simplify does"
        )
      }
    }
    do throws(OwnAreaReader.Failure) {
      let result = try OwnAreaReader.read(bytes, wish)
      areas = result.areas
      var tally = TableTally(name: AddressTables.name(of: path))
      tally.rows = areas.count + result.dropped.values.reduce(0, +)
      for (reason, count) in result.dropped {
        tally.dropped[reason.map { $0 == " " ? "-" : String($0) }.joined(), default: 0] += count
      }
      self.tally = tally
    } catch {
      let advice = error.message.contains("property") ? "; --postal-codes-property names the one with the code" : ""
      throw ImportError(
        .unreadableExtract, "\(path): \(ForeignText.visible(ForeignText.oneLine(error.message)))\(advice)")
    }
  }

  private static func open(_ path: String) throws(ImportError) -> UnpackedStream {
    do throws(OSMFileError) { return try UnpackedStream(path: path) } catch { throw ImportError(error) }
  }

  private static func read(_ most: Int, of file: UnpackedStream) throws(ImportError) -> [UInt8] {
    do throws(OSMFileError) { return try file.read(most) } catch { throw ImportError(error) }
  }
}

/// The countries of a content, for areas that do not name theirs. Boundaries of extracts come before those of the
/// coarse world layer.
struct PostalCountries {
  private struct Country {
    var code: String
    var box: FixedBox
    var rings: RingRange
    /// The polygons, built at the first use.
    var region: ImportRegion?
  }

  private var countries: [Country] = []

  /// Finds the countries of a content.
  init(_ content: StoreContent) {
    for isCoarse in [false, true] {
      for area in content.areas where area.kind == .administrative && area.level == 2 && area.isCoarse == isCoarse {
        guard let code = area.countryCode.map({ content.names.text($0) }) else { continue }
        countries.append(Country(code: code, box: content.box(of: area.rings), rings: area.rings))
      }
    }
  }

  /// The ISO 3166-1 alpha-2 code of the country that contains an inner point of the area's polygon with the most
  /// vertices; nil if none is known.
  mutating func country(of area: OwnArea, _ content: StoreContent) -> String? {
    let largest = area.polygons.max { $0[0].count < $1[0].count } ?? []
    guard let point = InteriorPoint.of(largest.map { $0[...] }) else { return nil }
    for index in countries.indices where countries[index].box.contains(point) {
      let region = countries[index].region ?? ImportRegion(polygons: content.polygons(countries[index].rings))
      countries[index].region = region
      if region.contains(point) { return countries[index].code }
    }
    return nil
  }
}
