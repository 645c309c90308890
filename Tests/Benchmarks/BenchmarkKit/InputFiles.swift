import ArgumentParser
import GeoConsole
import GeoSupport

/// The input files of a measurement.
package enum InputFiles {
  /// Checks files before anything is opened, so that a wrong path gives a clear message.
  ///
  /// - Throws: exit status 66, after a message on standard error, when a file is missing, a folder, or not readable.
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
