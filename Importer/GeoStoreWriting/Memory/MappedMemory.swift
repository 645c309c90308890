import GeoSupport
import Synchronization

/// The bytes under a ``MappedArray``: a piece of the heap, or, once it is large and has a workspace, a mapped file.
///
/// Not locked: one array owns it, or several that only read. That is what makes it safe to send.
@usableFromInline final class MappedMemory: @unchecked Sendable {
  /// Where the bytes are. Growing may move them.
  @usableFromInline private(set) var base: UnsafeMutableRawPointer
  /// How many bytes there are.
  @usableFromInline private(set) var byteCount = 0
  /// Where the file belongs; nil for memory that always stays on the heap.
  @usableFromInline let workspace: Workspace?
  private var descriptor: Int32 = -1
  /// How much of the address space the file has; 0 without a file.
  private var mappedBytes = 0

  /// The most that a file grows by at once: its bytes are taken from the disk in advance.
  private static let largestStepBytes = 128 << 20
  private static let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Memory for so many bytes, whose content is arbitrary.
  @usableFromInline init(_ workspace: Workspace?, byteCount: Int) {
    self.workspace = workspace
    base = UnsafeMutableRawPointer(bitPattern: 16)!
    if byteCount > 0 { resize(to: byteCount) }
  }

  deinit {
    if descriptor >= 0 { return closeFile() }
    if byteCount > 0 { free(base) }
    workspace?.hold(-byteCount)
  }

  /// Makes room for at least so many bytes, and for more to come.
  @usableFromInline func grow(toAtLeast needed: Int) {
    let step = isToBeFile(needed) ? min(max(byteCount, 64), MappedMemory.largestStepBytes) : max(byteCount, 64)
    resize(to: max(needed, byteCount + step))
  }

  /// Changes the size; what fits into both sizes is kept.
  @usableFromInline func resize(to needed: Int) {
    if isToBeFile(needed), resizeFile(to: needed) { return }
    if descriptor >= 0 { return leaveFile(for: needed) }
    guard let memory = realloc(byteCount > 0 ? base : nil, max(needed, 1)) else { endWithoutMemory(for: needed) }
    base = memory
    workspace?.hold(max(needed, 1) - byteCount)
    byteCount = max(needed, 1)
  }

  private func isToBeFile(_ bytes: Int) -> Bool {
    descriptor >= 0 || workspace.map { bytes >= $0.fileThresholdBytes && $0.isFull(for: bytes - byteCount) } ?? false
  }

  // MARK: The file

  /// Gives the file a new size, after making it if there is none yet.
  ///
  /// - Returns: false when the disk is full or the file cannot be mapped; nothing has changed then.
  private func resizeFile(to needed: Int) -> Bool {
    guard let workspace, workspace.failure == nil else { return false }
    let bytes = (needed + MappedMemory.pageBytes - 1) / MappedMemory.pageBytes * MappedMemory.pageBytes
    let file = descriptor >= 0 ? descriptor : workspace.newFile()
    guard file >= 0 else { return false }
    // Taken from the disk now: a page that finds no room when it is written later would kill the process.
    let problem = MappedMemory.reserve(file, bytes)
    guard problem == 0, let mapped = map(file, bytes) else {
      workspace.note("a working file in the folder \(workspace.folder) cannot grow", problem == 0 ? errno : problem)
      if file != descriptor { close(file) }
      return false
    }
    if descriptor < 0, byteCount > 0 {
      memcpy(mapped, base, byteCount)
      free(base)
      workspace.hold(-byteCount)
    }
    workspace.count(bytes - (descriptor >= 0 ? byteCount : 0))
    (descriptor, base, byteCount) = (file, mapped, bytes)
    return true
  }

  /// Maps the file so that so many bytes can be reached, and many that it does not have yet: growing seldom moves it then.
  private func map(_ file: Int32, _ bytes: Int) -> UnsafeMutableRawPointer? {
    if bytes <= mappedBytes { return base }
    guard let mapped = mmap(nil, bytes * 4, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), mapped != MAP_FAILED else {
      return nil
    }
    if descriptor >= 0 { munmap(base, mappedBytes) }
    mappedBytes = bytes * 4
    return mapped
  }

  /// Sets a file's size and takes its room from the disk.
  ///
  /// - Returns: 0, or the number of the error.
  private static func reserve(_ file: Int32, _ bytes: Int) -> Int32 {
    guard let status = SystemCall.status(of: file) else { return errno }
    if Int(status.st_size) >= bytes { return SystemCall.truncate(file, to: bytes) == 0 ? 0 : errno }
    var problem = EINTR
    while problem == EINTR { problem = posix_fallocate(file, status.st_size, off_t(bytes) - status.st_size) }
    // A file that did not grow is as it was before.
    if problem != 0 { _ = SystemCall.truncate(file, to: Int(status.st_size)) }
    return problem
  }

  /// Tells the system that the next accesses jump about, so that it reads no neighboring pages, or that they do not.
  @usableFromInline func expect(random isRandom: Bool) {
    if descriptor >= 0 { madvise(base, byteCount, isRandom ? MADV_RANDOM : MADV_NORMAL) }
  }

  /// Goes on in memory after a failure, which somebody will notice soon.
  private func leaveFile(for needed: Int) {
    guard let memory = malloc(max(needed, 1)) else { endWithoutMemory(for: needed) }
    memcpy(memory, base, min(needed, byteCount))
    closeFile()
    workspace?.hold(max(needed, 1))
    (descriptor, base, byteCount, mappedBytes) = (-1, memory, max(needed, 1), 0)
  }

  private func closeFile() {
    munmap(base, mappedBytes)
    close(descriptor)
    workspace?.count(-byteCount)
  }
}

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
      let isInFiles = workspace?.isFull(for: MappedArena.chunkBytes) ?? false
      let room = isInFiles ? MappedArena.fileChunkBytes : MappedArena.chunkBytes
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
