import CGeocode
import Foundation
import GeoC
import GeoEngine
import GeoModel
import GeoStoreWriting
import GeoTestKit
import GeoWire
import Testing

/// A village with a store, queried as a program in C does.
private final class AskedVillage {
  static let houses = (0..<40).map { FixedPoint(x: 95_000_000 + Int32($0) * 5_000, y: 471_400_000) }
  static let far = (latitude: -40.0, longitude: -130.0)

  let file: TemporaryStore
  let store: OpaquePointer

  init() throws {
    var content = StoreContent()
    for (number, place) in AskedVillage.houses.enumerated() {
      content.address("\(number + 1)", street: number < 20 ? "Städtle" : "Äulestrasse", at: place)
    }
    content.street("Städtle", [AskedVillage.houses[0], AskedVillage.houses[19]])
    content.street("Äulestrasse", [AskedVillage.houses[20], AskedVillage.houses[39]])
    content.place("Vaduz", kind: .town, at: AskedVillage.houses[10])
    file = try TemporaryStore(content)
    var opened: OpaquePointer?
    try #require(geocode_open(file.path, &opened, nil) == GEOCODE_OK)
    store = try #require(opened)
  }

  deinit { geocode_close(store) }

  /// The answer of the engine in the same process.
  func expected(_ latitude: Double, _ longitude: Double) throws -> Placemark {
    let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
    return try PlacemarkEngine(database: file.path).placemarks(for: PlacemarkQuery(coordinate: coordinate))[0]
  }
}

/// Columns that a call returned, released at the end.
final class Answers {
  var array = ArrowArray()
  var schema = ArrowSchema()
  private(set) var status = GEOCODE_OK
  private(set) var message = ""

  init(
    _ store: OpaquePointer?, _ points: [(Double, Double)],
    columns: String? = "street,house_number,distance_meters,status",
    options: geocode_options? = nil
  ) {
    let (latitudes, longitudes) = (points.map(\.0), points.map(\.1))
    var text: UnsafeMutablePointer<CChar>?
    var given = options ?? usualOptions()
    status = geocode_columns(
      store, latitudes, longitudes, Int64(points.count), columns, &given, &array, &schema, &text)
    if let text {
      message = String(cString: text)
      geocode_free(text)
    }
  }

  deinit {
    if let release = array.release { release(&array) }
    if let release = schema.release { release(&schema) }
  }

  /// The texts of a column; nil where nothing is known.
  func texts(_ column: Int) -> [String?] {
    let child = array.children[column]!.pointee
    let dictionary = child.dictionary.pointee
    let numbers = child.buffers[1]!.assumingMemoryBound(to: Int32.self)
    let offsets = dictionary.buffers[1]!.assumingMemoryBound(to: Int32.self)
    let bytes = dictionary.buffers[2]!
    return (0..<Int(child.length)).map { row in
      guard isKnown(child, row) else { return nil }
      let (start, end) = (offsets[Int(numbers[row])], offsets[Int(numbers[row]) + 1])
      return String(decoding: UnsafeRawBufferPointer(start: bytes + Int(start), count: Int(end - start)), as: UTF8.self)
    }
  }

  /// The numbers of a column; nil where nothing is known.
  func numbers(_ column: Int) -> [Double?] {
    let child = array.children[column]!.pointee
    let values = child.buffers[1]!.assumingMemoryBound(to: Double.self)
    return (0..<Int(child.length)).map { isKnown(child, $0) ? values[$0] : nil }
  }

  private func isKnown(_ child: ArrowArray, _ row: Int) -> Bool {
    guard let bits = child.buffers[0]?.assumingMemoryBound(to: UInt8.self) else { return true }
    return bits[row / 8] >> UInt8(row % 8) & 1 == 1
  }
}

private func usualOptions() -> geocode_options {
  var options = geocode_options()
  options.size = MemoryLayout<geocode_options>.size
  options.maximum_distance_meters = -1
  return options
}

@Suite("The C interface")
struct InterfaceTests {
  @Test("one point as JSON and as a structure says what the engine says")
  func onePoint() throws {
    let village = try AskedVillage()
    let placemark = try village.expected(47.14, 9.5)
    var json: UnsafeMutablePointer<CChar>?
    #expect(geocode_json(village.store, 47.14, 9.5, nil, &json, nil) == GEOCODE_OK)
    var bytes: [UInt8] = []
    PlacemarkJSON.append(placemark, to: &bytes)
    #expect(String(cString: try #require(json)) == String(decoding: bytes, as: UTF8.self))
    geocode_free(json)
    var structure: UnsafeMutablePointer<geocode_placemark>?
    #expect(geocode_placemark_at(village.store, 47.14, 9.5, nil, &structure, nil) == GEOCODE_OK)
    let found = try #require(structure).pointee
    #expect(String(cString: found.street) == "Städtle" && String(cString: found.house_number) == "1")
    #expect(String(cString: found.city) == "Vaduz" && found.postal_code == nil)
    #expect(found.distance_meters == placemark.distanceMeters && found.latitude == placemark.coordinate.latitude)
    geocode_placemark_free(structure)
  }

  @Test("each field of the structure says what its column says")
  func fields() throws {
    let village = try AskedVillage()
    var structure: UnsafeMutablePointer<geocode_placemark>?
    try #require(geocode_placemark_at(village.store, 47.14, 9.505, nil, &structure, nil) == GEOCODE_OK)
    let placemark = UnsafeRawPointer(try #require(structure))
    var count = 0
    let fields = UnsafeBufferPointer(start: geocode_fields(&count), count: count)
    let names = fields.map { String(cString: $0.name) }
    // The other columns need a query of their own, or belong to the row.
    let others = OutputColumn.allCases.filter { !$0.isOfRoad }.map(\.name)
    #expect(others.filter { !names.contains($0) } == PlacemarkField.extras.map(\.column) + ["status"])
    let row = Answers(village.store, [(47.14, 9.505)], columns: names.joined(separator: ","))
    var known = 0
    for (position, field) in fields.enumerated() {
      if field.is_number != 0 {
        #expect(placemark.load(fromByteOffset: field.offset, as: Double.self) == row.numbers(position)[0])
      } else {
        let text = placemark.load(fromByteOffset: field.offset, as: UnsafePointer<CChar>?.self)
        #expect(text.map { String(cString: $0) } == row.texts(position)[0], "\(names[position])")
        if text != nil { known += 1 }
      }
    }
    #expect(known >= 6)
    geocode_placemark_free(structure)
  }

  @Test("what a terminal would obey, and a NUL, is no text of columns and structures, and one of JSON")
  func foreignTexts() throws {
    var content = StoreContent()
    content.address("1\u{7}", street: "A\u{1B}[2J\0B\u{9B}C\u{C2}", at: AskedVillage.houses[0])
    let file = try TemporaryStore(content)
    var store: OpaquePointer?
    try #require(geocode_open(file.path, &store, nil) == GEOCODE_OK)
    defer { geocode_close(store) }
    let shown = "A\u{FFFD}[2J\u{FFFD}B\u{FFFD}C\u{C2}"
    let row = Answers(store, [(47.14, 9.5), (47.14, 9.5)], columns: "street,house_number,address")
    #expect(row.texts(0) == [shown, shown] && row.texts(1) == ["1\u{FFFD}", "1\u{FFFD}"])
    #expect(row.array.children[0]!.pointee.dictionary.pointee.length == 1)
    var structure: UnsafeMutablePointer<geocode_placemark>?
    #expect(geocode_placemark_at(store, 47.14, 9.5, nil, &structure, nil) == GEOCODE_OK)
    let placemark = try #require(structure).pointee
    #expect(String(cString: placemark.street) == shown && row.texts(2)[0] == String(cString: placemark.address))
    #expect(!String(cString: placemark.formatted_address).utf8.contains(0x1B))
    geocode_placemark_free(structure)
    var json: UnsafeMutablePointer<CChar>?
    #expect(geocode_json(store, 47.14, 9.5, nil, &json, nil) == GEOCODE_OK)
    #expect(String(cString: try #require(json)).contains("A\\u001b[2J\\u0000B"))
    geocode_free(json)
  }

  @Test("columns have a row for each point, in order, whatever is wrong with some")
  func columns() throws {
    let village = try AskedVillage()
    var points: [(Double, Double)] = AskedVillage.houses.map { (Double($0.y) / 1e7, Double($0.x) / 1e7) }
    points += [(.nan, 9.5), (91, 9.5), AskedVillage.far, (47.14, .infinity), points[0]]
    let answers = Answers(village.store, points)
    #expect(answers.status == GEOCODE_OK, "\(answers.message)")
    #expect(answers.array.length == Int64(points.count) && answers.schema.n_children == 4)
    #expect(String(cString: answers.schema.children[1]!.pointee.name) == "house_number")
    #expect(
      answers.texts(0)
        == (0..<40).map { $0 < 20 ? "Städtle" : "Äulestrasse" } + [nil, nil, nil, nil, "Städtle"])
    #expect(answers.texts(1) == (1...40).map { "\($0)" } + [nil, nil, nil, nil, "1"])
    #expect(answers.numbers(2) == [Double?](repeating: 0, count: 40) + [nil, nil, nil, nil, 0])
    let wrong = ["missing_coordinate", "out_of_range", "not_found", "out_of_range"]
    #expect(answers.texts(3) == [String?](repeating: "ok", count: 40) + wrong + ["ok"])
  }

  @Test("threads find the same as one")
  func threads() throws {
    let village = try AskedVillage()
    let points = (0..<70_000).map { number in
      let house = AskedVillage.houses[number * 7 % 40]
      return (Double(house.y) / 1e7 + Double(number % 11) * 1e-6, Double(house.x) / 1e7)
    }
    var one = usualOptions()
    one.threads = 1
    var four = usualOptions()
    four.threads = 4
    let (alone, together) = (
      Answers(village.store, points, columns: "all", options: one),
      Answers(village.store, points, columns: "all", options: four)
    )
    #expect(alone.status == GEOCODE_OK && together.status == GEOCODE_OK)
    let columns = OutputColumn.usualAll
    for column in columns.indices {
      if [.field(.distanceMeters), .field(.latitude), .field(.longitude)].contains(columns[column]) {
        #expect(alone.numbers(column) == together.numbers(column))
      } else {
        #expect(alone.texts(column) == together.texts(column))
      }
    }
  }

  @Test("no points are no rows, and all columns are those that are named")
  func edges() throws {
    let village = try AskedVillage()
    let none = Answers(village.store, [], columns: "all")
    #expect(none.status == GEOCODE_OK && none.array.length == 0)
    let names = String(cString: geocode_column_names()).split(separator: ",").map(String.init)
    #expect(names == OutputColumn.allCases.map(\.name))
    let schema = (0..<Int(none.schema.n_children)).map { String(cString: none.schema.children[$0]!.pointee.name) }
    #expect(schema == OutputColumn.usualAll.map(\.name))
    // Every row is null if no point has a placemark.
    let nowhere = Answers(village.store, [AskedVillage.far, AskedVillage.far], columns: "street,status")
    #expect(nowhere.texts(0) == [nil, nil] && nowhere.texts(1) == ["not_found", "not_found"])
  }

  @Test("the progress function sees all points, and stops the work")
  func progress() throws {
    let village = try AskedVillage()
    let points = [(Double, Double)](repeating: (47.14, 9.5), count: 50_000)
    var options = usualOptions()
    var last: Int64 = 0
    withUnsafeMutablePointer(to: &last) { place in
      options.context = UnsafeMutableRawPointer(place)
      options.progress = { context, done, total in
        context?.assumingMemoryBound(to: Int64.self).pointee = done
        return total == 50_000 ? 0 : 1
      }
      #expect(Answers(village.store, points, options: options).status == GEOCODE_OK)
    }
    #expect(last == 50_000)
    options.context = nil
    options.progress = { _, _, _ in 1 }
    let stopped = Answers(village.store, points, options: options)
    #expect(stopped.status == GEOCODE_CANCELLED && stopped.array.release == nil && stopped.schema.release == nil)
  }

  @Test("what a caller gets wrong is said")
  func wrongCalls() throws {
    let village = try AskedVillage()
    func message(_ change: (inout geocode_options) -> Void) -> String {
      var options = usualOptions()
      change(&options)
      let answers = Answers(village.store, [(47.14, 9.5)], options: options)
      #expect(answers.status == GEOCODE_INVALID)
      return answers.message
    }
    #expect(message { $0.size = 4 }.contains("options.size is 4; begin with GEOCODE_OPTIONS"))
    #expect(message { $0.size = -1 }.contains("options.size is \(UInt.max); "))
    #expect(message { $0.threads = -1 }.contains("threads is -1"))
    #expect(message { $0.extras = 9 }.contains("extras is 9"))
    #expect(message { $0.maximum_distance_meters = .nan }.contains("not a number"))
    "houses".withCString { text in #expect(message { $0.detail = text }.contains("address")) }
    "XX".withCString { text in #expect(message { $0.worldview = text }.contains("worldview is \"XX\"; it must be")) }
    "de,,x-".withCString { text in #expect(message { $0.languages = text }.contains("languages")) }
    let unknown = Answers(village.store, [], columns: "street,towns")
    #expect(unknown.status == GEOCODE_INVALID && unknown.message.contains("towns") && unknown.message.contains("city"))
    #expect(Answers(nil, [(1, 1)]).status == GEOCODE_INVALID)
    #expect(geocode_json(village.store, 91, 0, nil, nil, nil) == GEOCODE_INVALID)
    #expect(
      geocode_json(village.store, AskedVillage.far.latitude, AskedVillage.far.longitude, nil, nil, nil)
        == GEOCODE_NOT_FOUND)
    geocode_close(nil)
    geocode_free(nil)
    geocode_placemark_free(nil)
  }

  @Test("a file that is no store is told from one that is missing")
  func files() throws {
    let folder = TemporaryFolder()
    let text = folder.file("text.sqlite")
    try "no store".write(toFile: text, atomically: true, encoding: .utf8)
    for (path, status) in [
      (folder.file("nowhere.sqlite"), GEOCODE_MISSING), (text, GEOCODE_FOREIGN), (folder.path, GEOCODE_UNREADABLE),
    ] {
      var store: OpaquePointer?
      var message: UnsafeMutablePointer<CChar>?
      #expect(geocode_open(path, &store, &message) == status)
      #expect(store == nil)
      #expect(String(cString: try #require(message)).contains(path))
      geocode_free(message)
    }
    #expect(geocode_open(nil, nil, nil) == GEOCODE_INVALID)
    var (store, message): (OpaquePointer?, UnsafeMutablePointer<CChar>?)
    #expect(geocode_open("", &store, &message) == GEOCODE_MISSING && store == nil)
    #expect(String(cString: try #require(message)).hasPrefix("the path of the store is empty; "))
    geocode_free(message)
  }

  @Test("a store that is renamed over the open one is there after a reload")
  func reload() throws {
    let village = try AskedVillage()
    var content = StoreContent()
    content.address("7", street: "Neugasse", at: AskedVillage.houses[0])
    let other = try TemporaryStore(content)
    #expect(rename(other.path, village.file.path) == 0)
    #expect(Answers(village.store, [(47.14, 9.5)]).texts(0) == ["Städtle"])
    #expect(geocode_reload(village.store, nil) == GEOCODE_OK)
    #expect(Answers(village.store, [(47.14, 9.5)]).texts(0) == ["Neugasse"])
    unlink(village.file.path)
    #expect(geocode_reload(village.store, nil) == GEOCODE_MISSING)
    #expect(Answers(village.store, [(47.14, 9.5)]).texts(0) == ["Neugasse"])
  }

  @Test("a store that is cut short while it is open is damaged, until it is whole again")
  func damage() throws {
    let village = try AskedVillage()
    let whole = try Data(contentsOf: URL(fileURLWithPath: village.file.path))
    #expect(truncate(village.file.path, 8_192) == 0)
    let broken = Answers(village.store, [(47.14, 9.5)])
    #expect(broken.status == GEOCODE_DAMAGED && !broken.message.isEmpty && broken.array.release == nil)
    #expect(geocode_json(village.store, 47.14, 9.5, nil, nil, nil) == GEOCODE_DAMAGED)
    unlink(village.file.path)
    try whole.write(to: URL(fileURLWithPath: village.file.path))
    #expect(Answers(village.store, [(47.14, 9.5)]).texts(0) == ["Städtle"])
  }

  @Test("many threads ask one store")
  func manyThreads() async throws {
    let village = try AskedVillage()
    let store = UInt(bitPattern: village.store)
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask {
          let house = AskedVillage.houses[number % 40]
          var json: UnsafeMutablePointer<CChar>?
          let status = geocode_json(
            OpaquePointer(bitPattern: store), Double(house.y) / 1e7, Double(house.x) / 1e7, nil, &json, nil)
          defer { geocode_free(json) }
          return status == GEOCODE_OK
            && json.map { String(cString: $0).contains("\"houseNumber\":\"\(number % 40 + 1)\"") } == true
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("what a store says about itself")
  func info() throws {
    let village = try AskedVillage()
    var json: UnsafeMutablePointer<CChar>?
    #expect(geocode_info(village.store, &json, nil) == GEOCODE_OK)
    let data = Data(String(cString: try #require(json)).utf8)
    geocode_free(json)
    let info = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(
      info["version"] as? String == productVersion && info["version"] as? String == String(cString: geocode_version()))
    #expect(info["icu"] is String)
    #expect((info["rows"] as? [String: Any])?["address"] as? Int == 40)
    let attribution = geocode_attribution(village.store)
    #expect(String(cString: try #require(attribution)).contains("OpenStreetMap"))
    geocode_free(attribution)
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(
    "the header and what is written against it compile without a warning, the header as C++ also",
    .enabled(
      if: ["cc", "c++"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") },
      "there are no compilers of C and C++"),
    arguments: [
      ["-std=c11", "Examples/c/addresses.c"], ["-xc", "Sources/CGeocode/geocode.h"],
      ["-xc++", "Sources/CGeocode/geocode.h"],
    ])
  func header(arguments: [String]) throws {
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/cc")
    compiler.currentDirectoryURL = InterfaceTests.root
    compiler.arguments =
      ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-ISources/CGeocode"] + arguments
    let errors = Pipe()
    compiler.standardError = errors
    try compiler.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    #expect(compiler.terminationStatus == 0, "\(said)")
  }
}
