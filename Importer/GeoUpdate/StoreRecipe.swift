import GeoConsole
import GeoImport
import GeoImportCommand
import GeoStore
import GeoSupport
import OSMFile

/// How a store was made, by what it says itself, so that it can be made again with changes.
struct StoreRecipe {
  /// What the store says of itself.
  let metadata: StoreMetadata
  /// The import that has made it.
  var command: ImportCommand
  /// The files it was made of: its extracts, or those that an update has written instead.
  let inputs: [String]

  /// Reads it from a store.
  ///
  /// - Throws: ``UpdateError`` when the store cannot be read, or cannot be made again.
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

  /// What to do where no changes lead on.
  var newerExtract: String {
    let isFetched = command.extracts.contains(where: ExtractAddress.isAddress)
    let words = isFetched ? "--update" : ImportWords.typed(command).map(ShellWord.quoted).joined(separator: " ")
    return "import a newer extract" + (isFetched ? "" : " in the place of the old one")
      + " with 'geocode import \(words) -o \(ShellWord.file(command.output))', and updates go on from there"
  }

  /// No changes yet: what the extracts say counts, not the store, which may have been updated with changes that somebody has removed since.
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
