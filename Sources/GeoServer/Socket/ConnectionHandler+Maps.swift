import GeoWire
import NIOCore

extension ConnectionHandler {
  /// Sends requests to their maps. What they answer comes back to this event loop.
  func submitToMaps(_ context: ChannelHandlerContext) {
    for task in session.takeMapTasks() {
      let id = MapRoom.ClientID(connection: ObjectIdentifier(account), number: task.number)
      let bytes = task.request.params.count
      let deliver = delivery(of: task.number, context)
      let draw = drawing(server)
      task.seat.enter(server.maps) { room in
        if task.request.method == .snapshot {
          return room.snapshot(task.request) { job in
            draw(job, task.id) { deliver($0, MapAnswer(bytes: bytes, isClosed: false)) }
          }
        }
        if task.request.method == .open { room.enter(id, MapRoom.Client(number: task.number) { deliver($0, nil) }) }
        let answer = room.receive(task.request, id: task.id, from: id)
        deliver(answer.output, MapAnswer(bytes: bytes, isClosed: !answer.isOpen))
      }
    }
  }

  /// Draws pictures beside the maps' threads: other requests are answered meanwhile. For a client that has gone none is begun.
  private func drawing(
    _ server: ServerState
  ) -> @Sendable (Result<SnapshotJob, WireError>, RequestID, @escaping @Sendable ([MapOutput]) -> Void) -> Void {
    { [account] job, id, reply in
      let deadline = DrawingThreads.deadline(server.options)
      let admitted = job.flatMap { job in Result { () throws(WireError) in try job.admitted(by: server.tiles) } }
      Task.detached(executorPreference: DrawingThreads.pictures) {
        let result: Result<MapResult, WireError>
        do throws(WireError) {
          let job = try admitted.get()
          defer { server.tiles.pictureLine.leave() }
          guard !account.isGone else { throw WireError(.timeout, "the client has gone") }
          result = .success(try await job.run(server, until: deadline))
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

  private func delivery(
    of number: Int, _ context: ChannelHandlerContext
  ) -> @Sendable ([MapOutput], MapAnswer?) -> Void {
    let (loop, account) = (context.eventLoop, account)
    let bound = NIOLoopBound(self, eventLoop: loop)
    return { output, answered in
      guard !account.isGone else { return }
      loop.execute { bound.value.take(output, of: number, answered) }
    }
  }

  private func take(_ output: [MapOutput], of number: Int, _ answered: MapAnswer?) {
    guard let context else { return }
    session.take(output, of: number, answered: answered)
    guard !session.isFloodedByMaps else {
      logger.notice("a client is dropped: it does not take what its maps say")
      return context.close(promise: nil)
    }
    work(context)
  }

  /// The connection has ended: its maps are let go.
  func leaveMaps() {
    for (number, map) in session.maps {
      let id = MapRoom.ClientID(connection: ObjectIdentifier(account), number: number)
      map.seat.enter(server.maps) { $0.leave(id) }
    }
  }

  /// Another store answers from now on.
  func storeWasReplaced() {
    guard let context else { return }
    if session.wantsReloads { session.writeReload() }
    session.lookAgain()
    work(context)
  }
}
