import ArgumentParser
import GeoConsole
import GeoSupport

/// The files that a measurement reads.
package enum InputFiles {
  /// Looks for files before anything is opened, so that a wrong path is said in one sentence.
  ///
  /// - Throws: the number 66 to end with, when a file is missing, a folder, or not readable; why stands on standard error then.
  package static func require(_ paths: [String]) throws(ExitCode) {
    for path in paths {
      var status = stat()
      let isFound = stat(path, &status) == 0
      if isFound, status.st_mode & S_IFMT != S_IFDIR, access(path, R_OK) == 0 { continue }
      let reason = isFound && status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : String(cString: strerror(errno))
      StandardError.writeLine("Error: \(path) cannot be read: \(reason)")
      throw ExitCode(ExitStatus.noInput.rawValue)
    }
  }
}
