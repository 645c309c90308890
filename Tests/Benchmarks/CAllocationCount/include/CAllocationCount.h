#pragma once
#include <stdbool.h>

/// Whether allocations can be counted on this system, which requires glibc's own names for malloc and related
/// functions.
bool allocation_count_is_available(void);

/// Allocations of the calling thread since it started: calls of malloc, calloc, realloc, memalign and similar functions
/// from any library.
unsigned long allocation_count(void);
