import GeoClient
import GeoConsole
import GeoModel
import GeoSupport
import GeoWire

/// The output of `--status` for a running daemon.
enum StatusReport {
  /// Queries the daemon on a socket twice within a second, to determine the rate of its answers.
  ///
  /// - Returns: one line for each fact.
  /// - Throws: ``ProgramFailure`` with `.unavailable` if no daemon listens there.
  static func text(socket path: String) throws(ProgramFailure) -> String {
    do throws(GeocodingError) {
      let client = try GeoClient.Blocking(socketPath: path)
      let before = try client.serverStatus()
      usleep(1_000_000)
      return text(path, before, try client.serverStatus())
    } catch {
      throw ProgramFailure(
        .unavailable, "\(error.message); start one with 'geocoded --detach', or name its socket with --socket")
    }
  }

  private static func text(_ socket: String, _ before: ServerInfo, _ info: ServerInfo) -> String {
    var lines = [("geocoded", "\(info.version), answers at \(socket)")]
    if let process = info.process {
      lines.append(("Process", "\(process.id), runs for \(Figures.clock(seconds: Double(process.seconds)))"))
      lines.append(("Memory", Figures.bytes(Int64(process.residentBytes))))
      // Does not count the client of this request.
      lines.append(("Clients", Figures.grouped(max(0, process.clients - 1))))
    }
    if let answers = info.answers {
      let rate = answers.all - (before.answers?.all ?? answers.all)
      lines.append(
        (
          "Answers",
          "\(Figures.grouped(answers.all)), \(Figures.grouped(answers.uncovered)) of them outside the extracts; \(Figures.grouped(max(0, rate)))/s"
        ))
    }
    if let database = info.database { lines.append(("Store", database)) }
    if info.isStoreLost {
      lines.append(
        ("Damaged", "the store was overwritten or cut short; nothing is answered until there is a whole one"))
    }
    if !info.extracts.isEmpty { lines.append(("Extracts", info.extracts.joined(separator: ", "))) }
    if let date = info.dataDate { lines.append(("Data of", date)) }
    if let place = info.replication { lines.append(("Changes", "up to file \(place.sequence)")) }
    let width = lines.map(\.0.count).max() ?? 0
    // The extracts' names come from the maker of the store, so control characters are replaced.
    return lines.map { $0.0.padding(to: width + 2) + Terminal.fit(ForeignText.oneLine($0.1)) }.joined(separator: "\n")
      + "\n"
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
