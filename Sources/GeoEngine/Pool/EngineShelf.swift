import GeoSupport

/// The engines of a pool. Each has a seat, which is empty while a thread uses the engine, so two threads never use the
/// same engine at once.
@usableFromInline final class EngineShelf<Engine: AnyObject>: Sendable {
  /// `@unchecked Sendable`: an engine is either in its seat or with one thread.
  @usableFromInline struct Seat: @unchecked Sendable {
    /// The engine; nil while a thread uses it.
    @usableFromInline var engine: Engine?
    /// The engine that replaces the one in use when that is put back; nil when the same one returns.
    @usableFromInline var successor: Engine?

    @inlinable init(engine: Engine) { self.engine = engine }
  }

  /// An engine that a thread uses, with its seat.
  @usableFromInline struct Loan {
    @usableFromInline let seat: Int
    @usableFromInline let engine: Engine

    @inlinable init(seat: Int, engine: Engine) { (self.seat, self.engine) = (seat, engine) }
  }

  @usableFromInline let seats: Monitor<[Seat]>

  @inlinable init(_ engines: [Engine]) { seats = Monitor(engines.map { Seat(engine: $0) }) }

  /// The number of engines, including those in use.
  @inlinable var count: Int { seats.withLock { $0.count } }

  /// Hands out the engine of the preferred seat, or any other if that is in use or nil. Waits while all engines are in
  /// use.
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

  /// Puts an engine back on its seat, or its successor if there is one. The caller then holds the last reference to the
  /// old engine and closes it.
  @inlinable func putBack(_ loan: Loan) {
    seats.withLock { seats in
      seats[loan.seat].engine = seats[loan.seat].successor ?? loan.engine
      seats[loan.seat].successor = nil
    }
    seats.wakeOne()
  }

  /// Adds engines on new seats and returns the range of the seats.
  @inlinable func add(_ engines: [Engine]) -> Range<Int> {
    let range = seats.withLock { seats in
      seats += engines.map { Seat(engine: $0) }
      return seats.count - engines.count..<seats.count
    }
    seats.wakeAll()
    return range
  }

  /// Puts a new engine on each seat: at once, or when the engine in use is put back.
  @inlinable func replace(with engines: [Engine]) {
    // Unused old engines are closed when this function ends, outside the lock.
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
