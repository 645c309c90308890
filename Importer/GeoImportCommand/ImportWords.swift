import ArgumentParser
import GeoConsole
import GeoSupport

/// The arguments of an import as a store records them, so that it can be repeated with changes.
package struct ImportWords {
  /// The arguments: inputs, then options. Paths in the store's folder or below are relative to it, so that both may be
  /// moved together.
  package private(set) var recorded: [String] = []

  /// Creates the arguments of a command. They are empty if a path cannot be recorded.
  package init(_ command: ImportCommand) { self.init(command) { Self.kept($0, store: command.output) } }

  /// The arguments as a user types them in the current folder.
  package static func typed(_ command: ImportCommand) -> [String] { ImportWords(command) { $0 }.recorded }

  private init(_ command: ImportCommand, _ kept: (String) -> String) {
    recorded = command.extracts.map(kept)
    if let polygon = command.polygon { recorded += ["--polygon", kept(polygon)] }
    if let world = command.world { recorded += ["--world", kept(world)] }
    if command.excludesWorld { recorded.append("--no-world") }
    if command.excludesFeatures { recorded.append("--no-features") }
    if command.excludesObjects { recorded.append("--without-objects") }
    if command.excludesMap { recorded.append("--without-map") }
    if !command.tiger.isEmpty { recorded += ["--tiger"] + command.tiger.map(kept) }
    if !command.addresses.isEmpty { recorded += ["--addresses"] + command.addresses.map(kept) }
    if let columns = command.addressesColumns { recorded += ["--addresses-columns=" + columns] }
    if command.preferAddresses { recorded.append("--prefer-addresses") }
    recorded += ImportWords.words(command.ownAreas, kept)
    if !command.postalCodes.isEmpty { recorded += ["--postal-codes"] + command.postalCodes.map(kept) }
    if let property = command.postalCodesProperty { recorded += ["--postal-codes-property=" + property] }
    if !command.corrections.isEmpty { recorded += ["--corrections"] + command.corrections.map(kept) }
    recorded += command.attribution.map { "--attribution=" + $0 }
    // Arguments are recorded one per line.
    if recorded.contains(where: { $0.contains("\n") }) { recorded = [] }
  }

  /// The command of recorded arguments, with paths that are valid for this process.
  ///
  /// - Parameters:
  ///   - words: the arguments, as recorded in a store.
  ///   - store: the store, which is the output.
  /// - Throws: `ProgramFailure` if they are not the arguments of an import.
  package static func command(_ words: [String], store: String) throws(ProgramFailure) -> ImportCommand {
    let parsed = (try? ImportCommand.parse(words)) as ImportCommand?
    guard !words.isEmpty, var command = parsed else {
      throw ProgramFailure(
        .badData, "\(store) does not say what it was made of; import its extracts again with 'geocode import'")
    }
    func path(_ kept: String) -> String { self.path(kept, store: store) }
    command.output = store
    command.extracts = command.extracts.map(path)
    command.tiger = command.tiger.map(path)
    command.addresses = command.addresses.map(path)
    command.postalCodes = command.postalCodes.map(path)
    command.corrections = command.corrections.map(path)
    command.polygon = command.polygon.map(path)
    command.ownAreas.areas = command.ownAreas.areas.map { word in
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      return parts.count == 2 ? "\(parts[0])=\(path(parts[1]))" : word
    }
    command.world = command.world.map(path)
    return command
  }

  /// The options for the user's own areas, with the name of each layer.
  private static func words(_ options: AreaOptions, _ kept: (String) -> String) -> [String] {
    guard let files = try? options.files() else { return [] }
    return files.requests.flatMap { request in
      ["--areas=\(request.layer)=\(kept(request.path))"]
        + (request.wish.name.map { ["--areas-name=\(request.layer)=\($0)"] } ?? [])
        + (request.wish.properties.isEmpty
          ? [] : ["--areas-properties=\(request.layer)=\(request.wish.properties.joined(separator: ","))"])
    }
  }

  /// A path as recorded in a store. A link to a file, such as one to the newest extract, is recorded as a link.
  package static func kept(_ path: String, store: String) -> String {
    if path == "-" || ExtractAddress.isAddress(path) { return path }
    let isFile = SystemCall.status(of: path)?.isRegular == true
    let path = isFile ? FileFolder.place(of: path) : FileFolder.resolved(path)
    let folder = FileFolder.resolved(FileFolder.folder(of: FileFolder.withoutLink(store))) + "/"
    guard path.hasPrefix(folder) else { return path }
    let rest = String(path.dropFirst(folder.count))
    return rest.hasPrefix("-") ? "./" + rest : rest
  }

  /// The path for this process of a recorded path.
  package static func path(_ kept: String, store: String) -> String {
    kept == "-" || kept.hasPrefix("/") || ExtractAddress.isAddress(kept)
      ? kept : FileFolder.folder(of: FileFolder.withoutLink(store)) + "/" + kept
  }

}

/// Extracts that are given as URLs.
package enum ExtractAddress {
  /// Whether an argument is the URL of an extract, not a path.
  package static func isAddress(_ word: String) -> Bool {
    ["https://", "http://", "file://"].contains { word.lowercased().hasPrefix($0) }
  }

  /// The scheme of a URL that cannot be fetched, such as `ftp://`; nil for other URLs and for paths.
  static func foreignScheme(_ word: String) -> Substring? {
    guard !isAddress(word), let end = word.firstRange(of: "://"), end.lowerBound > word.startIndex,
      word[..<end.lowerBound].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return nil }
    return word[..<end.upperBound]
  }

  /// Rejects a URL with a user name or a password, which would be recorded in the store for its readers to see.
  ///
  /// - Throws: `ValidationError` with the place for credentials.
  package static func checkCredentials(_ address: String) throws {
    guard WebAddress.hasCredentials(address) else { return }
    throw ValidationError(
      "\(WebAddress.withoutCredentials(address)) was given with a name or a password, which would be kept in the store; "
        + "put them into ~/.netrc, and give the address without them")
  }

  /// Rejects a URL of a server alone.
  ///
  /// - Throws: `ValidationError` with an example.
  static func checkNamesFile(_ address: String) throws {
    let rest = address.drop { $0 != ":" }.dropFirst(3)
    guard rest.drop(while: { $0 != "/" && $0 != "?" }).allSatisfy({ $0 == "/" }) else { return }
    throw ValidationError(
      "\(address) names no file; give the whole address of an extract, such as "
        + "https://download.geofabrik.de/europe/monaco-latest.osm.pbf")
  }

  /// The name that two URLs share; nil if each has its own.
  static func sharedName(_ words: [String]) -> String? {
    var names: Set<String> = []
    return Set(words.filter(isAddress)).map(name).first { !names.insert($0).inserted }
  }

  /// The name of a URL's file in the folder of updates, different from those of the folder's own files.
  package static func name(_ address: String) -> String {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    if last.isEmpty || last.hasPrefix(".") { return "extract.osm.pbf" }
    return isReserved(last) ? "extract-\(last).osm.pbf" : last
  }

  /// Whether a name in the folder of updates is reserved for updates.
  private static func isReserved(_ name: String) -> Bool {
    func begins(_ start: String) -> Bool { name.utf8.starts(with: start.utf8) }
    func ends(_ end: String) -> Bool { name.utf8.reversed().starts(with: end.utf8.reversed()) }
    return ["lock", "server"].contains(name) || ["base-", "changes.osm.pbf", "change.osc.gz"].contains(where: begins)
      || [".new", ".part", ".partial", ".version"].contains(where: ends)
  }
}
