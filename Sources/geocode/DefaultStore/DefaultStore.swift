import ArgumentParser
import GeoConsole
import GeoEngine
import GeoImport
import GeoImportCommand
import GeoStore
import GeoSupport

/// The store that is made once from the default data and kept in the user's cache folder.
///
/// 1. Its name contains a fingerprint of its sources, so new data or a new format make a new store.
/// 2. If it exists and can be opened, it is used.
/// 3. Otherwise one process makes it, under a lock. The others wait and then use it.
/// 4. If the default data is missing, as in a clone that was cleaned, the most recently used store still answers.
/// 5. The import writes a temporary file and renames it, so a store with this name is always complete.
struct DefaultStore {
  let data: DefaultData
  /// The cache folder.
  let folder: String

  /// The default store of this user and program, whether it exists or not.
  ///
  /// - Throws: `ProgramFailure` with `.noInput` when the default data is missing.
  static func find() throws(ProgramFailure) -> DefaultStore {
    DefaultStore(data: try DefaultData.find(), folder: UserFolders().cache)
  }

  /// The path of the default store, which is made first if it is missing or unusable.
  ///
  /// - Throws: `ProgramFailure` that names the missing or unwritable file and what to do.
  static func ready(isQuiet: Bool) throws -> String {
    let store: DefaultStore
    do throws(ProgramFailure) { store = try find() } catch {
      guard let path = CacheFolder.newestStore(in: UserFolders().cache), (try? PlacemarkEngine(database: path)) != nil
      else { throw error }
      if !isQuiet {
        StandardError.writeLine("\(error.message). Answers come from \(path), which was prepared earlier.")
      }
      return path
    }
    if !(try store.isUsable) { try store.prepare(isQuiet: isQuiet) }
    return try store.path
  }

  /// Opens the default store for one query. A good store is opened only once.
  static func open(isQuiet: Bool) throws -> StoreAnswers {
    let store: DefaultStore
    do throws(ProgramFailure) { store = try find() } catch {
      return try StoreAnswers(path: try ready(isQuiet: isQuiet))
    }
    do { return try StoreAnswers(path: try store.path) } catch is StoreError {
      try store.prepare(isQuiet: isQuiet)
      return try StoreAnswers(path: try store.path)
    }
  }

  /// The path of the store, whether it exists or not.
  var path: String {
    get throws(ProgramFailure) { "\(folder)/default-\(try CacheFolder.fingerprint(of: data)).sqlite" }
  }

  /// Whether the store exists, is intact and has the current format.
  private var isUsable: Bool {
    get throws { (try? PlacemarkEngine(database: try path)) != nil }
  }

  private func prepare(isQuiet: Bool) throws {
    let path = try path
    try CacheFolder.create(folder)
    let lock = try FileLock(path: folder + "/prepare.lock") {
      if !isQuiet { StandardError.writeLine("Waiting for another geocode that is preparing the default store.") }
    }
    defer { lock.release() }
    // Another process may have made it while this one waited.
    guard !(try isUsable) else { return }
    if !isQuiet { StandardError.writeLine("Preparing the default store, once: \(path)") }
    try DefaultImport(data: data, isQuiet: isQuiet).run(output: path)
    CacheFolder.removeOldStores(in: folder, except: path)
  }
}

/// Makes the default store from the default data.
struct DefaultImport {
  let data: DefaultData
  let isQuiet: Bool

  /// Imports all extracts and the world layer into a store.
  ///
  /// - Throws: `ProgramFailure`; then nothing is left at `output`.
  func run(output: String) throws(ProgramFailure) {
    let display = ProgressDisplay(isQuiet: isQuiet)
    var options = ImportOptions(threads: 2, worldLayer: data.worldLayer)
    options.isCancelled = { Interruption.isRequested }
    Interruption.handle()
    Allocator.returnLargeBlocks()
    do {
      _ = try Importer(options).run(extracts: data.extracts, output: output, reporter: ImportProgress(display))
    } catch {
      display.clear()
      throw ProgramFailure(error)
    }
    display.end()
  }
}

/// `geocode prepare`: makes the default store before the first query, for instance when building an image or a package.
struct PrepareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prepare", _superCommandName: "geocode",
    abstract: "Prepare the default store now, and print its path.",
    discussion: """
      The first answer from the default data prepares it anyway. The store is kept in \
      ${XDG_CACHE_HOME:-~/.cache}/geocode and made anew when the data or the program change.

      Examples:
        geocode prepare
        geocode check "$(geocode prepare --quiet)"
      """)

  @Flag(name: .shortAndLong, help: "No progress on standard error.")
  var quiet = false

  func run() throws {
    let output = StandardOutput()
    try output.writeLine(try DefaultStore.ready(isQuiet: quiet))
    try output.flush()
  }
}
