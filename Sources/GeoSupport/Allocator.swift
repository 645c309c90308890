import CLimitGuard
import CMalloc

/// Controls the memory that the C library's allocator keeps.
package enum Allocator {
  /// Returns large blocks to the system as soon as they are freed. By default the C library raises the threshold for
  /// large blocks each time that it frees one, up to 32 MB. Blocks below the threshold leave holes in the heap.
  package static func returnLargeBlocks() { mallopt(M_MMAP_THRESHOLD, 256 << 10) }

  /// The bytes of memory in use by this process, including mapped files; 0 when unknown. Pages in memory are the second
  /// number of `statm`.
  package static var residentBytes: Int {
    let numbers = FileContents.systemText("/proc/self/statm")?.split(separator: " ") ?? []
    let pages = numbers.dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }

  /// Returns all free pages to the system. Takes some milliseconds.
  package static func trim() { malloc_trim(0) }
}

/// Ends the process for lack of memory; with a message and an exit code if the program uses `ProcessLimits`.
///
/// - Parameter bytes: the size of the failed allocation; nil if unknown.
package func endWithoutMemory(for bytes: Int? = nil) -> Never {
  limit_guard_end_without_memory()
  fatalError("out of memory" + (bytes.map { ": \($0) bytes could not be allocated" } ?? ""))
}

/// Unwraps an object from a C library, which is nil when there is no memory for it; the process ends then.
package func made<Thing>(_ thing: Thing?) -> Thing {
  guard let thing else { endWithoutMemory() }
  return thing
}
