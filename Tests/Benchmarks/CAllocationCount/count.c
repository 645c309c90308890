// Counts allocations by replacing malloc and related functions in the whole process: the dynamic linker finds the
// program's own definitions before those of the C library. Linked into benchmarks only.
#include "CAllocationCount.h"

#if defined(__GLIBC__) || defined(__linux__)
#include <stddef.h>
#include <errno.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static __thread unsigned long count __attribute__((tls_model("initial-exec")));

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count++;
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count++;
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}

bool allocation_count_is_available(void) { return true; }
unsigned long allocation_count(void) { return count; }
#else
bool allocation_count_is_available(void) { return false; }
unsigned long allocation_count(void) { return 0; }
#endif
