import Foundation
import GeoModel

@testable import GeoCSV

/// A temporary folder with an input file, and runs on it.
final class Workshop {
  let folder: String
  var options = EnrichmentOptions()
  var geocoder: any ReverseGeocoding = GridGeocoder()
  var input: String { folder + "/" + inputName }
  var outputName = "out"
  var output: String { folder + "/" + outputName }
  let inputName: String
  let notes = Notes()

  /// The notes of a run.
  final class Notes: @unchecked Sendable {
    // Written by the run's only task, and read after its end.
    var lines: [String] = []
  }

  init(_ bytes: [UInt8], name: String = "in.csv") throws {
    folder = FileManager.default.temporaryDirectory.path + "/geocsv-\(UUID().uuidString)"
    inputName = name
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: input))
    options.columns = [.field(.street), .status]
  }

  convenience init(_ text: String, name: String = "in.csv") throws { try self.init(Array(text.utf8), name: name) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// A run that is ready to start.
  func enrichment(mode: OutputFile.Mode = .new) throws -> Enrichment {
    let geocoder = geocoder
    var enrichment = Enrichment(
      input: try InputFile(path: input), outputPath: output, mode: mode, options: options,
      openSource: { Enrichment.Source(geocoder: geocoder, identity: "test") })
    let notes = notes
    enrichment.note = { notes.lines.append($0) }
    return enrichment
  }

  /// Runs to the end.
  @discardableResult func run(mode: OutputFile.Mode = .new) async throws -> EnrichmentSummary {
    try await enrichment(mode: mode).run()
  }

  /// The output of a run, even if it keeps its temporary name.
  func result() async throws -> String {
    let path = try await run(mode: .overwrite).isAllSwapped ? output + ".partial" : output
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  /// The names of all files of the folder.
  func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

  func outputBytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: output))) }
}
