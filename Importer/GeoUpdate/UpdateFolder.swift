import GeoImportCommand
import GeoSupport

/// The folder `STORE.updates` next to a store, with the files that its updates need. Only one process at a time uses
/// it.
///
/// | file | content |
/// |---|---|
/// | `changes.osm.pbf` | the changes since the extracts were made, see ``ChangeSet`` |
/// | `base-SEQUENCE-NUMBER.osm.pbf` | extracts rewritten with their changes, once these were many |
/// | `change.osc.gz` | the change file that is being fetched |
/// | other extracts | fetched by `geocode import https://…`; `.part` while incomplete, `.new` until imported |
/// | `server` | the URL last given with `--replication`, which is trusted |
/// | `lock` | nothing; locked by the running process |
package final class UpdateFolder {
  /// The path of the folder.
  package let path: String
  private let lock: Int32
  /// Whether this object created the folder and holds its lock.
  private var isMaker = false

  /// The path of a store's folder. A link to a store has none of its own.
  package static func path(of store: String) -> String { FileFolder.withoutLink(store) + ".updates" }

  /// Creates the folder of a store if needed, and locks it.
  ///
  /// - Throws: ``UpdateError`` with code `.busy` if another process holds the lock, or `.cannotWrite`, also if other
  ///   users could have put files into the folder.
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
    // A lock file without a link was just removed by its last holder.
    guard SystemCall.lock(lock, LOCK_EX | LOCK_NB) == 0, fstat(lock, &status) == 0, status.st_nlink > 0 else {
      throw UpdateError(.busy, "another update of \(store) is under way")
    }
    isMaker = isNew
  }

  deinit {
    // If nothing was fetched, for example because of a mistyped URL, the new folder is removed.
    if isMaker, FileFolder.names(in: path) == ["lock"] {
      unlink(file("lock"))
      rmdir(path)
    }
    if lock >= 0 { close(lock) }
  }

  /// Rejects a folder into which other users may have put extracts, changes, or links to files of the user.
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

  /// The trusted URL, as given by the user; nil if there is none.
  var trusted: String? {
    let bytes = try? FileContents.bytes(ofRegular: file("server"), limit: 1 << 16)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Stores a URL given by the user as trusted.
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

  /// The path of the changes for the next import, or of the last one.
  package var changes: String { file("changes.osm.pbf") }

  /// Removes files of earlier updates that are no longer needed, and the marks of extracts that are in the store. Call
  /// after an import.
  ///
  /// - Parameter needed: the paths of files to keep.
  package func tidy(keeping needed: [String]) {
    // A path may be written in several ways, but a name in this folder may not.
    let needed = Set(needed.map(FileFolder.name))
    for name in FileFolder.names(in: path) {
      let isOurs =
        name.hasPrefix("base-") || name.hasPrefix("changes.osm.pbf") || name.hasPrefix("change.osc.gz")
        || name.hasSuffix(ExtractDownload.newMark)
      if isOurs, !needed.contains(name) { unlink(file(name)) }
    }
  }

  /// The path of an input: itself, or the downloaded file if the input is a URL.
  package static func file(of input: String, store: String) -> String {
    ExtractAddress.isAddress(input) ? path(of: store) + "/" + ExtractAddress.name(input) : input
  }

  /// A hash that identifies extracts without reading them whole, from their sizes, first and last bytes.
  ///
  /// - Throws: ``UpdateError`` with code `.missingInput`.
  package static func mark(of files: [String]) throws(UpdateError) -> String {
    var hash = Hashing.fnvSeed
    for path in files {
      let descriptor = SystemCall.open(path, O_RDONLY)
      guard descriptor >= 0 else { throw missing(path) }
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

  /// The size of a file in bytes.
  ///
  /// - Throws: ``UpdateError`` that says why it cannot be told.
  static func size(_ path: String) throws(UpdateError) -> Int {
    guard let status = SystemCall.status(of: path) else { throw unreadable(path) }
    return Int(status.st_size)
  }

  /// The error for a file that could not be opened just now.
  static func missing(_ path: String) -> UpdateError {
    UpdateError(
      .missingInput,
      "\(path) cannot be opened, of which the store was made (\(systemMessage())); put it back, or import anew")
  }

  private static func unreadable(_ path: String) -> UpdateError {
    UpdateError(.limited, "\(path) cannot be read, of which the store was made: \(systemMessage())")
  }
}
