import GeoImportCommand
import GeoSupport

// How an extract is fetched:
// 1. The server is asked for the version of the file (ETag, else the time of its last change). If that is the version of the file that is
//    there, nothing is fetched.
// 2. The file comes into NAME.part, its version stands in NAME.part.version. What an interrupted fetch has left is gone on with if the server
//    still has that version.
// 3. Its sum is compared with NAME.md5 beside it on the server, if there is one.
// 4. It is renamed into place, and its version beside it. Until it is in the store NAME.new stands there, so that an import that fails or is
//    killed is made up for the next time.

/// Fetches an extract into the folder of a store.
package struct ExtractDownload {
  /// Where it comes from.
  package let address: String
  /// Where it will be.
  package let path: String
  private let transfer: Transfer

  /// What the name of an extract ends with that says that it is not in the store yet.
  static let newMark = ".new"

  /// A fetch of an extract into a folder.
  package init(_ address: String, into folder: UpdateFolder, _ transfer: Transfer) {
    self.address = address
    path = folder.file(ExtractAddress.name(address))
    self.transfer = transfer
  }

  /// Fetches it.
  ///
  /// - Returns: whether it is another than the one that is in the store.
  /// - Throws: ``UpdateError``; an extract that was there is as it was.
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
      // What is there of another version goes before its name does.
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

  /// Compares the sum of a file with that of the server.
  private func check(_ part: String) throws(UpdateError) {
    let published: String?
    do throws(TransferError) { published = try transfer.text(address + ".md5") } catch { throw UpdateError(error) }
    let word = published?.split(whereSeparator: \.isWhitespace).first?.lowercased()
    // A server may answer with a page where it has no file.
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

  /// The sum of a file; nil where `errno` says why it cannot be read.
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

  /// What a small file says; nil when there is none or it is empty.
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
