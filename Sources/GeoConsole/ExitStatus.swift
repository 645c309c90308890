/// The exit statuses of the programs of this package.
///
/// The numbers are those of BSD's `sysexits.h` where it defines one.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// An answer was found, or the work is done.
  case success = 0
  /// Nothing is known within reach of a point, or one of many lines is not a coordinate.
  case nothingFound = 1
  /// The command line is wrong: an unknown option, a bad number, a coordinate out of range.
  case usage = 64
  /// A file's content is bad: a store of another version, a damaged file, a broken extract.
  case badData = 65
  /// A named file or the default data is missing or not readable.
  case noInput = 66
  /// The requested daemon does not respond.
  case unavailable = 69
  /// A bug in the program itself.
  case internalError = 70
  /// A file cannot be created: no permission, a read-only folder, a folder in the way.
  case cannotCreate = 73
  /// Reading or writing failed midway, for instance because the disk is full.
  case inputOutput = 74
  /// Ctrl-C (SIGINT).
  case interrupted = 130
  /// SIGTERM.
  case terminated = 143

  /// The help line for the status.
  package var meaning: String {
    switch self {
    case .success: "an answer was found"
    case .nothingFound: "nothing is known within reach of a point, or a line is no coordinate"
    case .usage: "wrong usage: unknown option, bad number, coordinate out of range"
    case .badData: "bad data: store damaged or of another version, broken extract"
    case .noInput: "a file (or the default data) is missing or not readable"
    case .unavailable: "the daemon named by --socket does not answer"
    case .internalError: "a mistake in the program"
    case .cannotCreate: "a file cannot be created"
    case .inputOutput: "reading or writing failed, for instance because the disk is full"
    case .interrupted: "ended by Ctrl-C"
    case .terminated: "ended by SIGTERM"
    }
  }

  /// All statuses as lines for a help text, each indented by two spaces.
  package static var helpText: String { helpText(allCases.map { ($0, $0.meaning) }) }

  /// Some statuses with the meanings that they have for one command, as lines for its help.
  package static func helpText(_ numbers: [(status: ExitStatus, meaning: String)]) -> String {
    numbers.map { "  \(pad($0.status.rawValue)) \($0.meaning)" }.joined(separator: "\n")
  }

  private static func pad(_ number: Int32) -> String {
    let digits = "\(number)"
    return String(repeating: " ", count: 3 - digits.count) + digits
  }
}
