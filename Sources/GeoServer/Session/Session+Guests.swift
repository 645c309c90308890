import GeoModel
import GeoWire

/// A request to a guest.
struct GuestTask: Sendable {
  let seat: any GuestSeat
  /// The number of the guest on this connection.
  let number: Int
  let id: RequestID
  let request: GuestRequest
}

/// A guest that a client has open.
struct OpenGuest {
  let guests: any ServerGuests
  let seat: any GuestSeat
  /// Counts its callbacks.
  var sequence = 0
  /// Whether the client has closed it and the guest has not handled that yet.
  var isClosing = false
}

extension Session {
  /// Queues a request for its guest, which answers requests in their order.
  mutating func ask(_ request: GuestRequest, _ destination: Destination) {
    guard let method = request.method else { return answer(request) }
    do throws(WireError) {
      guard let guests = server.guests.first(where: { $0.kind == request.kind && $0.has(method: method) }) else {
        throw WireError(noMethod: method)
      }
      guard destination.array == nil else {
        throw WireError(
          .invalidRequest, "requests of \(guests.name)s stand alone; send them one by one, not in an array")
      }
      let (number, seat) = try seat(for: request, method, guests)
      if method == guests.kind + ".close" { self.guests[number]?.isClosing = true }
      let followed = guests.follows(request)
      try check(followed)
      add(GuestTask(seat: seat, number: number, id: destination.id, request: request))
      tell(number, of: followed)
    } catch { write(destination, error) }
  }

  /// Passes the client's answer to a guest's question. The answer itself gets no reply, even if it is invalid.
  private mutating func answer(_ request: GuestRequest) {
    guard let number = request.number, let guest = guests[number], !guest.isClosing else { return }
    add(GuestTask(seat: guest.seat, number: number, id: .absent, request: request))
  }

  private mutating func add(_ task: GuestTask) {
    guestTasks.append(task)
    guestBytes += task.request.params.count
    count(1)
  }

  /// - Throws: ``WireError`` for a watch that the client does not have.
  private func check(_ followed: FollowedWatch) throws(WireError) {
    guard case .watch(let watch) = followed else { return }
    guard watches[watch].map({ $0.stop == nil }) == true else {
      throw WireError(.invalidQuery, "there is no watch \(watch) on this connection; start it with locationWatch.start")
    }
  }

  /// Makes a guest follow one watch or none.
  private mutating func tell(_ guest: Int, of followed: FollowedWatch) {
    if case .same = followed { return }
    for number in watches.keys { watches[number]?.guests.remove(guest) }
    guard case .watch(let watch) = followed else { return }
    watches[watch]?.guests.insert(guest)
    if let fix = watches[watch]?.lastFix { tell(fix, to: guest) }
  }

  /// Reports a position of a watch to a guest.
  mutating func tell(_ fix: WireFix, to number: Int) {
    guard let guest = guests[number], !guest.isClosing else { return }
    let request = guest.guests.request(telling: fix, to: number)
    add(GuestTask(seat: guest.seat, number: number, id: .absent, request: request))
  }

  private mutating func seat(
    for request: GuestRequest, _ method: String, _ guests: any ServerGuests
  ) throws(WireError) -> (Int, any GuestSeat) {
    guard method == guests.kind + ".open" else {
      guard let number = request.number else { throw RequestParameters.missingHandle(guests.kind) }
      if let guest = self.guests[number], !guest.isClosing, guest.guests === guests { return (number, guest.seat) }
      throw WireError(.invalidQuery, "there is no \(guests.name) \(number); open it with \(guests.kind).open")
    }
    let open = self.guests.values.count { $0.guests === guests }
    guard open < guests.limitPerClient else {
      throw WireError(.loadingThrottled, "too many \(guests.name)s; close one first")
    }
    let seat = try guests.open(request)
    let number = nextHandle()
    self.guests[number] = OpenGuest(guests: guests, seat: seat)
    return (number, seat)
  }

  /// Removes and returns the queued requests to guests.
  mutating func takeGuestTasks() -> [GuestTask] {
    defer { guestTasks = [] }
    return guestTasks
  }

  /// Takes the output of a guest.
  ///
  /// - Parameter answered: the effect of the request that the output answers; nil if it answers none.
  mutating func take(_ output: [GuestOutput], of number: Int, answered: GuestAnswer?) {
    for one in output { guestLines.append(one, of: number) }
    guard let answered else { return }
    guestBytes -= answered.bytes
    count(-1)
    guard answered.isClosed else { return }
    releaseGuestLines()
    guests[number] = nil
  }

  /// Writes the waiting output of guests, because the client reads it.
  mutating func releaseGuestLines() {
    for (number, output) in guestLines.take() {
      switch output {
      case .reply(let line): replies.appendLine { $0.append(contentsOf: line) }
      case .notice(let notice): write(notice, of: number)
      }
    }
  }

  private mutating func write(_ notice: GuestNotice, of number: Int) {
    guard let guest = guests[number] else { return }
    guests[number]?.sequence += 1
    replies.appendLine { line in
      JSONWriter.append(to: &line) { json in
        json.object { json in
          json.member("jsonrpc", word: "2.0")
          if let question = notice.question {
            json.member("id", GuestRequest.questionID(number: number, question: question))
          }
          json.member("method", notice.method)
          json.member("params") { json in
            json.dynamicKey(guest.guests.kind)
            json.integer(number)
            json.member("sequence", guest.sequence + 1)
            if !notice.members.isEmpty { json.raw(notice.members) }
          }
        }
        json.endLine()
      }
    }
  }

  /// Whether the unread output of guests exceeds the limit for a client.
  var isFloodedByGuests: Bool { guestLines.byteCount > server.options.answerBytesPerClient }
}
