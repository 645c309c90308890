#pragma once
#include <stddef.h>

/// Installs the handler for SIGBUS. Programs have it from the first mapping on; the library for other programs (GEOCODE_LIBRARY) asks its user.
void mapping_guard_install(void);

/// Watches over a mapped file: where its bytes cannot be read any more (somebody cut the file short, the disk fails), they become zeros
/// instead of ending the process by SIGBUS, and the failure is counted. Accesses outside of watched mappings are not changed.
///
/// Returns a number for the functions below, or -1 when there are too many mappings.
int mapping_guard_add(const void *start, size_t length);

/// Ends the watch. Call it before the mapping is removed and when no thread reads it any more.
void mapping_guard_remove(int mapping);

/// How often bytes of a mapping could not be read.
unsigned mapping_guard_faults(int mapping);
