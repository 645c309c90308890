#define _GNU_SOURCE
#include "mapping_guard.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Why C: a signal handler must not allocate, take a lock or initialize anything, which compiled Swift does not promise.

enum { most_mappings = 4096, most_single_pages = 1024 };

struct mapping {
  _Atomic int is_taken;
  _Atomic uintptr_t start;
  _Atomic size_t length;
  _Atomic unsigned faults;
};

static struct mapping mappings[most_mappings];
static struct sigaction previous;
static uintptr_t page_bytes;

/// Puts zeros in the place of what could not be read; 0 when the address is in no watched mapping.
static int replace(uintptr_t address) {
  for (int index = 0; index < most_mappings; index++) {
    uintptr_t start = atomic_load_explicit(&mappings[index].start, memory_order_acquire);
    size_t length = atomic_load_explicit(&mappings[index].length, memory_order_relaxed);
    if (start == 0 || address < start || address - start >= length) continue;
    uintptr_t page = address & ~(page_bytes - 1);
    unsigned faults = atomic_fetch_add(&mappings[index].faults, 1);
    // The system allows a process some ten thousand separate mappings; many scattered failures must not use them up.
    size_t count = faults < most_single_pages ? page_bytes : start + length - page;
    return mmap((void *)page, count, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) !=
           MAP_FAILED;
  }
  return 0;
}

static void handle(int number, siginfo_t *information, void *context) {
  int code = errno;
  // A signal that another process sent has no address.
  int is_replaced = information->si_code > 0 && replace((uintptr_t)information->si_addr);
  errno = code;
  if (is_replaced) return;
  if (previous.sa_flags & SA_SIGINFO) {
    previous.sa_sigaction(number, information, context);
  } else if (previous.sa_handler == SIG_DFL || previous.sa_handler == SIG_IGN) {
    // The access fails again, or the signal comes again, and ends the process as it would have without this handler.
    signal(number, SIG_DFL);
    if (information->si_code <= 0) raise(number);
  } else {
    previous.sa_handler(number);
  }
}

static void install(void) {
  page_bytes = (uintptr_t)sysconf(_SC_PAGESIZE);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigaction(SIGBUS, &action, &previous);
}

void mapping_guard_install(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
}

int mapping_guard_add(const void *start, size_t length) {
#ifndef GEOCODE_LIBRARY
  mapping_guard_install();
#endif
  for (int index = 0; index < most_mappings; index++) {
    int expected = 0;
    if (!atomic_compare_exchange_strong(&mappings[index].is_taken, &expected, 1)) continue;
    atomic_store(&mappings[index].faults, 0);
    atomic_store(&mappings[index].length, length);
    atomic_store_explicit(&mappings[index].start, (uintptr_t)start, memory_order_release);
    return index;
  }
  return -1;
}

void mapping_guard_remove(int mapping) {
  atomic_store(&mappings[mapping].start, 0);
  atomic_store(&mappings[mapping].is_taken, 0);
}

unsigned mapping_guard_faults(int mapping) {
  return atomic_load_explicit(&mappings[mapping].faults, memory_order_relaxed);
}
