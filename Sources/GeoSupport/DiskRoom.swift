/// The free space of disks.
package enum DiskRoom {
  /// The bytes that downloads leave free, or a twentieth of the disk if that is less.
  ///
  /// A full disk ends other programs, and an import needs space, too.
  package static let kept: Int64 = 256 << 20

  /// The number of bytes that may still be downloaded; negative where too little is free already, nil when unknown.
  ///
  /// - Parameter descriptor: an open file on the disk.
  package static func left(_ descriptor: Int32) -> Int64? {
    var disk = statvfs()
    guard fstatvfs(descriptor, &disk) == 0, disk.f_blocks > 0 else { return nil }
    return bytes(disk.f_bavail, disk) - min(kept, bytes(disk.f_blocks, disk) / 20)
  }

  /// The number of free bytes for this user on a folder's disk; nil when unknown.
  package static func free(inFolder path: String) -> Int64? {
    var disk = statvfs()
    guard statvfs(path, &disk) == 0, disk.f_blocks > 0 else { return nil }
    return bytes(disk.f_bavail, disk)
  }

  private static func bytes(_ blocks: UInt, _ disk: statvfs) -> Int64 {
    Int64(clamping: blocks.multipliedReportingOverflow(by: disk.f_frsize).partialValue)
  }
}
