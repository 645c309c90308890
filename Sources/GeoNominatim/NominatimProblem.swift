/// Why a request cannot be answered: an HTTP status and a sentence for the person who wrote the request.
public struct NominatimProblem: Error, Hashable, Sendable {
  /// The HTTP status, such as 400.
  public var status: Int
  /// What is wrong with which value, and what to do.
  public var message: String

  /// A problem.
  public init(status: Int = 400, message: String) {
    self.status = status
    self.message = message
  }
}
