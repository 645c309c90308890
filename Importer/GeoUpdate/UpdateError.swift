import GeoConsole
import GeoSupport
import OSMFile

/// A failure that ended an update early. The store is complete nevertheless, either the old one or a newer one.
package struct UpdateError: Error, Hashable, Sendable {
  /// The kinds of failure.
  package enum Code: Hashable, Sendable {
    /// The server does not respond, refuses, or lacks a file.
    case noServer
    /// The data is damaged or contradictory.
    case badData
    /// The store or one of its extracts is missing.
    case missingInput
    /// A file cannot be written.
    case cannotWrite
    /// The process may not open enough files or use enough memory, or the system cannot read a file.
    case limited
    /// Another update of the same store is running.
    case busy
    /// An argument is invalid.
    case badArgument
    /// The update was asked to stop.
    case cancelled
  }

  /// The kind of failure.
  package let code: Code
  /// One sentence for the user.
  package let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ error: TransferError) {
    switch error.kind {
    case .cannotWrite: self.init(.cannotWrite, error.message)
    case .stopped: self = .cancelled
    case .missing, .refused, .temporary, .otherVersion: self.init(.noServer, error.message)
    }
  }

  init(_ error: OSMFileError) {
    switch error.code {
    case .cannotWrite: self.init(.cannotWrite, error.message)
    case .cannotOpen: self.init(.missingInput, error.message)
    case .cannotRead: self.init(.limited, error.message)
    case .stopped: self = .cancelled
    default: self.init(.badData, error.message)
    }
  }

  /// Converts the failure of an import to that of an update.
  init(_ failure: ProgramFailure) {
    switch failure.status {
    case .noInput: self.init(.missingInput, failure.message)
    case .cannotCreate: self.init(.cannotWrite, failure.message)
    case .inputOutput: self.init(.limited, failure.message)
    case .usage: self.init(.badArgument, failure.message)
    case .interrupted, .terminated: self = .cancelled
    default: self.init(.badData, failure.message)
    }
  }

  /// Rejects a time in the future. A store with it would be newer than anything published from now on, and would never
  /// be updated again.
  ///
  /// - Parameters:
  ///   - moment: the time in seconds since 1970.
  ///   - subject: the beginning of the message, up to the word "of".
  static func checkPast(_ moment: Int64, _ subject: String) throws(UpdateError) {
    // Clocks differ, and an extract may be dated to the end of its day.
    guard moment > Int64(time(nil)) + 86_400 else { return }
    throw UpdateError(
      .badData,
      "\(subject) of \(UTCTime(seconds: Int(moment)).iso8601), which is in the future; if that is right, set the clock of this machine"
    )
  }

  static let cancelled = UpdateError(
    .cancelled, "the update was stopped; it goes on the next time, and the store is whole")

  /// The exit status and message of a program.
  package var failure: ProgramFailure {
    let status: ExitStatus =
      switch code {
      case .noServer, .busy: .unavailable
      case .badData: .badData
      case .missingInput: .noInput
      case .cannotWrite: .cannotCreate
      case .limited: .inputOutput
      case .badArgument: .usage
      case .cancelled: Interruption.status
      }
    return ProgramFailure(status, message)
  }
}
