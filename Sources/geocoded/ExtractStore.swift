import GeoConsole
import GeoServer
import GeoStore
import GeoSupport

/// The store of `--extract`: imported from extracts by the command line program beside this one, and again when they
/// are newer.
struct ExtractStore {
  /// The paths and URLs of extracts.
  let extracts: [String]
  /// The store's path.
  let store: String

  /// The store of some extracts.
  ///
  /// - Parameter database: its path; nil for a file beside the daemon's messages, named after the first extract.
  init(_ extracts: [String], database: String?) {
    self.extracts = extracts
    let name = ExtractStore.name(extracts.first ?? "").split(separator: ".").first.map(String.init) ?? "extract"
    store = database ?? UserFolders().state + "/\(name).sqlite"
  }

  /// Imports the extracts if there is no store yet, and returns once there is one.
  ///
  /// - Throws: ``ProgramFailure`` if the store has other extracts, or the import fails. If the import has printed a
  ///   message, the failure has none.
  func prepare() throws(ProgramFailure) {
    guard access(store, F_OK) != 0 else { return try check() }
    UserFolders.make(FileFolder.folder(of: store))
    let (program, child): (String, ChildProcess)
    program = try self.program()
    do throws(ChildProcess.Failure) { child = try ChildProcess(program, ["import", "-o", store] + extracts, []) } catch
    {
      throw ProgramFailure(.noInput, "\(program) cannot be run: \(error.message)")
    }
    Interruption.handle { kill(child.id, SIGTERM) }
    let status = child.end()
    // From now on signals are for the daemon.
    Startup.surviveSignals()
    if Interruption.isRequested { throw ProgramFailure(Interruption.status, "") }
    guard status == 0 else { throw ProgramFailure(ExitStatus(rawValue: status) ?? .noInput, "") }
  }

  /// The command that updates the store now; nil if there is nothing to do.
  ///
  /// - Parameter isFirst: whether the daemon has just started; then applying changes waits.
  func command(isFirst: Bool) -> StoreUpdating.Command? {
    guard let metadata = try? StoreReader(path: store).info.metadata else { return nil }
    if !isFirst, metadata.replication.url != nil { return Startup.updateCommand(store) }
    guard let program = try? program() else { return nil }
    if extracts.contains(where: ExtractStore.isAddress) {
      return StoreUpdating.Command(program: program, words: ["import", "--update", "--quiet", "-o", store])
    }
    guard isNewer else { return nil }
    return StoreUpdating.Command(program: program, words: ["import", "--quiet", "-o", store] + extracts)
  }

  /// Whether an extract's file was changed after the store was made.
  private var isNewer: Bool {
    func time(_ path: String) -> (Int, Int)? {
      var status = stat()
      return stat(path, &status) == 0 ? (status.st_mtim.tv_sec, status.st_mtim.tv_nsec) : nil
    }
    guard let made = time(store) else { return true }
    return extracts.contains { time($0).map { $0 > made } ?? false }
  }

  /// - Throws: ``ProgramFailure`` if the existing store has other extracts, and would be lost.
  private func check() throws(ProgramFailure) {
    let made: [String]
    do throws(StoreError) { made = try StoreReader(path: store).info.metadata.extracts } catch {
      throw ProgramFailure(error)
    }
    let names = extracts.map(ExtractStore.name)
    guard made.sorted() != names.sorted() else { return }
    throw ProgramFailure(
      .usage,
      "\(store) was made of \(made.isEmpty ? "no extract" : made.joined(separator: ", ")), not of \(names.joined(separator: ", ")); "
        + "name another store with --database, or leave --extract out")
  }

  private func program() throws(ProgramFailure) -> String {
    let program = FileFolder.folder(of: Startup.executablePath) + "/geocode"
    guard access(program, X_OK) == 0 else {
      throw ProgramFailure(
        .noInput, "--extract needs \(program), which is not there; build it with 'bash install.sh' in the sources")
    }
    return program
  }

  private static func isAddress(_ word: String) -> Bool {
    ["https://", "http://", "file://"].contains { word.lowercased().utf8.starts(with: $0.utf8) }
  }

  /// The file name of an extract.
  private static func name(_ extract: String) -> String {
    FileFolder.name(of: isAddress(extract) ? String(extract.prefix { $0 != "?" && $0 != "#" }) : extract)
  }
}
