import ArgumentParser
import GeoConsole
import GeoImport
import GeoStoreWriting
import GeoSupport

/// `geocode import`: makes a store from OpenStreetMap extracts. Also the main command of the program `geocode-import`.
package struct ImportCommand: ParsableCommand {
  /// The name and help texts of the command.
  package static let configuration = CommandConfiguration(
    commandName: "import", _superCommandName: "geocode",
    abstract: "Import OpenStreetMap extracts and change files into a store.",
    discussion: """
      An extract is a file in PBF (.osm.pbf) or XML (.osm), also packed (.gz, .bz2, .zst), or a history (.osh.pbf); - reads one from standard \
      input. Change files (.osc) may stand beside their extract, in any order. What a file is, its content tells. Whatever is not PBF is \
      unpacked in --work-folder first.

      Several extracts become one store; where they hold the same object, its newest version counts. The store is written \
      to a temporary file, checked, and renamed: until then, and whatever happens, an earlier store stays as it was.

      A compact layer of the whole world (countries, first-level subdivisions, larger cities) is added, so that points \
      outside the extracts still get their country.

      Changes are cut to the box that their extract states, so that those of the whole planet may be given. --polygon cuts extracts, too; \
      areas that reach beyond the region stay whole.

      An extract with an address (https://, http://, file://) is fetched into a folder beside the store, OUTPUT.updates, goes on where it was \
      interrupted, and is compared with the .md5 beside it. Names and passwords for servers are read from ~/.netrc. --update fetches it again if there is a newer one; geocode update brings the \
      changes alone.

      An import needs about six bytes of memory for each byte of the extracts. Where that is more than --memory-limit, the \
      working data goes to files without a name in --work-folder, which vanish with the program however it ends; then some \
      60 MB of memory do, and what is free makes it faster. The files need about eight bytes of disk for each byte of the \
      extracts, and 350 MB.

      --addresses adds houses that the map does not have, from tables of OpenAddresses, BAN, G-NAF Core, the National Address Database, or with \
      columns that are called number, street, lat and lon, or that --addresses-columns names. Without an extract they stand over the world layer alone.

      --postal-codes adds postal codes where neither an address nor a boundary of the map around says one. An area of a table comes before a point of one, \
      which counts for 10 km of its country.

      --tiger adds house numbers of the United States where the map has none: address ranges of the Census Bureau, in the form \
      that Nominatim's users have.

      Examples:
        geocode import monaco-latest.osm.pbf -o monaco.sqlite
        geocode import https://download.geofabrik.de/europe/monaco-latest.osm.pbf
        geocode import monaco-latest.osm.pbf --addresses houses.csv -o houses.sqlite
        geocode import --update -o monaco.sqlite

      Exit numbers:
      \(exitNumbers)
      """)

  /// The exit statuses of an import, with their meanings for this command.
  private static let exitNumbers = ExitStatus.helpText([
    (.success, "the store is written"), (.usage, "wrong usage: the message says what to give"),
    (.badData, "an extract or a table is damaged, or is something else"),
    (.noInput, "an extract, a table or the world layer is missing or not readable"),
    (.unavailable, "the server of an extract does not answer, or another update is under way"),
    (.internalError, "a mistake in the program"),
    (.cannotCreate, "the store or a working file cannot be written, or a file in its place is not a store"),
    (.inputOutput, "the system lets this process have too few files or too little memory"),
    (.interrupted, "ended by Ctrl-C; an earlier store is as it was"),
    (.terminated, "ended by SIGTERM; an earlier store is as it was"),
  ])

  @Argument(
    help: "Extracts and change files; - for standard input, https://… for one to fetch.",
    completion: .file(extensions: ["pbf", "osm", "osc", "gz", "bz2", "zst"]))
  package var extracts: [String] = []

  @Flag(help: "Fetch the extracts of the store anew, if there are newer ones, and import them as the last time.")
  package var update = false

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Tables of address ranges of the U.S. Census Bureau as Nominatim reads them (.csv, .csv.gz or .tar.gz): house numbers where the map has none.",
      valueName: "file"),
    completion: .file(extensions: ["csv", "gz"]))
  package var tiger: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Tables of addresses for houses that the map does not have: CSV, or GeoJSON with one feature in each line, packed or not.",
      valueName: "file"),
    completion: .file(extensions: ["csv", "geojson", "gz", "zst", "psv", "txt"]))
  package var addresses: [String] = []

  @Option(
    help: ArgumentHelp(
      "The columns of tables whose form is not known: lat=Y,lon=X,number=NO,street=DIR+NAME, and city=…, postcode=…, place=….",
      valueName: "list"))
  package var addressesColumns: String?

  @Flag(help: "Of a house that is in a table and on the map, keep the table's.")
  package var preferAddresses = false

  @Option(
    help: ArgumentHelp(
      "What the license of the tables asks to be shown; joins the store's attribution.", valueName: "text"))
  package var attribution: [String] = []

  @OptionGroup package var ownAreas: AreaOptions

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Tables of postal codes for places where the map says none: GeoJSON with polygons, or points as GeoNames has them, packed or not.",
      valueName: "file"),
    completion: .file(extensions: ["geojson", "json", "txt", "tsv", "gz", "zst"]))
  package var postalCodes: [String] = []

  @Option(
    help: ArgumentHelp(
      "The property of polygons that is the postal code; if not given, postcode, plz, zip, ZCTA5CE20 and others like these.",
      valueName: "name"))
  package var postalCodesProperty: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Changes of your own to the map, as editors save them (.osc), or folders of such files: they count after all extracts, also at updates.",
      valueName: "file"),
    completion: .file(extensions: ["osc", "gz"]))
  package var corrections: [String] = []

  @Option(name: .shortAndLong, help: "The store to write.", completion: .file(extensions: ["sqlite"]))
  package var output = "places.sqlite"

  @Option(help: "Worker threads; all cores if not given.")
  package var threads: Int?

  @Flag(name: .customLong("no-world"), help: "Leave the world layer out.")
  package var excludesWorld = false

  @Flag(name: .customLong("no-features"), help: "Leave places of interest (shops, sights, named buildings) out.")
  package var excludesFeatures = false

  @Flag(
    name: .customLong("without-objects"),
    help: "Leave map objects with their tags out; the daemon's HTTP face answers with addresses alone then.")
  package var excludesObjects = false

  @Flag(
    name: .customLong("without-map"),
    help: "Leave the map layer out: woods, water, all buildings, roads and railways; maps are sketches then.")
  package var excludesMap = false

  @Option(help: "Use this file as the world layer.", completion: .file(extensions: ["pbf"]))
  package var world: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Keep working data in files, or in memory; if not given, files where --memory-limit asks for it.")
  var fileBacked: Bool?

  @Option(help: "Memory for working data, such as 8G or 500M; half of the machine's if not given.")
  package var memoryLimit: ByteCount?

  @Option(help: "Folder for working files, on a fast disk; that of the output if not given.", completion: .directory)
  package var workFolder: String?

  @Option(
    help: "Keep only what lies in this region: a .poly file or GeoJSON with polygons.",
    completion: .file(extensions: ["poly", "geojson", "json"]))
  package var polygon: String?

  @Flag(help: "Replace the output even if it is not a store.")
  var force = false

  @Flag(name: .shortAndLong, help: "No progress and no summary.")
  package var quiet = false

  @Flag(
    name: .shortAndLong, help: "Tell what each stage does, what is left out and why, and what is wrong with the data.")
  var verbose = false

  /// Creates a command for the parser to fill.
  package init() {}

  /// Checks the combinations of options that the parser cannot.
  package func validate() throws {
    if extracts.isEmpty && !update && addresses.isEmpty && ownAreas.areas.isEmpty && postalCodes.isEmpty {
      throw ValidationError("name the extracts to import, such as liechtenstein.osm.pbf, or an https:// address of one")
    }
    if let scheme = extracts.lazy.compactMap(ExtractAddress.foreignScheme).first {
      throw ValidationError(
        "what \(scheme) names is not fetched: give an https://, http:// or file:// address, or fetch it first")
    }
    if extracts.contains("") {
      throw ValidationError("the name of an extract is empty; give a file such as liechtenstein.osm.pbf")
    }
    for extract in extracts where ExtractAddress.isAddress(extract) {
      try ExtractAddress.checkCredentials(extract)
      try ExtractAddress.checkNamesFile(extract)
    }
    if let name = ExtractAddress.sharedName(extracts) {
      throw ValidationError(
        "two addresses lead to a file named \(name), and both would be fetched into one; fetch one of them first, and give its path"
      )
    }
    if update && !extracts.isEmpty {
      throw ValidationError("--update fetches the extracts that the store names; leave \(extracts[0]) or --update out")
    }
    for (option, files) in [("--tiger", tiger), ("--addresses", addresses), ("--postal-codes", postalCodes)] {
      if let extract = files.first(where: { path in
        [".pbf", ".osm", ".osc", ".osm.", ".osc."].contains { path.contains($0) }
      }) {
        throw ValidationError("\(option) takes all files behind it: give the extract \(extract) before it")
      }
    }
    try AddressColumnWords.check(self)
    if postalCodes.isEmpty, postalCodesProperty != nil {
      throw ValidationError("--postal-codes-property is about tables: name those with --postal-codes")
    }
    if postalCodesProperty == "" { throw ValidationError("--postal-codes-property '': give the name of a property") }
    if let threads, !(1...256).contains(threads) { throw ValidationError("--threads takes 1 to 256, not \(threads)") }
    if memoryLimit != nil && fileBacked != nil {
      throw ValidationError("--memory-limit decides about files; leave it or --file-backed out")
    }
    if fileBacked == false && workFolder != nil {
      throw ValidationError("--work-folder and --no-file-backed contradict each other")
    }
    if excludesWorld && world != nil { throw ValidationError("--no-world and --world contradict each other") }
  }

  /// Imports, and prints the summary to standard error. If something must be fetched first, `geocode-update` takes
  /// over.
  ///
  /// - Throws: `ProgramFailure` with a sentence and the exit status.
  package func run() throws {
    if update || extracts.contains(where: ExtractAddress.isAddress) {
      let words = CommandLine.arguments.dropFirst()
      try OtherProgram.become(
        "geocode-update", ["import"] + (words.first == "import" ? words.dropFirst() : words),
        for: "what is to be fetched")
    }
    try perform(extracts)
  }

  /// Imports inputs, none of which must be fetched.
  ///
  /// - Throws: `ProgramFailure` with a sentence and the exit status.
  package func perform(_ inputs: [String]) throws {
    let limits = try limits()
    try OutputFile(path: output, isForced: force).check(
      against: inputs, ownFiles + [try? worldLayer()].compactMap(\.self))
    ProcessLimits.guardProcess(prefix: "Error: ", leftover: StoreWriter.temporaryPath(for: output))
    // A region may come through a pipe. Until it is read, a signal ends the program at once.
    var options = try options(inputs, limits)
    Interruption.handle()
    Allocator.returnLargeBlocks()
    let display = ProgressDisplay(isQuiet: quiet)
    options.record.arguments = ImportWords(self).recorded
    do throws(ImportError) {
      let summary = try Importer(options).run(
        extracts: inputs, output: output, reporter: ImportProgress(display, isVerbose: verbose))
      if !quiet { StandardError.write(summary.text(output: output, isVerbose: verbose)) }
    } catch {
      display.clear()
      throw ProgramFailure(error)
    }
  }

  /// The limits of the system for this process, which are sufficient for the import.
  package func limits() throws(ProgramFailure) -> ProcessLimits {
    let inputs = extracts.count + tiger.count + addresses.count + corrections.count + postalCodes.count
    let limits = ProcessLimits.current(wantedFiles: ProcessLimits.ofImport(threads: 1, inputs: inputs).files)
    let threads = usedThreads(limits)
    let needed = ProcessLimits.ofImport(threads: threads, inputs: inputs)
    try limits.check(covers: needed, of: "an import with \(threads) threads")
    return limits
  }

  /// The number of worker threads: as given, else as many as processors and memory allow.
  private func usedThreads(_ limits: ProcessLimits) -> Int {
    threads
      ?? limits.usualThreads(processors: Processors.usable) { ProcessLimits.ofImport(threads: $0, inputs: 0) }
  }

  /// The options of an import of these inputs within the system's limits.
  package func options(_ inputs: [String], _ limits: ProcessLimits) throws(ProgramFailure) -> ImportOptions {
    var options = ImportOptions(threads: usedThreads(limits), worldLayer: try worldLayer())
    options.addressRanges = tiger
    options.addressTables.paths = addresses
    options.addressTables.columns = addressesColumns.flatMap { AddressColumnWords.columns($0) }
    options.addressTables.winsOverMap = preferAddresses
    options.addressTables.attribution = attribution
    options.postalTables.paths = postalCodes
    options.postalTables.property = postalCodesProperty
    var seen: Set<String> = []
    for path in corrections {
      let files = try CorrectionFiles.files([path])
      if !quiet, files.isEmpty { StandardError.writeLine("Note: --corrections: there is no change file in \(path)") }
      options.corrections += files.filter { seen.insert(FileFolder.resolved($0)).inserted }
    }
    options.areaLayers = try ownAreas.files().readAreas().map { count in
      if !quiet, let note = count.note { StandardError.writeLine("Note: \(note)") }
      return ImportAreaLayer(name: count.request.layer, areas: count.areas, dropped: count.dropped)
    }
    options.region = try polygon.map { (path) throws(ProgramFailure) in try RegionFile(path: path).region }
    options.includesFeatures = !excludesFeatures
    options.includesObjects = !excludesObjects
    options.includesMap = !excludesMap
    options.storage = try storage(inputs, limits)
    options.workFolder = workFolder
    options.isCancelled = { Interruption.isRequested }
    return options
  }

  /// The paths of all inputs besides the extracts: tables, areas, corrections and their folders, the region, and the
  /// world layer if it is named.
  package var ownFiles: [String] {
    let areas = (try? ownAreas.files())?.requests.map(\.path) ?? []
    let corrected = (try? CorrectionFiles.files(corrections)) ?? []
    let single = [polygon, world].compactMap(\.self)
    return [tiger, addresses, postalCodes, areas, corrections, corrected, single].flatMap(\.self)
  }

  /// - Throws: `ProgramFailure` if the working data must be kept in memory but would not fit.
  private func storage(_ inputs: [String], _ limits: ProcessLimits) throws(ProgramFailure) -> WorkStorage {
    guard let fileBacked else {
      return .automatic(
        memoryLimitBytes: min(memoryLimit?.bytes ?? WorkStorage.defaultMemoryLimitBytes, limits.workingBytes))
    }
    if fileBacked { return .files }
    let needed = WorkStorage.memoryBytes(
      extractBytes: inputs.reduce(0) { sum, path in
        var status = stat()
        return stat(path, &status) == 0 ? sum + Int(status.st_size) : sum
      })
    guard needed / 2 <= limits.workingBytes else {
      throw ProgramFailure(
        .inputOutput,
        "some \(needed >> 20) MB of memory would be needed and only \(limits.workingBytes * 2 >> 20) MB may be used; "
          + "leave --no-file-backed out")
    }
    return .memory
  }

  private func worldLayer() throws(ProgramFailure) -> String? {
    if excludesWorld { return nil }
    if let world { return world }
    return try DefaultData.find().worldLayer
  }
}
