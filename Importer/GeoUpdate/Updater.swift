import GeoConsole
import GeoImport
import GeoImportCommand
import GeoModel
import GeoStore
import GeoSupport
import OSMFile

// The way of an update:
// 1. The store says of which extracts it was made, and up to which change file it goes. Changes that an earlier update has fetched go further.
// 2. The server tells its newest change file. The next ones are fetched, one after the other, and gathered: of each object the newest version.
// 3. The changes are written beside the store, with their place in the series in the same file.
// 4. Once they are many, the extracts are written anew with the changes in them.
// 5. Extracts and changes are imported; the new store replaces the old one in one step, and says itself where it stands.
// Whatever ends this, in whatever moment, the next update finds a whole store and whole changes, neither ahead of its data, and goes on.

/// Brings a store up to date.
package struct Updater {
  /// The store.
  package var store: String
  /// Where changes are published; nil for where the store says.
  package var replication: String?
  /// The most change files of one update.
  package var maximumChanges = 1000
  /// What is told about the way of the import.
  package var reporter: any ImportReporter = SilentReporter()
  /// Told how many change files of how many are there.
  package var didFetch: (_ done: Int, _ all: Int) -> Void = { _, _ in }
  /// Asked now and then whether to go on.
  package var shouldContinue: @Sendable () -> Bool = { true }
  /// Changes options of the import, such as threads.
  package var adjust: (inout ImportCommand) -> Void = { _ in }
  /// See ``Transfer/pauses``.
  package var pauses: [Double]?
  /// See ``Transfer/slowSeconds``.
  package var slowSeconds: Int?
  /// Beyond this part of the extracts' bytes changes go into new extracts.
  package var largestShare = 0.1
  /// The most bytes of change files of one update, and of gathered changes, as they are in memory while they are merged.
  package var largestBytes = 32 << 20

  /// The most bytes of one change file, packed. A day of the whole planet has about a tenth of that, so what is longer is none.
  package var largestChangeFile: Int64 = 1 << 30
  /// The most bytes that a small change file may unpack to; a large one may to a multiple of its size, as any input.
  package var largestUnpacked = 64 << 20

  /// An updater of a store.
  package init(store: String) { self.store = store }

  /// What an update did.
  package struct Outcome {
    /// How many change files it brought.
    package var fetched = 0
    /// Whether it wrote a store.
    package var wrote = false
    /// Where the store is in the series.
    package var position: StoreMetadata.Replication
    /// Whether the server has more.
    package var isMoreToCome = false
    /// What ended it after some change files, which are in the store.
    package var failure: UpdateError?
  }

  /// Updates the store.
  ///
  /// - Throws: ``UpdateError`` if nothing could be done; the store is as it was.
  package func run() throws(UpdateError) -> Outcome {
    var recipe = try StoreRecipe(of: store)
    adjust(&recipe.command)
    let folder = try UpdateFolder(of: store)
    let mark = try UpdateFolder.mark(of: recipe.inputs)
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
    if changes.end == known { return outcome }
    // Without a new file, too, what is beside the store says where it stands: the server may just be another one.
    if outcome.fetched > 0 || changes.end != gathered?.end { try changes.write(to: folder.changes, for: mark) }
    try makeStore(with: changes, recipe, folder)
    outcome.wrote = true
    outcome.position = changes.end
    return outcome
  }

  /// The server of an address: any that the user names, or has named before; of those that only an extract names, one that everybody can reach.
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

  /// An address that an extract names, for a sentence.
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

  /// Why nobody knows where the changes are: the extracts name no server, or several.
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
