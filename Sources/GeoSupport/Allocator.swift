import CMalloc

/// Memory that the allocator keeps.
package enum Allocator {
  /// Has large blocks go back to the system as soon as they are freed. By default the C library raises its limit for them with each
  /// one that is freed, to 32 MB, and then they leave holes in the heap.
  package static func returnLargeBlocks() { mallopt(M_MMAP_THRESHOLD, 256 << 10) }

  /// Bytes of memory that this process has, those of mapped files among them; 0 when the system does not tell.
  /// The second number of `statm` counts pages in memory.
  package static var residentBytes: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let text = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }

  /// Gives all free pages back to the system. Takes some milliseconds.
  package static func trim() { malloc_trim(0) }
}
