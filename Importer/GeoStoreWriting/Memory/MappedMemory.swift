import GeoSupport
import Synchronization

/// The bytes of a ``MappedArray``: heap memory, or a mapped file once it is large and has a workspace.
///
/// It has no lock. One array owns it, or several arrays only read it, which makes it safe to send.
@usableFromInline final class MappedMemory: @unchecked Sendable {
  /// The start of the bytes. Growing may move it.
  @usableFromInline private(set) var base: UnsafeMutableRawPointer
  /// The number of bytes.
  @usableFromInline private(set) var byteCount = 0
  /// The workspace of the file; nil for memory that always stays on the heap.
  @usableFromInline let workspace: Workspace?
  private var descriptor: Int32 = -1
  /// The bytes of address space mapped for the file; 0 without a file.
  private var mappedBytes = 0

  /// The greatest step by which a file grows, as its disk space is reserved in advance.
  private static let largestStepBytes = 128 << 20
  private static let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Allocates uninitialized memory.
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

  /// Makes room for at least `needed` bytes, and spare room for later growth.
  @usableFromInline func grow(toAtLeast needed: Int) {
    let step = isToBeFile(needed) ? min(max(byteCount, 64), MappedMemory.largestStepBytes) : max(byteCount, 64)
    resize(to: max(needed, byteCount + step))
  }

  /// Changes the size, keeping the content up to the smaller of both sizes.
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

  /// Changes the size of the file, creating it if necessary.
  ///
  /// - Returns: false when the disk is full or the file cannot be mapped; then nothing has changed.
  private func resizeFile(to needed: Int) -> Bool {
    guard let workspace, workspace.failure == nil else { return false }
    let bytes = (needed + MappedMemory.pageBytes - 1) / MappedMemory.pageBytes * MappedMemory.pageBytes
    let file = descriptor >= 0 ? descriptor : workspace.newFile()
    guard file >= 0 else { return false }
    // Disk space is reserved now. Writing later to a page without disk space would kill the process.
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

  /// Maps the file with four times the address space it needs, so that growing rarely has to move it.
  private func map(_ file: Int32, _ bytes: Int) -> UnsafeMutableRawPointer? {
    if bytes <= mappedBytes { return base }
    guard let mapped = mmap(nil, bytes * 4, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), mapped != MAP_FAILED else {
      return nil
    }
    if descriptor >= 0 { munmap(base, mappedBytes) }
    mappedBytes = bytes * 4
    return mapped
  }

  /// Sets a file's size and reserves its disk space.
  ///
  /// - Returns: 0, or the error number.
  private static func reserve(_ file: Int32, _ bytes: Int) -> Int32 {
    guard let status = SystemCall.status(of: file) else { return errno }
    if Int(status.st_size) >= bytes { return SystemCall.truncate(file, to: bytes) == 0 ? 0 : errno }
    var problem = EINTR
    while problem == EINTR { problem = posix_fallocate(file, status.st_size, off_t(bytes) - status.st_size) }
    // Restores the original size of a file that could not grow.
    if problem != 0 { _ = SystemCall.truncate(file, to: Int(status.st_size)) }
    return problem
  }

  /// Advises the system whether the next accesses are random, so that it does not read neighboring pages.
  @usableFromInline func expect(random isRandom: Bool) {
    if descriptor >= 0 { madvise(base, byteCount, isRandom ? MADV_RANDOM : MADV_NORMAL) }
  }

  /// Moves the content to the heap after a failure. The import checks ``Workspace/failure`` and stops soon.
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

/// Packs many small arrays that no longer change into a few large chunks.
///
/// So they waste no space, and are stored in files once the memory of a workspace is used up.
///
/// A chunk is freed when the arena and the last array in it are gone.
public final class MappedArena: Sendable {
  private struct State {
    var chunk: MappedMemory?
    var used = 0
  }

  private let workspace: Workspace?
  private let state = Mutex(State())

  /// Chunk sizes: large enough to become a file, small enough to be freed soon.
  private static let chunkBytes = 4 << 20
  private static let fileChunkBytes = 64 << 20
  private static let alignment = 16

  /// Makes an arena in a workspace; nil for the heap.
  public init(in workspace: Workspace?) { self.workspace = workspace }

  /// Packs an array into a chunk; thread-safe.
  ///
  /// The result reads like the original and is copied when it is changed.
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
