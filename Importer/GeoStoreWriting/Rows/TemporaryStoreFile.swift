import GeoStore
import GeoSupport

/// The temporary file of an import, or of another program that writes a large file, which then replaces the old one.
///
/// It is `<path>.partial-<process id>`, beside the target if the path is a symbolic link.
package struct TemporaryStoreFile {
  /// The path to write to.
  package let path: String
  /// The path of the file that it replaces.
  package let finalPath: String

  /// Chooses the path and removes leftovers of killed programs that wrote the same file.
  ///
  /// - Throws: ``StoreError`` when no file can be created there.
  package init(for finalPath: String) throws(StoreError) {
    try TemporaryStoreFile.check(finalPath)
    self.finalPath = FileFolder.resolved(finalPath)
    path = TemporaryStoreFile.path(for: finalPath)
    unlink(path)
    removeLeftovers()
  }

  /// The path that this process writes to.
  static func path(for finalPath: String) -> String { "\(FileFolder.resolved(finalPath)).partial-\(getpid())" }

  /// Checks whether a store can be created at a path, as far as possible before it is written.
  static func check(_ finalPath: String) throws(StoreError) {
    if finalPath.isEmpty { throw StoreError(.unwritable, "the path of the file is empty; give the name of a file") }
    let status = SystemCall.status(of: finalPath)
    if status == nil, errno == ELOOP {
      throw StoreError(.unwritable, "\(finalPath) leads in a circle of symbolic links; give the name of a file")
    }
    if let status, status.isFolder {
      throw StoreError(.unwritable, "\(finalPath) is a folder; give the name of a file in it")
    }
    // Renaming to a device (`/dev/null`) or a socket would replace it for everyone.
    if let status, !status.isRegular {
      throw StoreError(.unwritable, "\(finalPath) is not a regular file; give the name of a file")
    }
    if let obstacle = FileFolder.obstacle(to: FileFolder.resolved(finalPath)) {
      throw StoreError(.unwritable, "\(finalPath) cannot be written: \(obstacle)")
    }
  }

  /// Creates the file with the owner, group and permissions of the one to replace, so that no other users can read it
  /// meanwhile. If there is none to replace, its writer creates the file later.
  func create() {
    guard let replaced = FileAccess(of: finalPath) else { return }
    let file = SystemCall.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    guard file >= 0 else { return }
    replaced.give(to: file, adding: 0o600)
    close(file)
  }

  /// Syncs the finished file to disk and renames it to the final path, with the owner, group and permissions of the
  /// file that it replaces.
  ///
  /// - Returns: a warning if a loss of power could bring the old file back; nil otherwise.
  /// - Throws: ``StoreError``; then the old file remains.
  package func commit() throws(StoreError) -> String? {
    let file = SystemCall.open(path, O_RDONLY)
    guard file >= 0 else { throw failure("cannot be finished") }
    defer { close(file) }
    FileAccess(of: finalPath)?.give(to: file)
    guard SystemCall.synchronize(file) == 0 || errno == EINVAL else { throw failure("cannot be finished") }
    guard SystemCall.rename(path, to: finalPath) == 0 else { throw failure("cannot be replaced") }
    let code = SystemCall.synchronizeName(of: finalPath, file)
    guard code != 0 else { return nil }
    return "\(finalPath) is written and in place, but its folder cannot be synchronized (\(systemMessage(code))): "
      + "if the power fails now, an earlier store may be back"
  }

  /// Removes the unfinished file.
  package func discard() { unlink(path) }

  private func failure(_ what: String) -> StoreError {
    StoreError(.unwritable, "\(finalPath) \(what): \(systemMessage())")
  }

  /// Removes unfinished files of processes that have ended.
  private func removeLeftovers() {
    let folder = FileFolder.folder(of: finalPath)
    let prefix = FileFolder.name(of: finalPath) + ".partial-"
    for name in FileFolder.names(in: folder) {
      guard name.hasPrefix(prefix), let process = pid_t(name.dropFirst(prefix.count)) else { continue }
      if kill(process, 0) != 0, errno == ESRCH { unlink("\(folder)/\(name)") }
    }
  }
}
