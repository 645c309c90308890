import GeoSupport

/// The engines of a pool. Each has a seat, which is empty while a thread uses the engine, so no two threads ever use one at once.
@usableFromInline final class EngineShelf<Engine: AnyObject>: Sendable {
  /// `@unchecked Sendable`: an engine is here or with one thread, never both.
  @usableFromInline struct Seat: @unchecked Sendable {
    /// The engine while nobody uses it.
    @usableFromInline var engine: Engine?
    /// What takes the place of the engine that is in use; nil: that one comes back.
    @usableFromInline var successor: Engine?

    @inlinable init(engine: Engine) { self.engine = engine }
  }

  /// An engine that a thread uses, and where it belongs.
  @usableFromInline struct Loan {
    @usableFromInline let seat: Int
    @usableFromInline let engine: Engine

    @inlinable init(seat: Int, engine: Engine) { (self.seat, self.engine) = (seat, engine) }
  }

  @usableFromInline let seats: Monitor<[Seat]>

  @inlinable init(_ engines: [Engine]) { seats = Monitor(engines.map { Seat(engine: $0) }) }

  /// How many engines there are, used or not.
  @inlinable var count: Int { seats.withLock { $0.count } }

  /// Hands out the engine of a seat; where that is in use, or nil is asked for, any. Waits while there is none.
  @inlinable func take(preferring preferred: Int?) -> Loan {
    seats.wait { seats in
      let isFree = preferred.map { seats[$0].engine != nil } ?? false
      guard let seat = isFree ? preferred : seats.firstIndex(where: { $0.engine != nil }),
        let engine = seats[seat].engine
      else { return nil }
      seats[seat].engine = nil
      return Loan(seat: seat, engine: engine)
    }
  }

  /// Takes an engine back, or puts its successor in its place: then the caller holds the old one alone, and closes it.
  @inlinable func putBack(_ loan: Loan) {
    seats.withLock { seats in
      seats[loan.seat].engine = seats[loan.seat].successor ?? loan.engine
      seats[loan.seat].successor = nil
    }
    seats.wakeOne()
  }

  /// Adds seats and gives their range.
  @inlinable func add(_ engines: [Engine]) -> Range<Int> {
    let range = seats.withLock { seats in
      seats += engines.map { Seat(engine: $0) }
      return seats.count - engines.count..<seats.count
    }
    seats.wakeAll()
    return range
  }

  /// Puts a new engine on each seat, at once or when the one in use comes back.
  @inlinable func replace(with engines: [Engine]) {
    // Old engines that nobody uses are closed when this ends, outside the lock.
    var old: [Engine] = []
    seats.withLock { seats in
      for (seat, engine) in zip(seats.indices, engines) {
        if let resting = seats[seat].engine {
          old.append(resting)
          seats[seat].engine = engine
        } else {
          if let superseded = seats[seat].successor { old.append(superseded) }
          seats[seat].successor = engine
        }
      }
    }
    old.removeAll()
  }
}
