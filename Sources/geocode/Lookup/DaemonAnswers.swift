import GeoClient
import GeoConsole
import GeoModel

/// Answers from a running daemon.
struct DaemonAnswers: AnswerSource {
  private let client: GeoClient.Blocking
  let name: String

  /// Connects to the daemon at a path.
  ///
  /// - Throws: `ProgramFailure` with `.unavailable` when none listens there.
  init(socketPath: String) throws(ProgramFailure) {
    do throws(GeocodingError) { client = try GeoClient.Blocking(socketPath: socketPath) } catch {
      throw ProgramFailure(.unavailable, error.message)
    }
    name = "geocoded at \(socketPath)"
  }

  var attribution: [String] { (try? client.serverInfo().attribution) ?? [] }

  func placemarks(for query: PlacemarkQuery) throws -> [Placemark] {
    do throws(GeocodingError) { return try client.placemarks(for: query) } catch {
      // A daemon that goes away in between is no mistake of a file, as it would be with a store of our own.
      guard error.code == .serverFailure || error.code == .timeout else { throw error }
      throw ProgramFailure(.unavailable, error.message)
    }
  }
}
