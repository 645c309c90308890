import GeoConsole
import GeoImport

/// How a program ends after an import that failed.
public enum ImportFailure {
  /// The sentence and exit status of an import's error.
  public static func failure(for error: ImportError) -> ProgramFailure {
    switch error.code {
    case .missingExtract: ProgramFailure(.noInput, error.message)
    case .unreadableExtract: ProgramFailure(.badData, error.message)
    case .unwritableStore, .unwritableWorkFolder: ProgramFailure(.cannotCreate, error.message)
    case .badArgument: ProgramFailure(.usage, error.message)
    case .cancelled: ProgramFailure(Interruption.status, error.message)
    }
  }
}
