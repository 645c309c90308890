import GeoConsole
import GeoImport
import GeoImportCommand
import GeoSupport
import OSMFile

extension Updater {
  /// Imports extracts and changes, or extracts rewritten with the changes.
  func makeStore(
    with changes: ChangeSet, _ recipe: StoreRecipe, _ folder: UpdateFolder
  ) throws(UpdateError) -> ImportSummary {
    var inputs = recipe.inputs
    do {
      let limits = try recipe.command.limits()
      var options = try recipe.command.options(inputs, limits)
      options.isCancelled = { [shouldContinue] in !shouldContinue() }
      var extractBytes = 0
      for path in inputs { extractBytes += try UpdateFolder.size(path) }
      let most = min(Double(largestBytes), largestShare * Double(extractBytes))
      let isLarge = Double(try UpdateFolder.size(folder.changes)) > most
      let rewritten = isLarge ? try newExtracts(changes, of: inputs, region: options.region, folder) : nil
      if let rewritten { inputs = rewritten }
      options.record.arguments = recipe.metadata.importArguments
      let isUpdated = rewritten != nil || !recipe.metadata.updatedExtracts.isEmpty
      options.record.updatedExtracts = isUpdated ? inputs.map { ImportWords.kept($0, store: store) } : []
      options.record.replication = changes.end
      options.record.extracts = recipe.metadata.extracts
      let all = inputs + (rewritten == nil ? [folder.changes] : [])
      let summary = try Importer(options).run(extracts: all, output: store, reporter: reporter)
      folder.tidy(keeping: all)
      return summary
    } catch let error as UpdateError {
      throw error
    } catch let error as ProgramFailure {
      throw UpdateError(error)
    } catch let error as ImportError {
      throw recipe.failure(error)
    } catch let error as OSMFileError {
      throw UpdateError(error)
    } catch {
      throw UpdateError(.badData, "\(error)")
    }
  }

  /// Rewrites extracts with their changes.
  ///
  /// - Returns: the new extracts; nil if none can be written. That is so if all inputs are changes, or if an extract
  ///   has locations on ways, as it may lack their nodes.
  private func newExtracts(
    _ changes: ChangeSet, of inputs: [String], region: ImportRegion?, _ folder: UpdateFolder
  ) throws(OSMFileError) -> [String]? {
    var (given, readers, paths) = (ChangeSet(), [OSMFileReader](), [String]())
    var options = OSMInputOptions()
    options.folder = folder.path
    for path in inputs + [folder.changes] { readers.append(try OSMFileReader(path: path, options)) }
    if readers.contains(where: \.header.hasLocationsOnWays) { return nil }
    let cut = RegionCut(region, readers)
    // Change files that were given with the extracts are applied, too.
    for (reader, path) in zip(readers, inputs) where reader.header.isChange {
      given.add(try OSMFileContents(path: path, options))
    }
    given.add(changes)
    readers.removeAll { $0.header.isChange }
    if readers.isEmpty { return nil }
    for index in readers.indices { paths.append(folder.file("base-\(changes.end.sequence ?? 0)-\(index).osm.pbf")) }
    reporter.didBegin(.merging)
    var rewriter = ExtractRewriter(given, region: cut?.region) { share in
      reporter.didAdvance(.merging, fraction: share, objects: 0)
      return shouldContinue()
    }
    try rewriter.write(readers, to: paths)
    reporter.didEnd(.merging, seconds: 0)
    return paths
  }
}
