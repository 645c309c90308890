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

  /// The protocol of this package; it counts up when a change would break a client. Fields and methods are added without it.
  public static let currentProtocolVersion = 1

  /// The version of the server's program.
  public var version: String
  /// The version of the server's protocol; see ``currentProtocolVersion``.
  public var protocolVersion: Int
  /// The moment that the map data reflects, ISO 8601 UTC; nil when the data does not say.
  public var dataDate: String?
  /// The region that the data covers, without the coarse layer of the world; nil when it has none.
  public var bounds: CoordinateRegion?
  /// How much there is of what.
  public var counts: [Count]
  /// Lines that must be shown with the data.
  public var attribution: [String]

  /// What a server tells about itself and its data.
  public init(
    version: String = productVersion, protocolVersion: Int = ServerInfo.currentProtocolVersion, dataDate: String? = nil,
    bounds: CoordinateRegion? = nil, counts: [Count] = [], attribution: [String] = []
  ) {
    self.version = version
    self.protocolVersion = protocolVersion
    self.dataDate = dataDate
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
      bounds: node.member("bounds").flatMap(CoordinateRegion.init),
      counts: node.member("counts")?.members.compactMap { name, value in
        value.integer.map { Count(name: name, count: $0) }
      } ?? [],
      attribution: node.member("attribution")?.strings ?? [])
  }
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
    if let bounds = info.bounds { region(bounds) }
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
