import GeoWire

/// Something that clients of the socket open under a number, share and talk to beside asking about places, such as maps; and what the same has
/// to say over HTTP. Whoever starts a server brings it; the server itself knows none.
package protocol ServerGuests: AnyObject, Sendable {
  /// What the methods of its requests begin with, and the parameter with the number of one of them: `mapView`.
  var kind: String { get }
  /// What one of them is called in sentences: `map`.
  var name: String { get }
  /// How many of them a client may have open.
  var limitPerClient: Int { get }

  /// What is answered for it over HTTP.
  var routes: [HTTPRoute] { get }
  /// The same in the description of the interface: members of an object, each with a comma behind it.
  var openAPIPaths: String { get }

  /// A server serves it from now on.
  func serve(by server: ServerState)
  /// Pages of it are there, such as at `http://127.0.0.1:8080`; nil: nowhere.
  func serve(pagesAt address: String?)

  /// Whether it has a method.
  func has(method: String) -> Bool
  /// What a request asks to be told of the positions of a watch.
  func follows(_ request: GuestRequest) -> FollowedWatch
  /// The request that tells one of them a position.
  func request(telling fix: WireFix, to number: Int) -> GuestRequest
  /// Opens one of them for a client.
  ///
  /// - Throws: ``WireError`` when there is no room for it.
  func open(_ request: GuestRequest) throws(WireError) -> any GuestSeat

  /// What its threads do, how many do it, and how many of those do not come back.
  var threads: [(task: String, all: Int, stuck: Int)] { get }
  /// Whether much was held since the last call and little is now: then free memory should go back to the system.
  func wasRelieved() -> Bool
  /// Another store answers from now on.
  func storeWasReplaced()
  /// Ends its threads. No client is there any more.
  func shutdown() async
}

/// Whose positions a guest is to be told.
package enum FollowedWatch: Sendable {
  /// Those that it was told before.
  case same
  /// Nobody's.
  case none
  /// Those of a watch of the same client, by its number.
  case watch(Int)
}

/// Where one of the guests lives, for those who have it open.
package protocol GuestSeat: Sendable {
  /// Does what a request asks, some time later, in the order in which requests come.
  ///
  /// - Parameter id: whom the reply is for.
  func perform(_ request: GuestRequest, id: RequestID, for client: GuestClient)

  /// A client is gone.
  func leave(_ client: GuestClient)
}

/// A client as a guest sees it.
package struct GuestClient: Sendable {
  /// What is held for the client.
  package let account: ClientAccount
  /// The number of the guest on the client's connection.
  package let number: Int
  /// Takes what the guest says, and whether that answers a request. Callable from any thread.
  package let deliver: @Sendable ([GuestOutput], GuestAnswer?) -> Void

  package init(
    account: ClientAccount, number: Int, deliver: @escaping @Sendable ([GuestOutput], GuestAnswer?) -> Void
  ) {
    (self.account, self.number, self.deliver) = (account, number, deliver)
  }
}

/// What a guest says to a client.
package enum GuestOutput: Sendable {
  /// A whole line: the reply to a request.
  case reply([UInt8])
  /// A callback or question, which gets its number when it is written.
  case notice(GuestNotice)

  /// Bytes that wait with it.
  var byteCount: Int {
    switch self {
    case .reply(let line): line.count
    case .notice(let notice): notice.members.count + GuestNotice.frameBytes
    }
  }
}

/// A callback or question of a guest.
package struct GuestNotice: Sendable {
  /// What is told, such as `mapView.regionDidChange`.
  package let method: String
  /// The number of a question; nil for callbacks.
  package let question: Int?
  /// Its members as JSON, without braces, the guest's number and `sequence`.
  package let members: [UInt8]
  /// Whether a newer one of the same method replaces one that was not sent yet.
  package let isReplaceable: Bool

  package init(method: String, question: Int? = nil, members: [UInt8], isReplaceable: Bool = false) {
    (self.method, self.question, self.members, self.isReplaceable) = (method, question, members, isReplaceable)
  }

  /// What one has besides its members.
  static let frameBytes = 100
}

/// What the session must know of a request that a guest has answered.
package struct GuestAnswer: Sendable {
  /// The length of the request's parameters.
  var bytes: Int
  /// Whether the client does not have the guest open any more.
  var isClosed: Bool

  package init(to request: GuestRequest, isClosed: Bool) { (bytes, self.isClosed) = (request.params.count, isClosed) }
}
