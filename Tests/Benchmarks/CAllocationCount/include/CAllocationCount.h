#pragma once
#include <stdbool.h>

/// Whether allocations can be counted on this system: where glibc's own names for malloc and friends exist.
bool allocation_count_is_available(void);

/// Allocations of the calling thread since it started: calls of malloc, calloc, realloc, memalign and their kin from any library.
unsigned long allocation_count(void);
