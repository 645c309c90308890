import GeoSupport

/// The file that an import writes before it takes the place of the old store: `<path>.partial-<process id>`, beside the store itself where
/// the path is a link to it.
struct TemporaryStoreFile {
  /// Where to write.
  let path: String
  /// What it will replace.
  let finalPath: String

  /// Chooses the path and removes what killed imports to the same store left behind.
  init(for finalPath: String) throws(StoreError) {
    try TemporaryStoreFile.check(finalPath)
    self.finalPath = FileFolder.resolved(finalPath)
    path = TemporaryStoreFile.path(for: finalPath)
    unlink(path)
    removeLeftovers()
  }

  /// The path that this process writes to.
  static func path(for finalPath: String) -> String { "\(FileFolder.resolved(finalPath)).partial-\(getpid())" }

  /// Checks that a store can stand at a path, as far as that can be told before it is written.
  static func check(_ finalPath: String) throws(StoreError) {
    if finalPath.isEmpty { throw StoreError(.unwritable, "the path of the store is empty; give the name of a file") }
    var status = stat()
    if stat(finalPath, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw StoreError(.unwritable, "\(finalPath) is a folder; give the name of a file in it")
    }
    // Renaming over a device (`/dev/null`) or a socket would replace it for everyone.
    if stat(finalPath, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw StoreError(.unwritable, "\(finalPath) is not a regular file; give the name of a file")
    }
    if let obstacle = FileFolder.obstacle(to: FileFolder.resolved(finalPath)) {
      throw StoreError(.unwritable, "\(finalPath) cannot be written: \(obstacle)")
    }
  }

  /// Puts the finished file, safely on disk, in the place of the old one.
  func commit() throws(StoreError) {
    try sync(path, O_RDONLY)
    guard rename(path, finalPath) == 0 else { throw failure("cannot be replaced") }
    try sync(FileFolder.folder(of: finalPath), O_RDONLY | O_DIRECTORY)
  }

  /// Removes the unfinished file.
  func discard() { unlink(path) }

  private func sync(_ path: String, _ flags: Int32) throws(StoreError) {
    let descriptor = open(path, flags)
    guard descriptor >= 0 else { throw failure("cannot be finished") }
    defer { close(descriptor) }
    // Some file systems cannot sync a folder; the file itself is safe then all the same.
    if fsync(descriptor) != 0, errno != EINVAL { throw failure("cannot be finished") }
  }

  private func failure(_ what: String) -> StoreError {
    StoreError(.unwritable, "\(finalPath) \(what): \(systemMessage())")
  }

  /// Removes unfinished files of processes that are gone.
  private func removeLeftovers() {
    let folder = FileFolder.folder(of: finalPath)
    let prefix = FileFolder.name(of: finalPath) + ".partial-"
    for name in FileFolder.names(in: folder) {
      guard name.hasPrefix(prefix), let process = pid_t(name.dropFirst(prefix.count)) else { continue }
      if kill(process, 0) != 0, errno == ESRCH { unlink("\(folder)/\(name)") }
    }
  }
}
