#pragma once

/// Has a process that traps because the system gave it no more memory or no more descriptors end with a sentence and a number of its own. Swift's
/// runtime and SwiftNIO trap then; whatever else traps ends the process as before.
///
/// - no_memory, no_files, no_threads: sentences for standard error, with their line feeds; copied.
/// - status: how the process ends.
/// - leftover: the path of a file that is removed then; NULL for none; copied.
///
/// May be called again, for instance once the leftover is known; while no other thread is in one of these functions.
void limit_guard_install(
    const char *no_memory, const char *no_files, const char *no_threads, int status, const char *leftover);

/// Ends the process as above for want of memory: somebody asked for more than there is. Returns where nothing is installed.
void limit_guard_end_without_memory(void);

/// The same for want of threads.
void limit_guard_end_without_threads(void);

/// Whether what traps from now on does so as it got no thread. SwiftNIO starts its threads so.
void limit_guard_expect_threads(int is_starting);
