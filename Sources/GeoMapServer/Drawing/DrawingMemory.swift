import GeoRender
import Synchronization

/// The memory for drawing pictures and tiles.
///
/// An eighth of it is reserved for small drawings, so that tiles can be drawn beside any pictures.
final class DrawingMemory: Sendable {
  /// The maximum bytes of all drawings together.
  private let limit: Int
  private let used = Atomic<Int>(0)

  init(limit: Int) { self.limit = limit }

  /// The maximum bytes of one picture.
  private var largest: Int { limit - limit / 8 }
  /// The maximum bytes of a small drawing.
  private var small: Int { limit / 64 }

  /// Waits until there is room.
  ///
  /// - Parameters:
  ///   - bytes: the needed bytes.
  ///   - deadline: when drawing must be finished.
  /// - Returns: the room, which is released with the last reference to it.
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

  /// Takes room without waiting; nil if there is none now.
  func take(_ bytes: Int) throws(MapTiles.Failure) -> Room? {
    try check(bytes)
    return hold(bytes, more: 0) ? Room(self, bytes) : nil
  }

  private func check(_ bytes: Int) throws(MapTiles.Failure) {
    guard bytes <= largest else {
      throw .refused(
        "drawing this takes \(bytes >> 20) MB of memory, and \(largest >> 20) MB are the limit; make the picture smaller, or draw less"
      )
    }
  }

  /// - Parameter held: the bytes that the same picture already holds.
  private func hold(_ bytes: Int, more held: Int) -> Bool {
    let now = used.add(bytes, ordering: .relaxed).newValue
    guard now > (held + bytes <= small ? limit : largest) else { return true }
    used.subtract(bytes, ordering: .relaxed)
    return false
  }

  /// The memory of one picture.
  final class Room: Sendable {
    private let memory: DrawingMemory
    private let bytes: Atomic<Int>

    fileprivate init(_ memory: DrawingMemory, _ bytes: Int) {
      self.memory = memory
      self.bytes = Atomic(bytes)
    }

    /// Grows the room to at least a size.
    ///
    /// - Throws: ``MapTiles/Failure`` when memory is short now, or the size exceeds the limit of a picture.
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
