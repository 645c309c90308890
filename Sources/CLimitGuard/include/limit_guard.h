#pragma once

/// Has a process that traps because the system gave it no more memory or no more descriptors end with a sentence and a number of its own. Swift's
/// runtime and SwiftNIO trap then; whatever else traps ends the process as before.
///
/// - no_memory, no_files: sentences for standard error, with their line feeds; copied.
/// - status: how the process ends.
/// - leftover: the path of a file that is removed then; NULL for none; copied.
void limit_guard_install(const char *no_memory, const char *no_files, int status, const char *leftover);

/// Says that what traps next does so for want of memory, however much of it is left: somebody asked for more than that.
void limit_guard_note_memory(void);
