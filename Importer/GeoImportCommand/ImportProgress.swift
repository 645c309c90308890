import GeoConsole
import GeoImport
import GeoSupport

/// Shows the stages of an import on a progress display.
public struct ImportProgress: ImportReporter {
  private let display: ProgressDisplay

  /// Shows an import on this display.
  public init(_ display: ProgressDisplay) { self.display = display }

  /// Begins a line for the stage.
  public func didBegin(_ stage: ImportStage) {
    let text = stage.rawValue
    display.begin(text.prefix(1).uppercased() + text.dropFirst())
  }

  /// Moves the bar.
  public func didAdvance(_ stage: ImportStage, fraction: Double, objects: Int) {
    display.update(fraction: fraction, count: objects > 0 ? Int64(objects) : nil)
  }

  /// Replaces the bar by what the stage did.
  public func didEnd(_ stage: ImportStage, seconds: Double) { display.end() }
}

extension ProgramFailure {
  /// How a program ends after an import that failed.
  package init(_ error: ImportError) {
    let status: ExitStatus =
      switch error.code {
      case .missingExtract: .noInput
      case .unreadableExtract: .badData
      case .unwritableStore, .unwritableWorkFolder: .cannotCreate
      case .badArgument: .usage
      case .cancelled: Interruption.status
      }
    self.init(status, error.message)
  }
}

/// The file that an import is to write, checked before any work is done.
struct OutputFile {
  let path: String
  /// Whether to replace a file that is not a store.
  let isForced: Bool

  /// - Throws: `ProgramFailure` when the path is a folder, one of the extracts, or a file that is not a store.
  func check(against extracts: [String]) throws(ProgramFailure) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw ProgramFailure(.cannotCreate, "\(path) is a folder; give the name of a file in it with --output")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ProgramFailure(.cannotCreate, "\(path) is not a regular file; give the name of a file with --output")
    }
    for extract in extracts {
      var other = stat()
      guard stat(extract, &other) == 0, other.st_ino == status.st_ino, other.st_dev == status.st_dev else { continue }
      throw ProgramFailure(.usage, "\(path) is one of the extracts; give another --output")
    }
    if !isForced, status.st_size > 0, !isDatabase {
      throw ProgramFailure(
        .cannotCreate, "\(path) exists and is not a store; give another --output, or --force to replace it")
    }
  }

  /// Whether the file begins as our stores do: SQLite's header with our application id (big-endian, byte 68).
  private var isDatabase: Bool {
    guard let file = fopen(path, "rb") else { return false }
    defer { fclose(file) }
    var header = [UInt8](repeating: 0, count: 72)
    guard fread(&header, 1, 72, file) == 72, header.starts(with: Array("SQLite format 3\0".utf8)) else { return false }
    // `GEOC`, see the documentation of the store's format.
    return header[68..<72].elementsEqual("GEOC".utf8)
  }
}
