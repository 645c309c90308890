import GeoConsole
import GeoImport
import GeoSupport
import Synchronization

/// Shows an import on a progress display: as one bar for the whole import, or as a line for each stage.
package final class ImportProgress: ImportReporter {
  private let display: ProgressDisplay
  private let isVerbose: Bool
  /// The progress of the whole import; nil before it begins, and if stages are shown.
  private let whole = Mutex<WholeImport?>(nil)

  /// Creates a reporter for a display.
  ///
  /// - Parameter isVerbose: whether stages are shown.
  package init(_ display: ProgressDisplay, isVerbose: Bool = false) {
    self.display = display
    self.isVerbose = isVerbose
  }

  /// Shows the needs of the import, and begins the bar.
  package func willImport(_ estimate: ImportEstimate) {
    // An import of only the user's own areas needs next to nothing.
    if estimate.extractBytes > 0 { display.note(estimate.text) }
    if isVerbose { return }
    whole.withLock { $0 = WholeImport(extractBytes: estimate.extractBytes) }
    display.begin("Importing", unit: "MB")
  }

  /// Begins a line for the stage, unless the bar covers it.
  package func didBegin(_ stage: ImportStage) {
    let isPart = whole.withLock { whole in
      whole?.begin(stage)
      return whole != nil
    }
    if !isPart { display.begin(stage.rawValue.prefix(1).uppercased() + stage.rawValue.dropFirst()) }
  }

  /// Moves the bar.
  package func didAdvance(_ stage: ImportStage, fraction: Double, objects: Int) {
    if let done = whole.withLock({ $0?.fraction(in: stage, fraction) }) {
      display.update(fraction: done.fraction, count: done.megabytes)
    } else {
      display.update(fraction: fraction, count: objects > 0 ? Int64(objects) : nil)
    }
  }

  /// Replaces the line with a summary of the stage, or after the last stage the bar with one of the import.
  package func didEnd(_ stage: ImportStage, seconds: Double) {
    if whole.withLock({ $0 == nil }) { return display.end() }
    didAdvance(stage, fraction: 1, objects: 0)
    guard stage == .writing else { return }
    whole.withLock { $0 = nil }
    display.end()
  }

  /// Prints the warning, even if progress is not shown.
  package func didWarn(_ sentence: String) {
    display.interrupt { StandardError.writeLine(sentence, label: "Warning: ") }
  }
}

extension ProgramFailure {
  /// The exit status and message after a failed import.
  package init(_ error: ImportError) {
    let status: ExitStatus =
      switch error.code {
      case .missingExtract: .noInput
      case .unreadableExtract: .badData
      case .failedReading: .inputOutput
      case .unwritableStore, .unwritableWorkFolder: .cannotCreate
      case .badArgument: .usage
      case .cancelled: Interruption.status
      }
    self.init(status, error.message)
  }
}

/// The file that an import will write, checked before any work is done.
struct OutputFile {
  let path: String
  /// Whether to replace a file that is not a store.
  let isForced: Bool

  /// - Throws: `ProgramFailure` if the path is a folder, one of the extracts or other inputs, or a file that is not a
  ///   store.
  func check(against extracts: [String], _ others: [String] = []) throws(ProgramFailure) {
    guard let status = SystemCall.status(of: path) else { return }
    if status.isFolder {
      throw ProgramFailure(.cannotCreate, "\(path) is a folder; give the name of a file in it with --output")
    }
    guard status.isRegular else {
      throw ProgramFailure(.cannotCreate, "\(path) is not a regular file; give the name of a file with --output")
    }
    for input in extracts + others {
      guard let other = SystemCall.status(of: input), other.st_ino == status.st_ino, other.st_dev == status.st_dev
      else { continue }
      let what = extracts.contains(input) ? "extracts" : "files that the store is made of"
      throw ProgramFailure(.usage, "\(path) is one of the \(what); give another --output")
    }
    if !isForced, status.st_size > 0, try !isDatabase() {
      throw ProgramFailure(
        .cannotCreate, "\(path) exists and is not a store; give another --output, or --force to replace it")
    }
  }

  /// Whether the file begins like a store: SQLite's header with our application id (big-endian, at byte 68).
  ///
  /// - Throws: `ProgramFailure` if the file cannot be read.
  private func isDatabase() throws(ProgramFailure) -> Bool {
    let file = SystemCall.open(path, O_RDONLY | O_NONBLOCK)
    guard file >= 0 else { throw unreadable() }
    defer { close(file) }
    var header = [UInt8](repeating: 0, count: 72)
    let count = header.withUnsafeMutableBytes { SystemCall.read(file, into: $0, at: 0) }
    guard count >= 0 else { throw unreadable() }
    guard count == header.count, header.starts(with: Array("SQLite format 3\0".utf8)) else { return false }
    // `GEOC`, see the documentation of the store's format.
    return header[68..<72].elementsEqual("GEOC".utf8)
  }

  private func unreadable() -> ProgramFailure {
    let (code, isForbidden) = (errno, errno == EACCES || errno == EPERM)
    return ProgramFailure(
      isForbidden ? .cannotCreate : .inputOutput,
      "\(path) is there already and cannot be read (\(systemMessage(code))), so it may be a store; "
        + (isForbidden ? "give another --output" : "try again, or give another --output"))
  }
}
