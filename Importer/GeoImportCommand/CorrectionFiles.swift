import GeoConsole
import GeoSupport

/// The files of `--corrections`.
enum CorrectionFiles {
  private static let endings = [".osc", ".osc.gz", ".osc.bz2", ".osc.zst"]

  /// The given change files, and the change files in the given folders, sorted by name.
  ///
  /// - Throws: ``ProgramFailure`` if a path does not exist or cannot be read.
  static func files(_ paths: [String]) throws(ProgramFailure) -> [String] {
    var files: [String] = []
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
        throw ProgramFailure(.noInput, "--corrections: \(path) cannot be read: \(systemMessage())")
      }
      files += status.st_mode & S_IFMT == S_IFDIR ? names(in: path).map { "\(path)/\($0)" } : [path]
    }
    return files
  }

  private static func names(in folder: String) -> [String] {
    FileFolder.names(in: folder).filter { name in
      name.utf8.first != UInt8(ascii: ".") && endings.contains { name.utf8.reversed().starts(with: $0.utf8.reversed()) }
    }.sorted()
  }
}
