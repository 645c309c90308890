#pragma once
#include <sqlite3.h>

/// Turns off SQLite's global memory statistics, whose mutex makes two connections wait for each other.
/// Must run before the first connection is opened. Variadic C functions cannot be called from Swift.
static inline int csqlite_disable_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

/// For a text or blob that SQLite copies.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }
