// Tells the thread sanitizer what Swift's Mutex does when threads wait for it.
//
// On Linux the quick way into a Synchronization.Mutex is compiled into our code, where the sanitizer sees its atomics. The slow way lies in
// Swift's own library, which is built without the sanitizer, and ends in the kernel: the sanitizer would report a race between
// any two threads of which one had to wait. These functions stand in the place of the library's, and call it.

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Swift passes `self` in a register of its own.
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

SWIFT void lockSlow(uint32_t thread, SELF) __asm__(LOCK_SLOW);
SWIFT bool tryLockSlow(SELF) __asm__(TRY_LOCK_SLOW);
SWIFT void unlockSlow(SELF) __asm__(UNLOCK_SLOW);

// Two threads that look at once find the same.
static void *original(void **place, const char *name) {
  void *found = __atomic_load_n(place, __ATOMIC_RELAXED);
  if (found == NULL) {
    found = dlsym(RTLD_NEXT, name);
    __atomic_store_n(place, found, __ATOMIC_RELAXED);
  }
  return found;
}

SWIFT void lockSlow(uint32_t thread, SELF) {
  static void *place;
  ((SWIFT void (*)(uint32_t, SELF))original(&place, LOCK_SLOW))(thread, self);
  __tsan_acquire(self);
}

SWIFT bool tryLockSlow(SELF) {
  static void *place;
  bool isLocked = ((SWIFT bool (*)(SELF))original(&place, TRY_LOCK_SLOW))(self);
  if (isLocked) __tsan_acquire(self);
  return isLocked;
}

SWIFT void unlockSlow(SELF) {
  static void *place;
  __tsan_release(self);
  ((SWIFT void (*)(SELF))original(&place, UNLOCK_SLOW))(self);
}
