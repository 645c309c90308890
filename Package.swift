// swift-tools-version: 6.2
import PackageDescription

// CI turns every warning of our own code into an error; a user's build with a newer compiler does not break on one.
let strict: [SwiftSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

// An optimized build is tested; optimizing what tests it would take as long as all that it builds for users.
let unoptimized: SwiftSetting = .unsafeFlags(["-Onone"], .when(configuration: .release))

// A package that depends on one of the libraries and says `traits: []` resolves and builds nothing of others. Each trait has programs with it, so that one of
// them is on: of several, SwiftPM hands the names to the compiler in another order each time, and then builds all anew.
func foreign(_ product: String, _ package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["Programs", "Map"]))
}
let argumentParser = foreign("ArgumentParser", "swift-argument-parser")
let logging = foreign("Logging", "swift-log")
let lifecycle = foreign("ServiceLifecycle", "swift-service-lifecycle")
let signals = foreign("UnixSignals", "swift-service-lifecycle")
let httpTypes = foreign("HTTPTypes", "swift-http-types")
let hummingbird = foreign("HummingbirdCore", "hummingbird")
let nioCore = foreign("NIOCore", "swift-nio")
let nioHTTP1 = foreign("NIOHTTP1", "swift-nio")
let nioWebSocket = foreign("NIOWebSocket", "swift-nio")
let nioHTTPTypes = foreign("NIOHTTPTypes", "swift-nio-extras")
let nioHTTPTypes1 = foreign("NIOHTTPTypesHTTP1", "swift-nio-extras")
let nioPosix = foreign("NIOPosix", "swift-nio")

// Modules of the map, for programs of the geocoder that also work without it.
func map(_ module: String) -> Target.Dependency { .target(name: module, condition: .when(traits: ["Map"])) }

// Every target knows GeoSupport, which is below all others.
let support: [Target.Dependency] = ["GeoSupport"]

func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: support + dependencies, exclude: exclude, resources: resources, swiftSettings: strict)
}
func program(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil, exclude: [String] = [],
  resources: [Resource] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: support + dependencies, path: path, exclude: exclude, resources: resources,
    swiftSettings: strict)
}
func importer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: support + dependencies, path: "Importer/\(name)", swiftSettings: strict)
}
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: support + dependencies + ["GeoTestKit"], path: "Tests/\(name)", exclude: exclude,
    swiftSettings: strict + [unoptimized])
}
func measuring(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil, exclude: [String] = []
) -> Target {
  program(
    name, ["BenchmarkKit", "GeoTestKit", "GeoModel", argumentParser] + dependencies,
    path: path ?? "Tests/Benchmarks/\(name)",
    exclude: exclude)
}

// `GEOCODE_MAP=0` leaves the map out of the whole package, its tests included: for machines without Cairo, Pango and libjpeg. A package that
// depends on this one does the same by its traits.
let hasMap = Context.environment["GEOCODE_MAP"] != "0"
let mapModules: Set = [
  "CCairo", "GeoMap", "GeoBaseMap", "GeoRender", "GeoMapClient", "GeoMapServer", "geocode-map", "GeoMapTests",
  "GeoRenderTests", "map-benchmark", "picture-benchmark",
]

// `GEOCODE_LIBRARY=1` builds what is linked into other programs, by Packaging/library: it installs no signal handler unasked, and takes ICU as
// it finds it.
let isLibrary = Context.environment["GEOCODE_LIBRARY"] == "1"
let forOthers: [CSetting] = isLibrary ? [.define("GEOCODE_LIBRARY")] : []

let package = Package(
  name: "geocode",
  products: [
    .executable(name: "geocode", targets: ["geocode"]),
    .executable(name: "geocoded", targets: ["geocoded"]),
    .executable(name: "geocode-import", targets: ["geocode-import"]),
    .executable(name: "geocode-map", targets: ["geocode-map"]),
    .executable(name: "geocode-update", targets: ["geocode-update"]),
    .library(name: "GeoModel", targets: ["GeoModel"]),
    .library(name: "GeoEngine", targets: ["GeoEngine"]),
    .library(name: "GeoClient", targets: ["GeoClient"]),
    .library(name: "GeoWire", targets: ["GeoWire"]),
    .library(name: "GeoMap", targets: ["GeoMap"]),
    .library(name: "GeoMapClient", targets: ["GeoMapClient"]),
    .library(name: "GeoRender", targets: ["GeoRender"]),
    .library(name: "GeoBaseMap", targets: ["GeoBaseMap"]),
    .library(name: "GeoCSV", targets: ["GeoCSV"]),
    .library(name: "GeoImport", targets: ["GeoImport"]),
    // The C interface; Packaging/library makes libgeocode.so of it.
    .library(name: "GeoC", type: .dynamic, targets: ["GeoC"]),
  ],
  traits: [
    .trait(
      name: "Programs", description: "The command line and the daemon without maps, with the packages that they need."),
    .trait(
      name: "Map",
      description:
        "The programs with the daemon's maps and geocode-map, which need Cairo, Pango and libjpeg; answers are the same."
    ),
    .default(enabledTraits: [hasMap ? "Map" : "Programs"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // System libraries, each behind a shim header of its own.
    .systemLibrary(name: "CSQLite", path: "Sources/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    // ICU's own headers clash with Foundation's ICU, so its shim is compiled (libicu-dev).
    .target(
      name: "CICU", path: "Sources/CICU", cSettings: forOthers,
      linkerSettings: (isLibrary ? [] : [.linkedLibrary("icuuc")]) + [.linkedLibrary("dl")]),
    .systemLibrary(name: "CDeflate", path: "Sources/CDeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(
      name: "CCompression", path: "Importer/CCompression",
      providers: [.apt(["libdeflate-dev", "liblz4-dev", "libzstd-dev", "zlib1g-dev", "libbz2-dev"])]),
    .systemLibrary(name: "CExpat", path: "Importer/CExpat", providers: [.apt(["libexpat1-dev"])]),
    // Only for geocode-update: it would slow down the start of geocode.
    .systemLibrary(name: "CCurl", path: "Importer/CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),

    // A hint for the processor, which Swift has no word for.
    .systemLibrary(name: "CPrefetch", path: "Sources/CPrefetch"),

    // What glibc's allocator is told; Swift's module of the C library leaves it out.
    .systemLibrary(name: "CMalloc", path: "Sources/CMalloc"),

    // Reads of a mapped file that somebody cuts short; a signal handler must be in C.
    .target(name: "CMappingGuard", path: "Sources/CMappingGuard", cSettings: forOthers),

    // What becomes of a process that gets no more memory; a signal handler must be in C.
    .target(name: "CLimitGuard", path: "Sources/CLimitGuard"),

    // What the system and the standard library leave to us: the C library, threads, caches, hashing.
    .target(name: "GeoSupport", dependencies: ["CLimitGuard", "CMalloc"], swiftSettings: strict),

    // From words to answers. Each line may only name what stands above it.
    library("GeoModel"),
    library("GeoStore", ["GeoModel", "CSQLite", "CPrefetch", "CMappingGuard"]),
    // The door between store and map: what the squares of the map layer hold. The import writes them, the map reads them.
    library("GeoMapLayer", ["GeoModel", "GeoStore"]),
    library("GeoLocale", ["GeoModel", "CICU"]),
    library("GeoEngine", ["GeoModel", "GeoStore", "GeoLocale"], exclude: ["SWIFT.md"]),
    library("GeoWire", ["GeoModel"], exclude: ["PROTOCOL.md"]),
    library(
      "GeoNominatim", ["GeoModel", "GeoStore", "GeoLocale", "GeoEngine", "GeoWire"], exclude: ["NOMINATIM.md"]),

    // Answers in the process of programs in other languages. The header is its interface and its documentation.
    .systemLibrary(name: "CGeocode", path: "Sources/CGeocode"),
    library(
      "GeoC",
      ["GeoModel", "GeoStore", "GeoLocale", "GeoEngine", "GeoWire", "CGeocode", "CMappingGuard"]),

    // A map without a screen, on which answers stand.
    library("GeoMap", ["GeoModel", "GeoWire"], exclude: ["MAP.md"]),

    // Cairo and Pango (libcairo2-dev, libpango1.0-dev) and libjpeg: pictures of maps. Neither is linked into geocode.
    .target(
      name: "CCairo", path: "Sources/CCairo",
      linkerSettings: ["cairo", "pangocairo-1.0", "pango-1.0", "gobject-2.0", "glib-2.0", "jpeg"].map {
        LinkerSetting.linkedLibrary($0)
      }),
    library(
      "GeoBaseMap", ["GeoModel", "GeoStore", "GeoMapLayer", "GeoLocale", "GeoWire", "GeoMap"],
      exclude: ["Vector/TILES.md"]),
    library("GeoRender", ["GeoModel", "GeoMap", "CCairo", "CDeflate"]),

    // Packed files, for extracts and tables.
    library("GeoPacking", ["CCompression"]),

    // From map extracts to a store.
    importer("OSMFile", ["GeoPacking", "CCompression", "CExpat"]),
    importer("GeoStoreWriting", ["GeoModel", "GeoStore", "GeoMapLayer", "CSQLite", "CPrefetch"]),
    importer(
      "GeoImport", ["GeoModel", "GeoStore", "GeoMapLayer", "GeoStoreWriting", "GeoLocale", "GeoWire", "OSMFile"]),

    // Faces.
    library("GeoConsole", ["GeoModel", "GeoStore", "GeoWire", "CLimitGuard", argumentParser]),
    library("GeoClient", ["GeoModel", "GeoWire"]),
    library("GeoMapClient", ["GeoModel", "GeoWire", "GeoClient", "GeoMap"]),
    library("GeoCSV", ["GeoModel", "GeoWire", "GeoPacking"], exclude: ["TABLES.md"]),
    importer(
      "GeoImportCommand",
      ["GeoModel", "GeoWire", "GeoImport", "GeoStore", "GeoStoreWriting", "GeoConsole", argumentParser]),
    library(
      "GeoServer",
      [
        "GeoModel", "GeoStore", "GeoWire", "GeoEngine", "GeoNominatim", "CDeflate",
        logging, lifecycle, nioCore, nioPosix, nioHTTP1, hummingbird, httpTypes, nioHTTPTypes, nioHTTPTypes1,
      ], exclude: ["HTTP/HTTP.md"], resources: [.embedInCode("Assets")]),
    // The daemon's maps, which it serves if the program gives them to it.
    library(
      "GeoMapServer",
      [
        "GeoModel", "GeoWire", "GeoStore", "GeoServer", "GeoMap", "GeoBaseMap", "GeoRender",
        logging, nioCore, nioPosix, nioHTTP1, nioWebSocket, httpTypes,
      ], resources: [.embedInCode("Assets")]),
    program(
      "geocode",
      [
        "GeoModel", "GeoStore", "GeoEngine", "GeoWire", "GeoImport", "GeoImportCommand", "GeoConsole", "GeoClient",
        "GeoCSV",
        argumentParser,
      ], exclude: ["LOOKUP.md"]),
    program(
      "geocoded",
      [
        "GeoModel", "GeoStore", "GeoWire", "GeoServer", map("GeoBaseMap"), map("GeoMapServer"), "GeoConsole",
        "GeoClient", logging, lifecycle, signals, argumentParser,
      ], exclude: ["DAEMON.md"]),
    program(
      "geocode-map",
      [
        "GeoModel", "GeoStore", "GeoMapLayer", "GeoStoreWriting", "GeoEngine", "GeoWire", "GeoMap", "GeoBaseMap",
        "GeoRender", "GeoConsole", "GeoClient", "GeoMapClient", "GeoCSV", "CDeflate", argumentParser,
      ], exclude: ["PICTURES.md"]),
    program("geocode-import", ["GeoImportCommand", "GeoConsole", argumentParser], path: "Importer/geocode-import"),
    importer(
      "GeoUpdate",
      ["GeoModel", "GeoStore", "GeoStoreWriting", "OSMFile", "GeoImport", "GeoImportCommand", "GeoConsole", "CCurl"]),
    program(
      "geocode-update",
      ["GeoModel", "GeoStore", "GeoStoreWriting", "GeoImportCommand", "GeoUpdate", "GeoConsole", argumentParser],
      path: "Importer/geocode-update"),
    program(
      "make-default-data",
      [
        "GeoModel", "GeoMapLayer", "GeoStoreWriting", "GeoLocale", "OSMFile", "GeoImport", "CCompression",
        argumentParser,
      ],
      path: "Importer/make-default-data", resources: [.embedInCode("Tables/newer-cities.tsv")]),

    // Tests.
    .target(
      name: "GeoTestKit",
      dependencies: [
        "GeoSupport", "GeoModel", "GeoStore", "GeoMapLayer", "GeoStoreWriting", "OSMFile", "GeoImport",
      ],
      path: "Tests/GeoTestKit",
      swiftSettings: strict),
    tests("GeoSupportTests", []),
    tests("GeoModelTests", ["GeoModel"]),
    tests("GeoStoreTests", ["GeoStore", "GeoMapLayer", "GeoStoreWriting", "GeoModel", "CSQLite"]),
    tests("GeoLocaleTests", ["GeoLocale", "GeoModel", "CICU"]),
    tests(
      "GeoEngineTests", ["GeoEngine", "GeoStore", "GeoStoreWriting", "GeoLocale", "GeoModel", "GeoImport", "OSMFile"]),
    tests("GeoWireTests", ["GeoWire", "GeoModel"]),
    tests("GeoCTests", ["GeoC", "CGeocode", "GeoEngine", "GeoImport", "GeoStoreWriting", "GeoWire", "GeoModel"]),
    tests(
      "GeoNominatimTests",
      [
        "GeoNominatim", "GeoEngine", "GeoStore", "GeoStoreWriting", "GeoLocale", "GeoWire", "GeoModel", "GeoImport",
        "OSMFile",
      ]),
    tests("GeoMapTests", ["GeoMap", "GeoModel", "GeoWire"]),
    tests(
      "GeoRenderTests",
      ["GeoRender", "GeoBaseMap", "GeoMap", "GeoStore", "GeoMapLayer", "GeoModel", "GeoWire", "GeoImport", "CCairo"],
      exclude: ["Golden"]),
    tests("OSMFileTests", ["OSMFile", "CCompression"]),
    tests("DefaultDataTests", ["make-default-data", "OSMFile"]),
    tests(
      "GeoImportTests",
      [
        "GeoImport", "GeoImportCommand", "GeoConsole", "OSMFile", "GeoStore", "GeoStoreWriting", "GeoLocale",
        "GeoModel",
      ]),
    tests(
      "GeoUpdateTests",
      [
        "GeoUpdate", "GeoImport", "GeoImportCommand", "OSMFile", "GeoStore", "GeoStoreWriting", "GeoPacking",
        "GeoModel",
      ]),
    tests("GeoConsoleTests", ["GeoConsole", "GeoModel", "GeoStore", argumentParser]),
    tests("GeoClientTests", ["GeoClient", "GeoWire", "GeoModel"]),
    tests("GeoCSVTests", ["GeoCSV", "GeoPacking", "GeoModel"]),
    tests(
      "GeoServerTests",
      [
        "GeoServer", "GeoMapServer", "GeoClient", "GeoMapClient", "GeoMap", "GeoBaseMap", "GeoRender", "GeoWire",
        "GeoEngine", "GeoStore", "GeoModel",
        "CDeflate", "CMalloc",
        logging,
        lifecycle,
        nioCore, nioPosix, httpTypes,
      ],
      exclude: ["Conversations"] + (hasMap ? [] : ["Maps"])),
    tests(
      "EndToEndTests", ["GeoModel", "GeoStore", "GeoEngine", "CDeflate", "CSQLite"], exclude: ["Golden", "Pages"]),

    // Tools that measure answers and speed on real data.
    .target(
      name: "BenchmarkKit",
      dependencies: ["GeoSupport", "GeoModel", "GeoStore", "GeoConsole", "GeoTestKit", argumentParser],
      path: "Tests/Benchmarks/BenchmarkKit", swiftSettings: strict),
    measuring(
      "reference-comparison", ["GeoEngine", "GeoStore", "GeoLocale"], path: "Tests/ReferenceComparison",
      exclude: ["README.md", "hide-codes.awk"]),
    measuring("border-comparison", ["GeoEngine"], path: "Tests/BorderComparison"),
    measuring("engine-benchmark", ["GeoEngine", "GeoStore", "GeoWire", "CAllocationCount"]),
    .target(name: "CAllocationCount", path: "Tests/Benchmarks/CAllocationCount"),
    measuring("nominatim-benchmark", ["GeoNominatim", "GeoEngine"]),
    measuring("track-benchmark", ["GeoEngine", "GeoStore"]),
    measuring("store-benchmark", ["GeoStore", "GeoStoreWriting", "GeoImport"]),
    measuring("socket-load", ["GeoWire"]),
    measuring("map-benchmark", ["GeoMap"]),
    measuring("picture-benchmark", ["GeoRender", "GeoBaseMap", "GeoMap"]),
    measuring("csv-benchmark", ["GeoCSV", "OSMFile", "GeoConsole"]),
    measuring("benchmarks", ["OSMFile"]),

    // Readers of foreign bytes, with inputs that LLVM's fuzzer makes up.
    program(
      "fuzz",
      [
        "GeoModel", "GeoStore", "GeoWire", "GeoEngine", "GeoServer", "GeoBaseMap", "GeoMapServer", "GeoCSV",
        "GeoImport", "GeoImportCommand", "GeoUpdate",
        "OSMFile",
        "GeoTestKit", logging,
      ],
      path: "Tests/Fuzz", exclude: ["Corpora"]),
  ],
  swiftLanguageModes: [.v6]
)

if !hasMap {
  func isOfMap(_ dependency: Target.Dependency) -> Bool {
    if case .byNameItem(let name, _) = dependency { return mapModules.contains(name) }
    if case .targetItem(let name, _) = dependency { return mapModules.contains(name) }
    return false
  }
  package.products.removeAll { mapModules.contains($0.name) }
  package.targets.removeAll { mapModules.contains($0.name) }
  for target in package.targets { target.dependencies.removeAll(where: isOfMap) }
}
