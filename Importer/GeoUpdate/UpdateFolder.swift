import GeoImportCommand
import GeoSupport

/// The folder beside a store that holds what its updates need: `STORE.updates`. One process at a time works with it.
///
/// | file | what it is |
/// |---|---|
/// | `changes.osm.pbf` | the changes since the extracts were made, see ``ChangeSet`` |
/// | `base-SEQUENCE-NUMBER.osm.pbf` | extracts with their changes in them, once there were many |
/// | `change.osc.gz` | the change file that is being fetched |
/// | other extracts | those that `geocode import https://…` has fetched; with `.part` while it does, and with `.new` beside it until it is in the store |
/// | `server` | the address that `--replication` has named last, which may be any |
/// | `lock` | held by the process at work |
package final class UpdateFolder {
  /// The folder's path.
  package let path: String
  private let lock: Int32
  /// Whether this made the folder and has its lock.
  private var isMaker = false

  /// The path of the folder of a store.
  package static func path(of store: String) -> String { store + ".updates" }

  /// Makes the folder of a store, if there is none, and takes its lock.
  ///
  /// - Throws: ``UpdateError`` with code `.busy` when another process has it, or `.cannotWrite`, also where others could have put files into it.
  package init(of store: String) throws(UpdateError) {
    path = Self.path(of: store)
    let isNew = mkdir(path, 0o755) == 0
    let isThere = isNew || errno == EEXIST
    if isThere { try Self.checkOwner(path) }
    lock = isThere ? open(path + "/lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644) : -1
    guard lock >= 0 else {
      throw UpdateError(
        .cannotWrite, "\(path) cannot be written, where updates keep their files: \(systemMessage())")
    }
    var status = stat()
    // A lock without a name is one that its last holder has just removed.
    guard SystemCall.lock(lock, LOCK_EX | LOCK_NB) == 0, fstat(lock, &status) == 0, status.st_nlink > 0 else {
      throw UpdateError(.busy, "another update of \(store) is under way")
    }
    isMaker = isNew
  }

  deinit {
    // Nothing came, as when an address is mistyped: then nothing stays.
    if isMaker, FileFolder.names(in: path) == ["lock"] {
      unlink(file("lock"))
      rmdir(path)
    }
    if lock >= 0 { close(lock) }
  }

  /// Refuses a folder into which somebody else may have put extracts and changes, or links to files of the user.
  private static func checkOwner(_ path: String) throws(UpdateError) {
    var (link, folder) = (stat(), stat())
    guard lstat(path, &link) == 0, stat(path, &folder) == 0 else { return }
    let (user, word) = (geteuid(), ShellWord.file(path))
    guard [link, folder].allSatisfy({ $0.st_uid == user || $0.st_uid == 0 }) else {
      throw UpdateError(
        .cannotWrite,
        "\(path) belongs to another user, who could have put anything into it; if you trust it, type 'chown -R \(user) \(word)', else remove it"
      )
    }
    guard folder.st_mode & 0o022 == 0 else {
      throw UpdateError(
        .cannotWrite,
        "others than its owner may write into \(path); if you trust what is in it, type 'chmod go-w \(word)', else remove it"
      )
    }
  }

  /// The address that may be any, as the user has named it; nil when there is none.
  var trusted: String? {
    let bytes = try? FileContents.bytes(ofRegular: file("server"), limit: 1 << 16)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Remembers an address that the user has named.
  ///
  /// - Throws: ``UpdateError`` with code `.cannotWrite`.
  func trust(_ address: String) throws(UpdateError) {
    guard trusted != address else { return }
    do throws(FileContents.Failure) { try FileContents.replace(file("server"), with: Array(address.utf8)) } catch {
      throw UpdateError(.cannotWrite, "\(file("server")) cannot be written: \(error.message)")
    }
  }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { path + "/" + name }

  /// The changes that wait for the next import, or were in the last one.
  package var changes: String { file("changes.osm.pbf") }

  /// After an import: removes what earlier updates have left and nobody needs, all of ours but some files, and the marks of extracts that are
  /// in the store by now.
  ///
  /// - Parameter needed: paths of files that stay.
  package func tidy(keeping needed: [String]) {
    // A path may be written in several ways, a name in this folder may not.
    let needed = Set(needed.map(FileFolder.name))
    for name in FileFolder.names(in: path) {
      let isOurs =
        name.hasPrefix("base-") || name.hasPrefix("changes.osm.pbf") || name.hasPrefix("change.osc.gz")
        || name.hasSuffix(ExtractDownload.newMark)
      if isOurs, !needed.contains(name) { unlink(file(name)) }
    }
  }

  /// The file of an input: itself, or what was fetched from its address.
  package static func file(of input: String, store: String) -> String {
    ExtractAddress.isAddress(input) ? path(of: store) + "/" + ExtractAddress.name(input) : input
  }

  /// What tells extracts apart without reading all of them: their sizes, beginnings and ends.
  ///
  /// - Throws: ``UpdateError`` with code `.missingInput`.
  package static func mark(of files: [String]) throws(UpdateError) -> String {
    var hash = Hashing.fnvSeed
    for path in files {
      let descriptor = SystemCall.open(path, O_RDONLY)
      guard descriptor >= 0 else {
        throw UpdateError(
          .missingInput,
          "\(path) cannot be opened, of which the store was made (\(systemMessage())); put it back, or import anew"
        )
      }
      defer { close(descriptor) }
      guard let status = SystemCall.status(of: descriptor) else { throw unreadable(path) }
      hash = Hashing.fnv1a(withUnsafeBytes(of: Int64(status.st_size).littleEndian) { Array($0) }, seed: hash)
      var piece = [UInt8](repeating: 0, count: 64 << 10)
      for offset in [0, max(0, Int(status.st_size) - piece.count)] {
        let count = piece.withUnsafeMutableBytes { SystemCall.read(descriptor, into: $0, at: offset) }
        guard count >= 0 else { throw unreadable(path) }
        hash = Hashing.fnv1a(piece[..<count], seed: hash)
      }
    }
    return "extracts " + String(hash, radix: 16)
  }

  private static func unreadable(_ path: String) -> UpdateError {
    UpdateError(.limited, "\(path) cannot be read, of which the store was made: \(systemMessage())")
  }
}
