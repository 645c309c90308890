#define _GNU_SOURCE
#include "limit_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Why C: a signal handler must not allocate, take a lock or initialize anything, which compiled Swift does not promise.

/// Who got less than this did not get it for want of memory.
enum { probe_bytes = 64 << 20 };

static const char *memory_sentence;
static const char *files_sentence;
static const char *leftover_path;
static int exit_status;
static atomic_int is_memory_noted;

/// Whether the system has no more memory for this process.
static int is_out_of_memory(void) {
  if (atomic_load(&is_memory_noted)) return 1;
  void *probe = mmap(NULL, probe_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (probe == MAP_FAILED) return 1;
  munmap(probe, probe_bytes);
  return 0;
}

/// Whether the system opens no more files for this process.
static int is_out_of_files(void) {
  int probe = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (probe >= 0) close(probe);
  return probe < 0 && (errno == EMFILE || errno == ENFILE);
}

static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV};
enum { signal_count = sizeof signals / sizeof *signals };
static struct sigaction previous[signal_count];

static void handle(int number, siginfo_t *information, void *context) {
  (void)context;
  const char *sentence = is_out_of_memory() ? memory_sentence : is_out_of_files() ? files_sentence : NULL;
  if (sentence) {
    if (write(STDERR_FILENO, sentence, strlen(sentence)) < 0) { /* Nobody reads it: there is nothing left to do. */ }
    if (leftover_path) unlink(leftover_path);
    _exit(exit_status);
  }
  for (int index = 0; index < signal_count; index++)
    if (signals[index] == number) sigaction(number, &previous[index], NULL);
  // An instruction that trapped traps again; a signal that was sent does not come again by itself.
  if (information->si_code <= 0) raise(number);
}

void limit_guard_install(const char *no_memory, const char *no_files, int status, const char *leftover) {
  memory_sentence = strdup(no_memory);
  files_sentence = strdup(no_files);
  exit_status = status;
  leftover_path = leftover ? strdup(leftover) : NULL;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO;
  for (int index = 0; index < signal_count; index++) sigaction(signals[index], &action, &previous[index]);
}

void limit_guard_note_memory(void) { atomic_store(&is_memory_noted, 1); }
