import GeoSupport

/// The folder that a socket lies in.
enum SocketFolder {
  /// Makes the folder, and those above it that are missing, for the user alone. One that exists stays as it is.
  ///
  /// - Throws: ``ServerError`` that names the folder which cannot be made.
  static func prepare(_ folder: String, option: String) throws(ServerError) {
    var status = stat()
    if stat(folder, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw ServerError(.cannotListen, "\(folder) is no folder; choose another path with \(option)")
      }
      return
    }
    if let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
      try prepare(String(folder[..<slash]), option: option)
    }
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw ServerError(.cannotListen, "the folder \(folder) cannot be made: \(String(cString: strerror(errno)))")
    }
  }
}
