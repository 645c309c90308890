import GeoConsole
import GeoImport
import GeoImportCommand
import GeoStore
import GeoSupport
import OSMFile

/// How a store was made, according to its metadata, so that it can be made again with changes.
struct StoreRecipe {
  /// The metadata of the store.
  let metadata: StoreMetadata
  /// The import that made the store.
  var command: ImportCommand
  /// The paths of its inputs: the original extracts, or those that an update has rewritten.
  let inputs: [String]

  /// Reads the recipe from a store.
  ///
  /// - Throws: ``UpdateError`` if the store cannot be read, or cannot be made again.
  init(of store: String) throws(UpdateError) {
    do throws(StoreError) { metadata = try StoreReader(path: store).info.metadata } catch {
      throw UpdateError(ProgramFailure(error))
    }
    do throws(ProgramFailure) { command = try ImportWords.command(metadata.importArguments, store: store) } catch {
      throw UpdateError(error)
    }
    let updated = metadata.updatedExtracts.map { ImportWords.path($0, store: store) }
    guard !updated.isEmpty || !command.extracts.contains("-") else {
      throw UpdateError(
        .badData, "\(store) was made of standard input, which is gone; import it from a file to update it")
    }
    inputs = updated.isEmpty ? command.extracts.map { UpdateFolder.file(of: $0, store: store) } : updated
  }

  /// - Throws: ``UpdateError`` with code `.missingInput` if a file besides the extracts is gone.
  func checkOwnFiles() throws(UpdateError) {
    for path in command.ownFiles where access(path, R_OK) != 0 { throw UpdateFolder.missing(path) }
  }

  /// Whether a file that the store was made of besides its extracts was changed since, or is gone.
  var hasOwnChanges: Bool {
    func time(_ path: String) -> (Int, Int)? {
      SystemCall.status(of: path).map { ($0.st_mtim.tv_sec, $0.st_mtim.tv_nsec) }
    }
    guard let made = time(command.output) else { return false }
    return command.ownFiles.contains { time($0).map { $0 > made } ?? true }
  }

  /// The advice for extracts that no published changes continue.
  var newerExtract: String {
    let isFetched = command.extracts.contains(where: ExtractAddress.isAddress)
    let line = StoreRecipe.line(isFetched ? ["--update"] : ImportWords.typed(command), command.output)
    return "import a newer extract" + (isFetched ? "" : " in the place of the old one")
      + " with '\(line)', and updates go on from there"
  }

  private static func line(_ words: [String], _ store: String) -> String {
    "geocode import \(words.map(ShellWord.quoted).joined(separator: " ")) -o \(ShellWord.file(store))"
  }

  /// The failure of the import. If it advises an option that an update does not have, the import that has it is added.
  func failure(_ error: ImportError) -> UpdateError {
    let failure = ProgramFailure(error)
    guard error.code == .unreadableExtract else { return UpdateError(failure) }
    var anew = command
    if error.message.contains("--addresses-columns") {
      anew.addressesColumns = nil
    } else if error.message.contains("--postal-codes-property") {
      anew.postalCodesProperty = nil
    } else {
      return UpdateError(failure)
    }
    let line = StoreRecipe.line(ImportWords.typed(anew), command.output)
    return UpdateError(
      .badData, "\(error.message); an update has no such option, so import anew with '\(line)' and this option")
  }

  /// An empty set of changes that starts at the state of the extracts. The state of the store does not count, because
  /// changes that it contains may have been deleted since.
  func noChanges() throws(UpdateError) -> ChangeSet {
    var headers: [OSMFileHeader] = []
    for path in inputs {
      do throws(OSMFileError) { headers.append(try OSMFileReader(path: path).header) } catch {
        throw UpdateError(error)
      }
    }
    var changes = ChangeSet()
    changes.end = Importer.replication(headers)
    return changes
  }
}
