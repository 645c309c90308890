import GeoSupport

extension OutputFile {
  /// Refuses what would destroy something, before any work is done and without touching anything.
  ///
  /// - Throws: ``EnrichmentError`` that says which option to give.
  static func check(path: String?, mode: Mode, input: InputFile) throws(EnrichmentError) {
    guard let path, mode == .new else { return }
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, FileIdentity(status) == input.identity {
      throw EnrichmentError(.usage, "\(path) is both input and output; give the output another name")
    }
    if exists, status.st_mode & S_IFMT == S_IFREG {
      throw EnrichmentError(.cannotCreate, "\(path) exists already; give another name, or --force to overwrite it")
    }
    let partial = Paths(final: path).partial
    if access(partial, F_OK) == 0 {
      throw EnrichmentError(
        .cannotCreate,
        "\(partial) is the unfinished output of an earlier run; --resume goes on with it, --force starts anew")
    }
  }

  /// Finishes an output that only lacked its name.
  ///
  /// - Returns: whether nothing is left to do.
  func finishIfComplete() throws(EnrichmentError) -> Bool {
    if isComplete { return true }
    guard let paths, let complete = earlier?.completeLength, complete == length else { return false }
    try OutputWriter.putInPlace(paths)
    return true
  }

  /// Length of what was written so far, in bytes.
  var length: Int {
    var status = stat()
    return fstat(data.descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// An output that takes nothing, for a dry run.
  static func nowhere() throws(EnrichmentError) -> OutputFile {
    OutputFile(paths: nil, data: try OutputDescriptor.open("/dev/null", O_WRONLY))
  }
}
