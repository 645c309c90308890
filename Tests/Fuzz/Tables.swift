import Dispatch
import GeoCSV
import GeoModel
import GeoSupport

extension FuzzTarget {
  /// Tables of every format: delimited text, JSON, GeoJSON, GPX. A run reads the input, answers each row and writes it.
  static var tables: FuzzTarget {
    FuzzTarget(name: "tables", longestInput: 2 << 10) {
      let file = MemoryFile()
      // The reader closes its input only at the end of the program, so it reads standard input.
      dup2(file.descriptor, STDIN_FILENO)
      return { bytes in
        file.fill(bytes)
        let isDone = DispatchSemaphore(value: 0)
        Task {
          // Errors are expected; only traps and hangs count.
          _ = try? await enrich()
          isDone.signal()
        }
        isDone.wait()
      }
    }
  }

  private static func enrich() async throws {
    var options = EnrichmentOptions()
    options.jobs = 1
    options.escapesFormulas = true
    let run = Enrichment(
      input: try InputFile(path: "-"), outputPath: "/dev/null", mode: .overwrite, options: options
    ) { Enrichment.Source(geocoder: OneAnswer(), identity: "one") }
    _ = try await run.run()
  }
}

/// Answers every query in the same way.
private struct OneAnswer: ReverseGeocoding {
  func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] {
    var placemark = Placemark(coordinate: query.coordinate, distanceMeters: 0, match: .area, source: nil)
    placemark.country = "=A, \"quoted\"\nland"
    return [placemark]
  }
}
