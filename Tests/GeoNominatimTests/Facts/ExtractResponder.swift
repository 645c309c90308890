import Foundation
import GeoEngine
import GeoImport
import GeoTestKit

@testable import GeoNominatim

/// Responds from the extract of Liechtenstein and a county of Alabama with the world layer, imported once for all
/// tests.
///
/// `@unchecked Sendable`: all requests take the lock.
final class ExtractResponder: @unchecked Sendable {
  static let shared = Result { try ExtractResponder() }

  private let folder = TemporaryFolder()
  private let responder: NominatimResponder
  private let lock = NSLock()

  private init() throws {
    let path = folder.file("extract.sqlite")
    let world = SharedData.packageRoot + "/data/world.osm.pbf"
    let extract = SharedData.path("liechtenstein-autauga-alabama-2021-01-06.osm.pbf")
    _ = try Importer(ImportOptions(threads: 2, worldLayer: world)).run(extracts: [extract], output: path)
    responder = NominatimResponder(engine: try PlacemarkEngine(database: path))
  }

  /// The response to a query, as a server would send it.
  func response(_ query: String, acceptLanguage: String?) throws -> NominatimResponse {
    lock.lock()
    defer { lock.unlock() }
    do {
      return try responder.respond(
        to: try NominatimRequest(parameters: parameters(query), acceptLanguage: acceptLanguage))
    } catch let problem as NominatimProblem {
      return NominatimResponder.response(to: problem, parameters: parameters(query))
    }
  }
}
