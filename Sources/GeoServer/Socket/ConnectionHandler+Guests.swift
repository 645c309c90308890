import GeoWire
import NIOCore

extension ConnectionHandler {
  /// Sends requests to their guests. Their responses return to this event loop.
  func submitToGuests(_ context: ChannelHandlerContext) {
    for task in session.takeGuestTasks() {
      task.seat.perform(task.request, id: task.id, for: guestClient(task.number, context.eventLoop))
    }
  }

  private func guestClient(_ number: Int, _ loop: any EventLoop) -> GuestClient {
    let account = account
    let bound = NIOLoopBound(self, eventLoop: loop)
    return GuestClient(account: account, number: number) { output, answered in
      guard !account.isGone else { return }
      loop.execute { bound.value.take(output, of: number, answered) }
    }
  }

  private func take(_ output: [GuestOutput], of number: Int, _ answered: GuestAnswer?) {
    guard let context else { return }
    session.take(output, of: number, answered: answered)
    guard !session.isFloodedByGuests else {
      logger.notice("a client is dropped: it does not take what it is told")
      return context.close(promise: nil)
    }
    work(context)
  }

  /// Releases the guests when the connection has ended.
  func leaveGuests() {
    for (number, guest) in session.guests {
      guest.seat.leave(GuestClient(account: account, number: number) { _, _ in })
    }
  }

  /// Notes that another store is now in use.
  func storeWasReplaced() {
    guard let context else { return }
    if session.wantsReloads { session.writeReload() }
    session.lookAgain()
    work(context)
  }
}
