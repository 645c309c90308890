import Synchronization

/// Packs many small arrays that no longer change into few large chunks: no slack, and, with a workspace, no memory.
///
/// A chunk is freed when the arena and the last array in it are gone.
public final class MappedArena: Sendable {
  private struct State {
    var chunk: MappedMemory?
    var used = 0
  }

  private let workspace: Workspace?
  private let state = Mutex(State())

  /// Large enough to be a file, small enough to be freed soon.
  private static let chunkBytes = 4 << 20
  private static let fileChunkBytes = 64 << 20
  private static let alignment = 16

  /// An arena in a workspace; nil for the heap.
  public init(in workspace: Workspace?) { self.workspace = workspace }

  /// The same elements, packed. Reads like the original; a change makes a copy. Any thread may call it.
  public func packed<Element: Sendable>(_ array: MappedArray<Element>) -> MappedArray<Element> {
    let bytes = array.count * MemoryLayout<Element>.stride
    guard bytes > 0 else { return MappedArray() }
    return state.withLock { state in
      let room = workspace == nil ? MappedArena.chunkBytes : MappedArena.fileChunkBytes
      if state.chunk == nil || state.used + bytes > state.chunk!.byteCount {
        state.chunk = MappedMemory(workspace, byteCount: max(room, bytes))
        state.used = 0
      }
      let chunk = state.chunk!
      let target = (chunk.base + state.used).assumingMemoryBound(to: Element.self)
      array.withUnsafeBufferPointer { target.initialize(from: $0.baseAddress!, count: $0.count) }
      state.used += (bytes + MappedArena.alignment - 1) / MappedArena.alignment * MappedArena.alignment
      return MappedArray(viewing: target, count: array.count, of: chunk)
    }
  }
}
