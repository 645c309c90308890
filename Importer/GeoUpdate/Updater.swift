import GeoConsole
import GeoImport
import GeoImportCommand
import GeoModel
import GeoStore
import GeoSupport
import OSMFile

// How an update works:
// 1. The store names its extracts and its last change file. Changes fetched by an earlier update may go further.
// 2. The server names its newest change file. The missing ones are fetched one after the other, keeping the newest
//    version of each object.
// 3. The changes are written next to the store. The same file records their position in the series.
// 4. Once the changes are many, the extracts are rewritten with them.
// 5. Extracts and changes are imported. The new store replaces the old one in one step, and records its own position.
// Without new changes the store is made anew only if tables, areas or corrections of the user's own were edited since.
// However an update is interrupted, the store and the file of changes stay complete, and neither records a position
// ahead of its data. The next update continues from them.

/// Brings a store up to date.
package struct Updater {
  /// The path of the store.
  package var store: String
  /// The URL of the published changes; nil to use that of the store.
  package var replication: String?
  /// The maximum number of change files in one update.
  package var maximumChanges = 1000
  /// Receives the progress of the import.
  package var reporter: any ImportReporter = SilentReporter()
  /// Called with the numbers of fetched change files and of all to fetch.
  package var didFetch: (_ done: Int, _ all: Int) -> Void = { _, _ in }
  /// Called from time to time; returns whether to continue.
  package var shouldContinue: @Sendable () -> Bool = { true }
  /// Changes options of the import, such as threads.
  package var adjust: (inout ImportCommand) -> Void = { _ in }
  /// See ``Transfer/pauses``.
  package var pauses: [Double]?
  /// See ``Transfer/slowSeconds``.
  package var slowSeconds: Int?
  /// The size of changes, as a part of the extracts' size, above which extracts are rewritten.
  package var largestShare = 0.1
  /// The maximum size of an update's change files, in bytes, and the size of collected changes above which extracts are
  /// rewritten. Changes are in memory while they are merged.
  package var largestBytes = 32 << 20

  /// The maximum size of one compressed change file, in bytes. A day of the whole planet takes about a tenth of it.
  package var largestChangeFile: Int64 = 1 << 30
  /// The decompressed size up to which any change file is accepted, in bytes. A large file may expand to a multiple of
  /// its size, like other inputs.
  package var largestUnpacked = 64 << 20

  /// Creates an updater of a store.
  package init(store: String) { self.store = store }

  /// The result of an update.
  package struct Outcome {
    /// The number of change files fetched.
    package var fetched = 0
    /// Whether a store was written.
    package var wrote = false
    /// The summary of the import for the user; nil if no store was written.
    package var summary: String?
    /// The position of the store in the series of changes.
    package var position: StoreMetadata.Replication
    /// Whether the server has more changes.
    package var isMoreToCome = false
    /// The error that stopped the fetching after some change files, which are in the store.
    package var failure: UpdateError?
  }

  /// Updates the store.
  ///
  /// - Throws: ``UpdateError`` if nothing was updated; the store is unchanged.
  package func run() throws(UpdateError) -> Outcome {
    var recipe = try StoreRecipe(of: store)
    adjust(&recipe.command)
    let folder = try UpdateFolder(of: store)
    let mark = try UpdateFolder.mark(of: recipe.inputs)
    try recipe.checkOwnFiles()
    let known = recipe.metadata.replication
    let gathered = ChangeSet(path: folder.changes, for: mark)
    var changes: ChangeSet
    if let gathered { changes = gathered } else { changes = try recipe.noChanges() }

    guard let address = replication ?? changes.end.url ?? known.url else { throw noAddress(of: recipe.inputs) }
    let server = try server(address, folder)
    let newest = try server.newest()
    if replication != nil { try folder.trust(server.address) }
    try settle(&changes.end, server, newest, recipe)
    var outcome = Outcome(position: known)
    outcome.failure = fetch(into: &changes, from: server, to: newest, recipe, folder, &outcome)
    if outcome.fetched == 0, let failure = outcome.failure { throw failure }
    outcome.isMoreToCome = (changes.end.sequence ?? 0) < newest.sequence
    if changes.end == known, !recipe.hasOwnChanges { return outcome }
    // Even without a new change file the position is written, because the server may be another one.
    if outcome.fetched > 0 || changes.end != gathered?.end { try changes.write(to: folder.changes, for: mark) }
    outcome.summary = try makeStore(with: changes, recipe, folder).text(output: store, isVerbose: false)
    outcome.wrote = true
    outcome.position = changes.end
    return outcome
  }

  /// The server at a URL. It may be anywhere if the user gave the URL, now or before. If only an extract names it, it
  /// must be publicly reachable.
  private func server(_ address: String, _ folder: UpdateFolder) throws(UpdateError) -> ReplicationServer {
    let transfer = transfer()
    let server = ReplicationServer(address, transfer)
    guard replication == nil, folder.trusted != server.address else { return server }
    transfer.isForeign = true
    guard let problem = ForeignServer.problem(of: address) else { return server }
    let shown = Self.shown(address)
    throw UpdateError(
      .badArgument,
      "an extract of \(store) says that its changes are at \(shown), which \(problem), and which nobody has given with --replication; "
        + "if you trust it, type 'geocode update \(ShellWord.file(store)) --replication \(ShellWord.quoted(shown))'")
  }

  /// A URL named by an extract, safe for display.
  private static func shown(_ address: String) -> String {
    ForeignText.visible(ForeignText.oneLine(WebAddress.withoutCredentials(address)))
  }

  private func transfer() -> Transfer {
    let transfer = Transfer()
    transfer.shouldContinue = { [shouldContinue] _, _ in shouldContinue() }
    if let pauses { transfer.pauses = pauses }
    if let slowSeconds { transfer.slowSeconds = slowSeconds }
    return transfer
  }

  /// The error for an unknown server, if the extracts name none or several.
  private func noAddress(of inputs: [String]) -> UpdateError {
    let servers = Set(inputs.compactMap { try? OSMFileReader(path: $0).header.replicationBaseURL }).sorted()
    guard servers.count > 1 else {
      return UpdateError(
        .badArgument,
        "\(store) does not say where its changes are published; give --replication with the address of the folder")
    }
    return UpdateError(
      .badArgument,
      "the extracts of \(store) have their changes in different places (\(servers.map(Self.shown).joined(separator: ", "))), but an update follows one: "
        + "give --replication with one that covers them all, such as https://planet.openstreetmap.org/replication/day")
  }
}
