import GeoSupport

/// What all suites of a run share: data, a temporary folder, and how thorough to be.
final class Workbench {
  /// The folder with `liechtenstein-2022-12-15.osm.pbf` and `scale/merged-17-extracts.osm.pbf`.
  let data: String
  /// The world layer that every import gets.
  let world: String
  /// Removed at the end.
  let folder: String
  /// How often the suite `scale` repeats an extract, from few to many.
  let copies: [Int]
  let isQuick: Bool
  private var said: Set<String> = []

  init(data: String, world: String, copies: [Int], isQuick: Bool) throws {
    self.data = data
    self.world = world
    self.copies = copies
    self.isQuick = isQuick
    var template = Array("/tmp/geocode-benchmarks-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw BenchmarkError(description: "no temporary folder in /tmp") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The small extract, the one with most houses for its size.
  var liechtenstein: String { "\(data)/liechtenstein-2022-12-15.osm.pbf" }
  /// The large extract.
  var merged: String { "\(data)/scale/merged-17-extracts.osm.pbf" }

  /// Whether a file is there; says once that what needs it is skipped.
  func has(_ path: String, for purpose: String) -> Bool {
    if access(path, R_OK) == 0 { return true }
    skip(purpose, "there is no \(path)")
    return false
  }

  /// Says once what is left out and why.
  func skip(_ what: String, _ why: String) {
    if said.insert(what).inserted { note("skipped \(what): \(why)") }
  }

  /// Says what happens, on standard error.
  func note(_ text: String) {
    let line = Array("# \(text)\n".utf8)
    // What a terminal does not take is lost; the table matters.
    _ = write(2, line, line.count)
  }

  /// The size of a file in bytes, 0 when there is none.
  func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Removes the temporary folder, which holds files only.
  func clean() {
    for name in FileFolder.names(in: folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
}

/// A build to measure: a folder with programs, such as `.build/release`.
struct Build {
  /// `A` or `B`; part of the names of its temporary files.
  let letter: String
  let folder: String

  /// Path of a program; nil, and a line that says so, when the build lacks it.
  func program(_ name: String, _ bench: Workbench) -> String? {
    let path = "\(folder)/\(name)"
    return bench.has(path, for: "what needs \(name) of build \(letter)") ? path : nil
  }

  /// Where the store of an extract is, that this build makes.
  func store(_ name: String, _ bench: Workbench) -> String { "\(bench.folder)/\(letter)-\(name).sqlite" }
}
