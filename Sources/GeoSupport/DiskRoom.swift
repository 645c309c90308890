/// How much room a disk has.
package enum DiskRoom {
  /// Bytes that stay free of what is fetched; of a small disk a twentieth does. A full disk ends other programs, and an import needs some, too.
  package static let kept: Int64 = 256 << 20

  /// How many bytes may still be fetched, below 0 where less is free than should stay so; nil when the system does not say.
  ///
  /// - Parameter descriptor: an open file on the disk.
  package static func left(_ descriptor: Int32) -> Int64? {
    var disk = statvfs()
    guard fstatvfs(descriptor, &disk) == 0, disk.f_blocks > 0 else { return nil }
    return bytes(disk.f_bavail, disk) - min(kept, bytes(disk.f_blocks, disk) / 20)
  }

  /// How many bytes are free for this user where a folder is; nil when the system does not say.
  package static func free(inFolder path: String) -> Int64? {
    var disk = statvfs()
    guard statvfs(path, &disk) == 0, disk.f_blocks > 0 else { return nil }
    return bytes(disk.f_bavail, disk)
  }

  private static func bytes(_ blocks: UInt, _ disk: statvfs) -> Int64 {
    Int64(clamping: blocks.multipliedReportingOverflow(by: disk.f_frsize).partialValue)
  }
}
