import GeoMap
import GeoServer
import GeoWire

/// A map as a client's session sees it.
struct MapSeat: GuestSeat {
  let service: MapService
  let seat: MapRooms.Seat

  func perform(_ request: GuestRequest, id: RequestID, for client: GuestClient) {
    let asked: WireMapRequest
    do throws(WireError) { asked = try WireMapRequest(request) } catch {
      let line = JSONWriter.line { $0.reply(to: id, error: error) }
      return client.deliver(id == .absent ? [] : [.reply(line)], GuestAnswer(to: request, isClosed: false))
    }
    let member = MapRoom.ClientID(client)
    seat.enter(service.rooms) { [service] room in
      if asked.method == .snapshot {
        return room.snapshot(asked) { job in
          service.draw(job, id, for: client) { client.deliver($0, GuestAnswer(to: request, isClosed: false)) }
        }
      }
      if asked.method == .open {
        room.enter(
          member, MapRoom.Client(number: client.number) { client.deliver($0.map { GuestOutput($0) }, nil) })
      }
      let answer = room.receive(asked, id: id, from: member)
      client.deliver(answer.output.map { GuestOutput($0) }, GuestAnswer(to: request, isClosed: !answer.isOpen))
    }
  }

  func leave(_ client: GuestClient) {
    let member = MapRoom.ClientID(client)
    seat.enter(service.rooms) { $0.leave(member) }
  }
}

extension MapRoom.ClientID {
  init(_ client: GuestClient) { self.init(connection: ObjectIdentifier(client.account), number: client.number) }
}

extension MapService {
  /// Draws a picture outside of the maps' threads, so that other requests are answered meanwhile. Nothing is drawn for
  /// a client that has gone.
  fileprivate func draw(
    _ job: Result<SnapshotJob, WireError>, _ id: RequestID, for client: GuestClient,
    _ reply: @escaping @Sendable ([GuestOutput]) -> Void
  ) {
    guard let server = rooms.server else { return }
    let (account, tiles) = (client.account, tiles)
    let deadline = DrawingThreads.deadline(server.options)
    let admitted = job.flatMap { job in Result { () throws(WireError) in try job.admitted(by: tiles) } }
    Task.detached(executorPreference: DrawingThreads.pictures) {
      let result: Result<MapResult, WireError>
      do throws(WireError) {
        let job = try admitted.get()
        defer { tiles.pictureLine.leave() }
        guard !account.isGone else { throw WireError(.timeout, "the client has gone") }
        result = .success(try await job.run(server, tiles, until: deadline))
      } catch { result = .failure(error) }
      guard id != .absent else { return reply([]) }
      reply([
        .reply(
          JSONWriter.line { json in
            switch result {
            case .success(let result): json.reply(to: id, result)
            case .failure(let error): json.reply(to: id, error: error)
            }
          })
      ])
    }
  }
}

extension GuestOutput {
  /// Converts the output of a map into the output of a guest.
  init(_ output: MapOutput) {
    switch output {
    case .reply(let line): self = .reply(line)
    case .event(let event):
      self = .notice(
        GuestNotice(
          method: "\(MapMethod.kind).\(event.kind.rawValue)", members: event.members,
          isReplaceable: event.kind.isReplaceable))
    case .question(let question):
      var writer = JSONWriter()
      writer.object { json in
        json.member("deadlineMilliseconds", question.deadline.nanoseconds / 1_000_000)
        if !question.members.isEmpty { json.raw(question.members) }
      }
      let members = Array(writer.bytes.dropFirst().dropLast())
      self = .notice(GuestNotice(method: question.method, question: question.number, members: members))
    }
  }
}
