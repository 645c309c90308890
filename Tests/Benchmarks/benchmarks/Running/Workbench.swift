import GeoSupport

/// The shared state of a run's suites: data, a temporary folder, and how thorough to be.
final class Workbench {
  /// The folder with `liechtenstein-2022-12-15.osm.pbf` and `scale/merged-17-extracts.osm.pbf`.
  let data: String
  /// The world layer for all imports.
  let world: String
  /// The temporary folder, removed at the end.
  let folder: String
  /// The numbers of copies for the suite `scale`, ascending.
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

  /// The small extract, which has the most houses for its size.
  var liechtenstein: String { "\(data)/liechtenstein-2022-12-15.osm.pbf" }
  /// The large extract.
  var merged: String { "\(data)/scale/merged-17-extracts.osm.pbf" }

  /// Whether a file exists; prints once if measurements are skipped without it.
  func has(_ path: String, for purpose: String) -> Bool {
    if access(path, R_OK) == 0 { return true }
    skip(purpose, "there is no \(path)")
    return false
  }

  /// Prints once that something is skipped, and why.
  func skip(_ what: String, _ why: String) {
    if said.insert(what).inserted { note("skipped \(what): \(why)") }
  }

  /// Prints a note on standard error.
  func note(_ text: String) {
    let line = Array("# \(text)\n".utf8)
    // A failed write is ignored; only the table matters.
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

  /// The path of a program; nil, after a note, when the build lacks it.
  func program(_ name: String, _ bench: Workbench) -> String? {
    let path = "\(folder)/\(name)"
    return bench.has(path, for: "what needs \(name) of build \(letter)") ? path : nil
  }

  /// The path of the store that this build makes of an extract.
  func store(_ name: String, _ bench: Workbench) -> String { "\(bench.folder)/\(letter)-\(name).sqlite" }
}
