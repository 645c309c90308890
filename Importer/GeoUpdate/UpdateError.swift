import GeoConsole
import GeoSupport
import OSMFile

/// Why an update ended early. The store is one that was whole before, or a newer one.
package struct UpdateError: Error, Hashable, Sendable {
  /// The kinds of failure.
  package enum Code: Hashable, Sendable {
    /// The server does not answer, has not what it should have, or refuses.
    case noServer
    /// What came is damaged or contradicts itself.
    case badData
    /// The store or one of its extracts is missing.
    case missingInput
    /// A file cannot be written.
    case cannotWrite
    /// The system lets this process have too few files or too little memory, or cannot read a file.
    case limited
    /// Another update of the same store is under way.
    case busy
    /// The call makes no sense.
    case badArgument
    /// The update was asked to stop.
    case cancelled
  }

  /// The kind of failure.
  package let code: Code
  /// One sentence for a person.
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

  /// What ends a program that imports ends an update, too.
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

  /// Refuses a moment in the future: with it a store would be newer than whatever is published from now on, and so never updated again.
  ///
  /// - Parameters:
  ///   - moment: in seconds since 1970.
  ///   - subject: what says so, up to "of".
  static func checkPast(_ moment: Int64, _ subject: String) throws(UpdateError) {
    // Clocks differ, and an extract may be named for the day on which it ends.
    guard moment > Int64(time(nil)) + 86_400 else { return }
    throw UpdateError(
      .badData,
      "\(subject) of \(UTCTime(seconds: Int(moment)).iso8601), which is in the future; if that is right, set the clock of this machine"
    )
  }

  static let cancelled = UpdateError(
    .cancelled, "the update was stopped; it goes on the next time, and the store is whole")

  /// How a program ends.
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
