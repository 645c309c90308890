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
    store = database ?? ExtractStore.usualStore(of: extracts)
  }

  /// The path of the store if none is given. If a store of other extracts already has the name, a hash of the whole
  /// paths and URLs is added to it.
  private static func usualStore(of extracts: [String]) -> String {
    let name = name(extracts.first ?? "").split(separator: ".").first.map(String.init) ?? "extract"
    let path = UserFolders().state + "/" + name
    let (usual, hash) = (path + ".sqlite", Hashing.fnv1a(extracts.map(place).sorted().joined(separator: "\n").utf8))
    let own = "\(path)-\(String(hash, radix: 16)).sqlite"
    if access(own, F_OK) == 0 { return own }
    let made = try? StoreReader(path: usual).info.metadata
    return made.map { fits($0, of: usual, extracts) } ?? true ? usual : own
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
    guard let metadata = try? StoreReader(path: store).info.metadata,
      ExtractStore.fits(metadata, of: store, extracts)
    else { return nil }
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
    let metadata: StoreMetadata
    do throws(StoreError) { metadata = try StoreReader(path: store).info.metadata } catch {
      throw ProgramFailure(error)
    }
    guard !ExtractStore.fits(metadata, of: store, extracts) else { return }
    let made = ExtractStore.origins(metadata, of: store) ?? metadata.extracts
    throw ProgramFailure(
      .usage,
      "\(store) was made of \(made.isEmpty ? "no extract" : made.joined(separator: ", ")), not of \(extracts.map(ExtractStore.place).joined(separator: ", ")); "
        + "name another store with --database, or leave --extract out")
  }

  /// Whether a store was made of these extracts: by their whole paths and URLs, or by their names alone if the store
  /// has no more.
  private static func fits(_ metadata: StoreMetadata, of store: String, _ extracts: [String]) -> Bool {
    guard let made = origins(metadata, of: store) else {
      return metadata.extracts.sorted() == extracts.map(name).sorted()
    }
    let given = extracts.map(place)
    // Stores of earlier versions name the files behind links.
    return made.sorted() == given.sorted()
      || made.map { FileFolder.resolved($0) }.sorted() == given.map { FileFolder.resolved($0) }.sorted()
  }

  /// The whole paths and URLs of the extracts of a store, which stand before the options of its import; nil if the
  /// store does not have them.
  private static func origins(_ metadata: StoreMetadata, of store: String) -> [String]? {
    let words = metadata.importArguments.prefix { !$0.hasPrefix("--") }
    let folder = FileFolder.folder(of: FileFolder.resolved(store))
    return words.isEmpty ? nil : words.map { place(isAddress($0) || $0.hasPrefix("/") ? $0 : "\(folder)/\($0)") }
  }

  /// The whole path or URL of an extract.
  private static func place(_ extract: String) -> String {
    isAddress(extract) ? WebAddress.withoutCredentials(extract) : FileFolder.place(of: extract)
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
