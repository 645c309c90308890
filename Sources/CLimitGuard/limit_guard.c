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
static const char *threads_sentence;
static const char *leftover_path;
static int exit_status;
static atomic_int is_starting_threads;
static int is_installed;

/// Whether the system has no more memory for this process.
static int is_out_of_memory(void) {
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

static void end(const char *sentence) {
  if (write(STDERR_FILENO, sentence, strlen(sentence)) < 0) { /* Nobody reads it: there is nothing left to do. */ }
  if (leftover_path) unlink(leftover_path);
  _exit(exit_status);
}

static void handle(int number, siginfo_t *information, void *context) {
  (void)context;
  if (is_out_of_memory()) end(memory_sentence);
  if (is_out_of_files()) end(files_sentence);
  if (atomic_load(&is_starting_threads)) end(threads_sentence);
  for (int index = 0; index < signal_count; index++)
    if (signals[index] == number) sigaction(number, &previous[index], NULL);
  // An instruction that trapped traps again; a signal that was sent does not come again by itself.
  if (information->si_code <= 0) raise(number);
}

/// A copy that stays.
static const char *copy(const char *text) {
  const char *copied = strdup(text);
  return copied ? copied : "there is no more memory for this process\n";
}

void limit_guard_install(
    const char *no_memory, const char *no_files, const char *no_threads, int status, const char *leftover) {
  memory_sentence = copy(no_memory);
  files_sentence = copy(no_files);
  threads_sentence = copy(no_threads);
  exit_status = status;
  leftover_path = leftover ? strdup(leftover) : NULL;
  if (is_installed) return;
  is_installed = 1;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO;
  for (int index = 0; index < signal_count; index++) sigaction(signals[index], &action, &previous[index]);
}

void limit_guard_end_without_memory(void) {
  if (is_installed) end(memory_sentence);
}

void limit_guard_end_without_threads(void) {
  if (is_installed) end(threads_sentence);
}

void limit_guard_expect_threads(int is_starting) { atomic_store(&is_starting_threads, is_starting); }
