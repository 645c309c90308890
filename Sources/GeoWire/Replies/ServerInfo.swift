import GeoModel

/// The content of `server.info`.
public struct ServerInfo: Hashable, Sendable {
  /// The number of rows of one kind in the store.
  public struct Count: Hashable, Sendable {
    /// The kind's name in the store, such as `street`.
    public var name: String
    /// The number of rows.
    public var count: Int

    /// Creates a count of a kind.
    public init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }

  /// The number of answers, and how many of them the data does not cover.
  public struct Answers: Hashable, Sendable {
    /// The number of all answered queries, including those without a result.
    public var all: Int
    /// The number of queries that no extract covers: there was no result, or only one from the coarse world layer.
    public var uncovered: Int

    /// Creates a pair of counts.
    public init(all: Int, uncovered: Int) {
      self.all = all
      self.uncovered = uncovered
    }
  }

  /// The server's process.
  public struct Process: Hashable, Sendable {
    /// The process id.
    public var id: Int
    /// The running time in whole seconds.
    public var seconds: Int
    /// The resident memory in bytes.
    public var residentBytes: Int
    /// The number of clients of its socket, including the requesting one.
    public var clients: Int

    /// Creates a description of a process.
    public init(id: Int, seconds: Int, residentBytes: Int, clients: Int) {
      self.id = id
      self.seconds = seconds
      self.residentBytes = residentBytes
      self.clients = clients
    }
  }

  /// The position of the data in a server's series of change files.
  public struct Replication: Hashable, Sendable {
    /// The number of the last change file that the data contains.
    public var sequence: Int
    /// The time up to which the data is sure to contain all changes, ISO 8601 UTC; nil if it is unknown.
    public var timestamp: String?
    /// The URL of the change files; nil if it is unknown.
    public var url: String?

    /// Creates a position in the series.
    public init(sequence: Int, timestamp: String? = nil, url: String? = nil) {
      self.sequence = sequence
      self.timestamp = timestamp
      self.url = url
    }
  }

  /// The protocol version of this package; it increases with a change that would break a client. New fields and methods
  /// do not increase it.
  public static let currentProtocolVersion = 1

  /// The version of the server's program.
  public var version: String
  /// The version of the server's protocol; see ``currentProtocolVersion``.
  public var protocolVersion: Int
  /// The time of the map data, ISO 8601 UTC; nil if the data does not have it.
  public var dataDate: String?
  /// The last applied change file; nil if the data does not have it.
  public var replication: Replication?
  /// The region of the data, without the coarse world layer; nil if there is none.
  public var bounds: CoordinateRegion?
  /// The file names of the data's extracts, without folders.
  public var extracts: [String]
  /// The number of answered queries since the server started, and how many of them no extract covers; nil if they are
  /// not counted.
  public var answers: Answers?
  /// The store's file, for programs on the same machine; nil if the server does not report it.
  public var database: String?
  /// The server's process; nil if the server does not report it.
  public var process: Process?
  /// The names of the layers of custom areas; empty if there are none.
  public var layers: [String] = []
  /// Whether the store was overwritten or cut short while it was open, so that nothing is answered until there is a
  /// whole one.
  public var isStoreLost = false
  /// The number of rows by kind.
  public var counts: [Count]
  /// The lines that must be shown with the data.
  public var attribution: [String]

  /// Creates the information about a server and its data.
  public init(
    version: String = productVersion, protocolVersion: Int = ServerInfo.currentProtocolVersion, dataDate: String? = nil,
    replication: Replication? = nil, bounds: CoordinateRegion? = nil, extracts: [String] = [], answers: Answers? = nil,
    database: String? = nil, process: Process? = nil, counts: [Count] = [], attribution: [String] = []
  ) {
    self.database = database
    self.process = process
    self.extracts = extracts
    self.answers = answers
    self.version = version
    self.protocolVersion = protocolVersion
    self.dataDate = dataDate
    self.replication = replication
    self.bounds = bounds
    self.counts = counts
    self.attribution = attribution
  }
}

extension ServerInfo {
  /// Reads the result of `server.info`; nil if it is invalid.
  package init?(_ node: JSONNode) {
    guard let version = node.member("version")?.string, let number = node.member("protocol")?.integer else {
      return nil
    }
    self.init(
      version: version, protocolVersion: number, dataDate: node.member("dataDate")?.string,
      replication: node.member("replication").flatMap(Replication.init),
      bounds: node.member("bounds").flatMap(CoordinateRegion.init),
      extracts: node.member("extracts")?.strings ?? [], answers: node.member("answers").flatMap(Answers.init),
      database: node.member("database")?.string, process: node.member("process").flatMap(Process.init),
      counts: node.member("counts")?.members.compactMap { name, value in
        value.integer.map { Count(name: name, count: $0) }
      } ?? [],
      attribution: node.member("attribution")?.strings ?? [])
    layers = node.member("layers")?.strings ?? []
    isStoreLost = node.member("storeLost")?.bool ?? false
  }
}

extension ServerInfo.Replication {
  fileprivate init?(_ node: JSONNode) {
    guard let sequence = node.member("sequence")?.integer else { return nil }
    self.init(sequence: sequence, timestamp: node.member("timestamp")?.string, url: node.member("url")?.string)
  }
}

extension ServerInfo.Answers {
  fileprivate init?(_ node: JSONNode) {
    guard let all = node.member("all")?.integer, let uncovered = node.member("uncovered")?.integer else { return nil }
    self.init(all: all, uncovered: uncovered)
  }
}

extension ServerInfo.Process {
  fileprivate init?(_ node: JSONNode) {
    guard let id = node.member("id")?.integer, let seconds = node.member("seconds")?.integer,
      let bytes = node.member("residentBytes")?.integer, let clients = node.member("clients")?.integer
    else { return nil }
    self.init(id: id, seconds: seconds, residentBytes: bytes, clients: clients)
  }
}

extension ServerInfo {
  /// The coverage of the data.
  public var coverage: StoreCoverage { StoreCoverage(extracts: extracts, bounds: bounds) }
}

extension CoordinateRegion {
  init?(_ node: JSONNode) {
    guard let south = node.member("south")?.double, let west = node.member("west")?.double,
      let north = node.member("north")?.double, let east = node.member("east")?.double
    else { return nil }
    self.init(south: south, west: west, north: north, east: east)
  }
}

extension JSONWriter {
  /// Writes the result of `server.info`.
  package mutating func serverInfo(_ info: ServerInfo) {
    beginObject()
    member("version", info.version)
    member("protocol", info.protocolVersion)
    member("dataDate", info.dataDate)
    if let replication = info.replication {
      member("replication") { json in
        json.member("sequence", replication.sequence)
        json.member("timestamp", replication.timestamp)
        json.member("url", replication.url)
      }
    }
    if let bounds = info.bounds { region(bounds) }
    if !info.extracts.isEmpty { member("extracts", info.extracts) }
    if let answers = info.answers {
      member("answers") { json in
        json.member("all", answers.all)
        json.member("uncovered", answers.uncovered)
      }
    }
    member("layers", info.layers)
    member("database", info.database)
    if info.isStoreLost { member("storeLost", true) }
    if let process = info.process {
      member("process") { json in
        json.member("id", process.id)
        json.member("seconds", process.seconds)
        json.member("residentBytes", process.residentBytes)
        json.member("clients", process.clients)
      }
    }
    member("counts") { json in for count in info.counts { json.member(count.name, count.count) } }
    member("attribution", info.attribution)
    endObject()
  }

  private mutating func region(_ bounds: CoordinateRegion) {
    key("bounds")
    beginObject()
    key("south")
    degrees(bounds.south)
    key("west")
    degrees(bounds.west)
    key("north")
    degrees(bounds.north)
    key("east")
    degrees(bounds.east)
    endObject()
  }

  /// Writes a key that is known only at run time, and a whole number.
  package mutating func member(_ name: String, _ value: Int) {
    dynamicKey(name)
    integer(value)
  }
}
