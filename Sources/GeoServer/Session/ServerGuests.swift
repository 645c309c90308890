import GeoWire

/// A service besides geocoding, such as maps: clients of the socket open its objects by a number, share them and send
/// them requests. It may also have HTTP routes. The program that starts a server provides its guests; this module has
/// none.
package protocol ServerGuests: AnyObject, Sendable {
  /// The prefix of its methods, also the name of the parameter with an object's number: `mapView`.
  var kind: String { get }
  /// The noun for one object in messages: `map`.
  var name: String { get }
  /// The maximum number of objects that a client may have open.
  var limitPerClient: Int { get }

  /// Its HTTP routes.
  var routes: [HTTPRoute] { get }
  /// Its routes in the OpenAPI description: members of an object, each followed by a comma.
  var openAPIPaths: String { get }

  /// Notes the server that serves it.
  func serve(by server: ServerState)
  /// Notes the URL of its pages, such as `http://127.0.0.1:8080`; nil if there is none.
  func serve(pagesAt address: String?)

  /// Whether it has a method.
  func has(method: String) -> Bool
  /// The watch whose positions an object gets after a request.
  func follows(_ request: GuestRequest) -> FollowedWatch
  /// The request that reports a position to one object.
  func request(telling fix: WireFix, to number: Int) -> GuestRequest
  /// Opens an object for a client.
  ///
  /// - Throws: ``WireError`` when there is no room for it.
  func open(_ request: GuestRequest) throws(WireError) -> any GuestSeat

  /// The tasks of its threads, the number of threads, and how many of those are stuck.
  var threads: [(task: String, all: Int, stuck: Int)] { get }
  /// Whether memory use has dropped from a peak since the last call, so that free memory should return to the system.
  func wasRelieved() -> Bool
  /// Notes that another store is now in use.
  func storeWasReplaced()
  /// Ends its threads. No clients are left.
  func shutdown() async
}

/// The watch whose positions a guest gets.
package enum FollowedWatch: Sendable {
  /// The same as before.
  case same
  /// None.
  case none
  /// A watch of the same client, by its number.
  case watch(Int)
}

/// One guest, such as a map, as the clients that have it open see it.
package protocol GuestSeat: Sendable {
  /// Runs a request later, in the order of requests.
  ///
  /// - Parameter id: the id of the request, for the reply.
  func perform(_ request: GuestRequest, id: RequestID, for client: GuestClient)

  /// Notes that a client has gone.
  func leave(_ client: GuestClient)
}

/// A client as a guest sees it.
package struct GuestClient: Sendable {
  /// The account of the client's memory.
  package let account: ClientAccount
  /// The guest's number on the client's connection.
  package let number: Int
  /// Takes the guest's output, and the effect if it answers a request. Callable from any thread.
  package let deliver: @Sendable ([GuestOutput], GuestAnswer?) -> Void

  package init(
    account: ClientAccount, number: Int, deliver: @escaping @Sendable ([GuestOutput], GuestAnswer?) -> Void
  ) {
    (self.account, self.number, self.deliver) = (account, number, deliver)
  }
}

/// The output of a guest for a client.
package enum GuestOutput: Sendable {
  /// A whole line: the reply to a request.
  case reply([UInt8])
  /// A callback or question, which gets its sequence number when it is written.
  case notice(GuestNotice)

  /// The number of bytes that it holds.
  var byteCount: Int {
    switch self {
    case .reply(let line): line.count
    case .notice(let notice): notice.members.count + GuestNotice.frameBytes
    }
  }
}

/// A callback or question of a guest.
package struct GuestNotice: Sendable {
  /// The method, such as `mapView.regionDidChange`.
  package let method: String
  /// The number of a question; nil for callbacks.
  package let question: Int?
  /// Its members as JSON, without braces and without the members for the guest's number and `sequence`.
  package let members: [UInt8]
  /// Whether a newer notice of the same method replaces it while it waits to be sent.
  package let isReplaceable: Bool

  package init(method: String, question: Int? = nil, members: [UInt8], isReplaceable: Bool = false) {
    (self.method, self.question, self.members, self.isReplaceable) = (method, question, members, isReplaceable)
  }

  /// The bytes of a notice besides its members.
  static let frameBytes = 100
}

/// The effect of a guest's response on the session's accounts.
package struct GuestAnswer: Sendable {
  /// The length of the request's parameters.
  var bytes: Int
  /// Whether the client no longer has the guest open.
  var isClosed: Bool

  package init(to request: GuestRequest, isClosed: Bool) { (bytes, self.isClosed) = (request.params.count, isClosed) }
}
