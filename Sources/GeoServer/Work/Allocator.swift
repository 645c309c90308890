import CMalloc

/// Memory that the allocator keeps.
enum Allocator {
  /// Has large blocks go back to the system as soon as they are freed. By default the C library raises its limit for them with each
  /// one that is freed, to 32 MB, and then they leave holes in the heap.
  static func returnLargeBlocks() { mallopt(M_MMAP_THRESHOLD, 256 << 10) }

  /// Gives all free pages back to the system. Takes some milliseconds.
  static func trim() { malloc_trim(0) }
}
