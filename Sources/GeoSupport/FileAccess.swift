/// The owner, group and permissions of a file that is about to be replaced, for the file that replaces it.
package struct FileAccess {
  private let status: stat

  /// Records owner, group and permissions of the regular file at a path. Nil if there is none; a new file then gets the
  /// usual permissions.
  package init?(of path: String) {
    var status = stat()
    guard SystemCall.repeated({ lstat(path, &status) }) == 0, status.isRegular else { return nil }
    self.status = status
  }

  /// Applies them to an open file, as far as this process may. Only root can change the owner. Other users can change
  /// the group only to one of their own.
  ///
  /// - Parameter bits: permissions to add while the file is still being written.
  package func give(to descriptor: Int32, adding bits: mode_t = 0) {
    if fchown(descriptor, status.st_uid, status.st_gid) != 0 { _ = fchown(descriptor, uid_t.max, status.st_gid) }
    _ = fchmod(descriptor, status.st_mode & 0o777 | bits)
  }
}
