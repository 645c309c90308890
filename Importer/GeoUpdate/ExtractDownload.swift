import GeoImportCommand
import GeoSupport

// How an extract is fetched:
// 1. The server is asked for the version of the file (ETag, else the time of its last change). If the local file has
//    that version, nothing is fetched.
// 2. The file is written to NAME.part, its version to NAME.part.version. An interrupted download is resumed if the
//    server still has that version.
// 3. The checksum is compared with NAME.md5 on the server, if there is one.
// 4. The file and its version are renamed into place. NAME.new exists until the file is in the store, so that an import
//    that failed or was killed is repeated the next time.

/// Downloads an extract into the folder of a store.
package struct ExtractDownload {
  /// The URL of the extract.
  package let address: String
  /// The path of the downloaded file.
  package let path: String
  private let transfer: Transfer

  /// The suffix of a file that marks an extract as not yet in the store.
  static let newMark = ".new"

  /// Prepares the download of an extract into a folder.
  package init(_ address: String, into folder: UpdateFolder, _ transfer: Transfer) {
    self.address = address
    path = folder.file(ExtractAddress.name(address))
    self.transfer = transfer
  }

  /// Downloads the extract if it changed.
  ///
  /// - Returns: whether it differs from the one in the store.
  /// - Throws: ``UpdateError``; an existing extract is then unchanged.
  package func run() throws(UpdateError) -> Bool {
    let part = path + ".part"
    do throws(TransferError) {
      let offered = try transfer.version(address)
      if let offered, offered == Self.text(path + ".version"), access(path, R_OK) == 0 {
        return access(path + Self.newMark, F_OK) == 0
      }
      let begun = Self.text(part + ".version")
      let descriptor = SystemCall.open(part, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o644)
      guard descriptor >= 0 else { throw Self.unwritable(part) }
      defer { close(descriptor) }
      guard let status = SystemCall.status(of: descriptor) else { throw Self.unwritable(part) }
      let goesOn = begun != nil && begun == offered && status.st_size > 0
      // Data of another version is removed before its recorded version is replaced.
      guard goesOn || SystemCall.truncate(descriptor, to: 0) == 0 else { throw Self.unwritable(part) }
      try Self.write(offered ?? "", to: part + ".version")
      let version = try transfer.download(
        address, to: descriptor, offset: goesOn ? Int64(status.st_size) : 0, version: goesOn ? begun : nil)
      guard SystemCall.synchronize(descriptor) == 0 else { throw Self.unwritable(part) }
      try Self.write(version ?? offered ?? "", to: part + ".version")
    } catch { throw UpdateError(error) }
    try check(part)
    do throws(TransferError) { try Self.write("", to: path + Self.newMark) } catch { throw UpdateError(error) }
    guard SystemCall.rename(part, to: path) == 0,
      SystemCall.rename(part + ".version", to: path + ".version") == 0
    else {
      throw UpdateError(.cannotWrite, "\(path) cannot be written: \(systemMessage())")
    }
    return true
  }

  /// Compares the checksum of a file with that of the server.
  private func check(_ part: String) throws(UpdateError) {
    let published: String?
    do throws(TransferError) { published = try transfer.text(address + ".md5") } catch { throw UpdateError(error) }
    let word = published?.split(whereSeparator: \.isWhitespace).first?.lowercased()
    // A server may respond with a page if it has no such file.
    guard let word, word.count == 32, word.allSatisfy(\.isHexDigit) else { return }
    guard let sum = Self.sum(of: part) else {
      throw UpdateError(.limited, "\(part) cannot be read: \(systemMessage())")
    }
    if sum == word { return }
    unlink(part)
    unlink(part + ".version")
    throw UpdateError(
      .badData,
      "\(address): what came has the sum \(sum), its .md5 says \(word); it may have changed meanwhile, so try again")
  }

  /// The checksum of a file; nil if it cannot be read, with the reason in `errno`.
  private static func sum(of path: String) -> String? {
    let descriptor = SystemCall.open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var sum = MD5()
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { piece.deallocate() }
    var offset = 0
    while true {
      let count = SystemCall.read(descriptor, into: piece, at: offset)
      if count <= 0 { return count == 0 ? sum.text() : nil }
      sum.add(UnsafeRawBufferPointer(rebasing: piece[..<count]))
      offset += count
    }
  }

  /// The content of a small file; nil if it is missing or empty.
  private static func text(_ path: String) -> String? {
    let bytes = try? FileContents.bytes(of: path, limit: 1 << 16)
    return bytes.flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
  }

  private static func write(_ text: String, to path: String) throws(TransferError) {
    do throws(FileContents.Failure) { try FileContents.replace(path, with: Array(text.utf8)) } catch {
      throw TransferError(.cannotWrite, path, "it cannot be written: \(error.message)")
    }
  }

  private static func unwritable(_ path: String) -> TransferError {
    TransferError(.cannotWrite, path, "it cannot be written: \(systemMessage())")
  }
}
