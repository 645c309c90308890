import GeoRender
import Synchronization

/// The memory of pictures and tiles while they are drawn. A part of it is for small ones alone, so that tiles are drawn beside any pictures.
final class DrawingMemory: Sendable {
  /// Bytes of all of them.
  private let limit: Int
  private let used = Atomic<Int>(0)

  init(limit: Int) { self.limit = limit }

  /// Bytes that a picture may take.
  private var largest: Int { limit - limit / 8 }
  /// Bytes that a small one takes at most.
  private var small: Int { limit / 64 }

  /// Waits until there is room.
  ///
  /// - Parameters:
  ///   - bytes: what is needed.
  ///   - deadline: when everything must be drawn.
  /// - Returns: the room, which is given back when nobody holds it any more.
  /// - Throws: ``MapTiles/Failure``.
  func room(_ bytes: Int, until deadline: ContinuousClock.Instant) async throws(MapTiles.Failure) -> Room {
    try check(bytes)
    while true {
      if let room = try take(bytes) { return room }
      guard ContinuousClock.now < deadline, !Task.isCancelled else { throw .busy }
      // The thread draws something else meanwhile.
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  /// The same for who cannot wait; nil when there is no room now.
  func take(_ bytes: Int) throws(MapTiles.Failure) -> Room? {
    try check(bytes)
    return hold(bytes, more: 0) ? Room(self, bytes) : nil
  }

  private func check(_ bytes: Int) throws(MapTiles.Failure) {
    guard bytes <= largest else {
      throw .costly(
        "drawing this takes \(bytes >> 20) MB of memory, and \(largest >> 20) MB are the limit; make the picture smaller, or draw less"
      )
    }
  }

  /// - Parameter held: what the same picture has already.
  private func hold(_ bytes: Int, more held: Int) -> Bool {
    let now = used.add(bytes, ordering: .relaxed).newValue
    guard now > (held + bytes <= small ? limit : largest) else { return true }
    used.subtract(bytes, ordering: .relaxed)
    return false
  }

  /// Memory of a picture.
  final class Room: Sendable {
    private let memory: DrawingMemory
    private let bytes: Atomic<Int>

    fileprivate init(_ memory: DrawingMemory, _ bytes: Int) {
      self.memory = memory
      self.bytes = Atomic(bytes)
    }

    /// Makes it so large at least.
    ///
    /// - Throws: ``MapTiles/Failure``, when there is no more now, or never.
    func grow(to needed: Int) throws(MapTiles.Failure) {
      try memory.check(needed)
      let held = bytes.load(ordering: .relaxed)
      guard needed > held else { return }
      guard memory.hold(needed - held, more: held) else { throw .busy }
      bytes.store(needed, ordering: .relaxed)
    }

    deinit { memory.used.subtract(bytes.load(ordering: .relaxed), ordering: .relaxed) }
  }
}
