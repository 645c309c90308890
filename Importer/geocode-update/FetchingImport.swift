import GeoConsole
import GeoImportCommand
import GeoStore
import GeoSupport
import GeoUpdate

/// `geocode import` for extracts given as URLs, which are downloaded into the folder of the store and then imported.
struct FetchingImport {
  private let command: ImportCommand

  /// Parses the import from the arguments of a command line.
  init(_ words: [String]) throws { command = try ImportCommand.parse(words) }

  /// - Throws: `ProgramFailure`; an earlier store is unchanged.
  func run() throws {
    Interruption.handle()
    var command = command
    if command.update {
      let info: StoreInfo
      do throws(StoreError) { info = try StoreReader(path: command.output).info } catch { throw ProgramFailure(error) }
      command = try ImportWords.command(info.metadata.importArguments, store: command.output)
      (command.quiet, command.threads) = (self.command.quiet, self.command.threads)
      (command.memoryLimit, command.workFolder) = (self.command.memoryLimit, self.command.workFolder)
      guard command.extracts.contains(where: ExtractAddress.isAddress) else {
        throw ProgramFailure(
          .usage,
          "\(command.output) was made of files, not of an address, so nothing can be fetched anew; import a newer extract, or use 'geocode update'"
        )
      }
    }
    let folder: UpdateFolder
    do throws(UpdateError) {
      folder = try UpdateFolder(of: command.output)
      let isNewer = try fetch(command, into: folder)
      guard isNewer || !command.update && !self.command.update else {
        if !command.quiet { StandardError.writeLine("\(command.output): there is no newer extract") }
        return
      }
    } catch { throw error.failure }
    let inputs = command.extracts.map { UpdateFolder.file(of: $0, store: command.output) }
    try command.perform(inputs)
    folder.tidy(keeping: inputs + [folder.changes])
  }

  /// Downloads the extracts that are URLs.
  ///
  /// - Returns: whether any of them is new.
  private func fetch(_ command: ImportCommand, into folder: UpdateFolder) throws(UpdateError) -> Bool {
    let display = ProgressDisplay(isQuiet: command.quiet)
    defer { display.clear() }
    let transfer = Transfer()
    transfer.shouldContinue = { done, all in
      display.update(fraction: all > 0 ? Double(done) / Double(all) : nil, count: done)
      return !Interruption.isRequested
    }
    var isNewer = false
    for address in command.extracts where ExtractAddress.isAddress(address) {
      display.begin("Fetching \(ExtractAddress.name(address))", unit: "bytes")
      if try ExtractDownload(address, into: folder, transfer).run() { isNewer = true }
      display.end()
    }
    return isNewer
  }
}
