import GeoModel

/// What `server.info` tells.
public struct ServerInfo: Hashable, Sendable {
  /// The number of rows of a kind of things in the store.
  public struct Count: Hashable, Sendable {
    /// The store's word for the kind, such as `street`.
    public var name: String
    /// How many there are.
    public var count: Int

    /// A count of a kind.
    public init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }

  /// How well the data fits what is asked.
  public struct Answers: Hashable, Sendable {
    /// All questions that were answered, also with "nothing is known there".
    public var all: Int
    /// Those that no extract covers: nothing is known, or only what the coarse world layer says.
    public var uncovered: Int

    /// So many answers.
    public init(all: Int, uncovered: Int) {
      self.all = all
      self.uncovered = uncovered
    }
  }

  /// The server's process.
  public struct Process: Hashable, Sendable {
    /// Its number in the system.
    public var id: Int
    /// How long it has run, in whole seconds.
    public var seconds: Int
    /// Memory that it has, in bytes.
    public var residentBytes: Int
    /// Clients of its socket, the asking one among them.
    public var clients: Int

    /// A process as it is now.
    public init(id: Int, seconds: Int, residentBytes: Int, clients: Int) {
      self.id = id
      self.seconds = seconds
      self.residentBytes = residentBytes
      self.clients = clients
    }
  }

  /// The place of the data in the series of change files that a server publishes.
  public struct Replication: Hashable, Sendable {
    /// The number of the last change file that the data contain.
    public var sequence: Int
    /// The moment up to which the data surely contain all changes, ISO 8601 UTC; nil when it is not known.
    public var timestamp: String?
    /// Where the change files are; nil when it is not known.
    public var url: String?

    /// A place in the series.
    public init(sequence: Int, timestamp: String? = nil, url: String? = nil) {
      self.sequence = sequence
      self.timestamp = timestamp
      self.url = url
    }
  }

  /// The protocol of this package; it counts up when a change would break a client. Fields and methods are added without it.
  public static let currentProtocolVersion = 1

  /// The version of the server's program.
  public var version: String
  /// The version of the server's protocol; see ``currentProtocolVersion``.
  public var protocolVersion: Int
  /// The moment that the map data reflects, ISO 8601 UTC; nil when the data does not say.
  public var dataDate: String?
  /// Up to which change file the data go; nil when they do not say.
  public var replication: Replication?
  /// The region that the data covers, without the coarse layer of the world; nil when it has none.
  public var bounds: CoordinateRegion?
  /// File names of the extracts that the data is from, without folders.
  public var extracts: [String]
  /// Questions that were answered since the server started, and those of them that no extract covers; nil when nobody counts.
  public var answers: Answers?
  /// The store's file, for programs of the same machine; nil when the server does not say.
  public var database: String?
  /// The server's process; nil when the server does not say.
  public var process: Process?
  /// The names of the layers of one's own areas; empty when there are none.
  public var layers: [String] = []
  /// How much there is of what.
  public var counts: [Count]
  /// Lines that must be shown with the data.
  public var attribution: [String]

  /// What a server tells about itself and its data.
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
  /// Reads the result of `server.info`; nil when it is none.
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
  /// What the data covers.
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
  /// The result of `server.info`.
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

  /// A key that is not known beforehand and a whole number.
  package mutating func member(_ name: String, _ value: Int) {
    dynamicKey(name)
    integer(value)
  }
}
