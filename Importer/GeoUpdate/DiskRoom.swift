import GeoSupport

/// How much room a disk has for what is fetched. Some of it is left alone: a full disk ends other programs, and the import needs some, too.
enum DiskRoom {
  /// Bytes that stay free; of a small disk a twentieth does.
  static let kept: Int64 = 256 << 20

  /// How many bytes may still be written, below 0 where less is free than should stay so; nil when the system does not say.
  ///
  /// - Parameter descriptor: an open file on the disk.
  static func left(_ descriptor: Int32) -> Int64? {
    var disk = statvfs()
    guard fstatvfs(descriptor, &disk) == 0, disk.f_blocks > 0 else { return nil }
    func bytes(_ blocks: UInt) -> Int64 {
      Int64(clamping: blocks.multipliedReportingOverflow(by: disk.f_frsize).partialValue)
    }
    return bytes(disk.f_bavail) - min(kept, bytes(disk.f_blocks) / 20)
  }
}
