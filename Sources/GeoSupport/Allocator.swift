import CLimitGuard
import CMalloc

/// Memory that the allocator keeps.
package enum Allocator {
  /// Has large blocks go back to the system as soon as they are freed. By default the C library raises its limit for them with each
  /// one that is freed, to 32 MB, and then they leave holes in the heap.
  package static func returnLargeBlocks() { mallopt(M_MMAP_THRESHOLD, 256 << 10) }

  /// Bytes of memory that this process has, those of mapped files among them; 0 when the system does not tell.
  /// The second number of `statm` counts pages in memory.
  package static var residentBytes: Int {
    let numbers = FileContents.systemText("/proc/self/statm")?.split(separator: " ") ?? []
    let pages = numbers.dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }

  /// Gives all free pages back to the system. Takes some milliseconds.
  package static func trim() { malloc_trim(0) }
}

/// Ends the process, which gets no memory: where a program guards itself by `ProcessLimits`, with a sentence and its number.
///
/// - Parameter bytes: for how many bytes; nil where nobody knows.
package func endWithoutMemory(for bytes: Int? = nil) -> Never {
  limit_guard_end_without_memory()
  fatalError("out of memory" + (bytes.map { ": \($0) bytes could not be allocated" } ?? ""))
}

/// Takes what a C library makes, which is nil where it gets no memory for that; then the process ends.
package func made<Thing>(_ thing: Thing?) -> Thing {
  guard let thing else { endWithoutMemory() }
  return thing
}
