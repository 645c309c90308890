// Makes one call of the C library fail, or all calls from one on. Preloaded into a program by .ci/faults, which sets
// these variables:
//
//   FAULTS_COUNTS   a file of 4,096 bytes with the counts of calls, for the program, for programs that replace it, and for children:
//                   numbers of eight bytes, in the order of `calls`. While the last of them is not 0, nothing is counted and nothing fails
//   FAULTS_CALL     the kind of call that fails, a word of `calls`
//   FAULTS_AT       which of these calls fails, from 1
//   FAULTS_ERROR    how it fails: the name of an error; `short`: half of the bytes are read or written; `kill`: the program ends there;
//                   `power`: the program and the machine end there. Files then keep only synchronized data, but all names are the latest
//   FAULTS_SHADOW   a folder for the synchronized data, for `power`
//   FAULTS_LASTING  1: all later calls fail as well
//   FAULTS_LOG      a file that gets a line about each failed call
//
// Calls within the C library itself are not seen: reading a folder, looking up names, loading libraries, the stacks of
// threads.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum call { opening, reading, writing, syncing, renaming, mapping, sizing, unlinking, looking, closing, library, memory, thread, calls };
static const char *const names[calls] = {"open",   "read", "write", "sync",    "rename", "mmap",  "size",
                                         "unlink", "stat", "close", "library", "memory", "thread"};

/// Smaller blocks are not part of `memory`: without them Swift's runtime ends a program, and so does each program as a
/// whole.
enum { large_bytes = 64 << 10, resting = 4096 / 8 - 1, shortened = -1, killed = -2, unpowered = -3 };

static _Atomic uint64_t *counts;
static int failing = -1;
static uint64_t failing_at;
static int error, is_lasting, log_file = -1;
static char error_name[16];

// MARK: Which call fails

static int number_of(const char *name) {
  static const struct { const char *name; int number; } errors[] = {
      {"ENOSPC", ENOSPC}, {"EIO", EIO},       {"EMFILE", EMFILE}, {"ENFILE", ENFILE},   {"ENOMEM", ENOMEM},  {"EINTR", EINTR},
      {"EAGAIN", EAGAIN}, {"EACCES", EACCES}, {"EDQUOT", EDQUOT}, {"short", shortened}, {"kill", killed}, {"power", unpowered}};
  for (size_t index = 0; index < sizeof errors / sizeof *errors; index++)
    if (strcmp(errors[index].name, name) == 0) return errors[index].number;
  return 0;
}

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("FAULTS_COUNTS"), *call = getenv("FAULTS_CALL"), *at = getenv("FAULTS_AT");
  const char *how = getenv("FAULTS_ERROR"), *lasting = getenv("FAULTS_LASTING"), *log = getenv("FAULTS_LOG");
  if (!path) return;
  if (log) log_file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  // Programs with a low limit of open files count from the lowest descriptor.
  if (log_file >= 0) {
    int high = (int)syscall(SYS_fcntl, log_file, F_DUPFD_CLOEXEC, 500);
    if (high >= 0) {
      syscall(SYS_close, log_file);
      log_file = high;
    }
  }
  for (int index = 0; call && index < calls; index++)
    if (strcmp(names[index], call) == 0) failing = index;
  failing_at = at ? strtoull(at, NULL, 10) : 0;
  is_lasting = lasting && *lasting == '1';
  error = how ? number_of(how) : 0;
  if (how) snprintf(error_name, sizeof error_name, "%s", how);
  if (failing_at > 0 && (failing < 0 || error == 0)) {
    static const char sentence[] = "faults: FAULTS_CALL and FAULTS_ERROR must name a call and an error\n";
    syscall(SYS_write, 2, sentence, sizeof sentence - 1);
    _exit(64);
  }
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
  void *mapped = file < 0 ? MAP_FAILED : (void *)syscall(SYS_mmap, NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (file >= 0) syscall(SYS_close, file);
  if (mapped != MAP_FAILED) counts = mapped;
}

static void tell(enum call call, uint64_t number, int descriptor, const char *path) {
  char link[64], name[512] = "", line[640];
  if (descriptor >= 0) {
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, name, sizeof name - 1);
    name[length > 0 ? length : 0] = 0;
  }
  int length = snprintf(line, sizeof line, "%s %llu %s %s\n", names[call], (unsigned long long)number, error_name, path ? path : name);
  syscall(SYS_write, log_file, line, (size_t)length);
}

// MARK: What a machine without power leaves

enum { most_files = 64, path_bytes = 512 };
static struct { dev_t device; ino_t number; int is_dirty, has_shadow; char path[path_bytes]; } files[most_files];
static int file_count;
static pthread_mutex_t files_lock = PTHREAD_MUTEX_INITIALIZER;

/// Copies a file with calls that are not counted. Without the source, creates an empty file.
static void copy(const char *from, const char *to) {
  char bytes[1 << 16];
  int source = (int)syscall(SYS_openat, AT_FDCWD, from, O_RDONLY | O_CLOEXEC);
  int target = (int)syscall(SYS_openat, AT_FDCWD, to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  for (ssize_t count; source >= 0 && (count = syscall(SYS_read, source, bytes, sizeof bytes)) > 0;)
    if (syscall(SYS_write, target, bytes, (size_t)count) != count) break;
  if (source >= 0) syscall(SYS_close, source);
  syscall(SYS_close, target);
}

static void shadow(int index, char *path) { snprintf(path, path_bytes, "%s/%d", getenv("FAULTS_SHADOW"), index); }

/// Records that a file was written to, or that all of it is on the disk.
static void note(int descriptor, int is_dirty) {
  if (error != unpowered) return;
  int code = errno;
  struct stat status;
  char link[64], path[path_bytes];
  // A file without a name vanishes in any case.
  if (syscall(SYS_fstat, descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink > 0) {
    pthread_mutex_lock(&files_lock);
    int index = 0;
    while (index < file_count && (files[index].device != status.st_dev || files[index].number != status.st_ino)) index++;
    if (index < most_files) {
      if (index == file_count) {
        file_count++;
        files[index].device = status.st_dev;
        files[index].number = status.st_ino;
        snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
        ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, files[index].path, path_bytes - 1);
        files[index].path[length > 0 ? length : 0] = 0;
      }
      files[index].is_dirty = is_dirty;
      if (!is_dirty) {
        shadow(index, path);
        copy(files[index].path, path);
        files[index].has_shadow = 1;
      }
    }
    pthread_mutex_unlock(&files_lock);
  }
  errno = code;
}

/// Updates the recorded name after a rename.
static void note_name(const char *other) {
  if (error != unpowered) return;
  struct stat status;
  char whole[path_bytes], *folder;
  if (syscall(SYS_newfstatat, AT_FDCWD, other, &status, 0) != 0) return;
  folder = other[0] == '/' ? NULL : (char *)syscall(SYS_getcwd, whole, sizeof whole) ? whole : NULL;
  pthread_mutex_lock(&files_lock);
  for (int index = 0; index < file_count; index++)
    if (files[index].device == status.st_dev && files[index].number == status.st_ino)
      if (snprintf(files[index].path, path_bytes, "%s%s%s", folder ? folder : "", folder ? "/" : "", other) >= path_bytes)
        files[index].path[0] = 0;
  pthread_mutex_unlock(&files_lock);
}

static void lose_unsynchronized(void) {
  char path[path_bytes];
  pthread_mutex_lock(&files_lock);
  for (int index = 0; index < file_count; index++) {
    struct stat status;
    // The file may have been removed.
    if (!files[index].is_dirty || syscall(SYS_newfstatat, AT_FDCWD, files[index].path, &status, 0) != 0) continue;
    if (status.st_dev != files[index].device || status.st_ino != files[index].number) continue;
    shadow(index, path);
    copy(files[index].has_shadow ? path : "/dev/null", files[index].path);
  }
}

/// Counts a call.
///
/// Returns 0 when the call is to be made, `shortened` when half of it is, or else the error to return.
static int fails(enum call call, int descriptor, const char *path) {
  if (!counts || atomic_load(&counts[resting])) return 0;
  uint64_t number = atomic_fetch_add(&counts[call], 1) + 1;
  // Without memory there are no new addresses either.
  if (failing == memory && call == mapping && is_lasting && atomic_load(&counts[memory]) >= failing_at) return error;
  if ((int)call != failing || number < failing_at || (number > failing_at && !is_lasting)) return 0;
  int code = errno;
  if (log_file >= 0 && number == failing_at) tell(call, number, descriptor, path);
  errno = code;
  if (error == unpowered) lose_unsynchronized();
  if (error == killed || error == unpowered) syscall(SYS_kill, getpid(), SIGKILL);
  return error;
}

/// Declares the original function.
#define NEXT(name) \
  static __typeof__(&name) next; \
  if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/// Fails, or makes the call.
#define PASS(call, descriptor, path, result, ...) \
  do { \
    int code = fails(call, descriptor, path); \
    if (code > 0) { errno = code; return result; } \
    return next(__VA_ARGS__); \
  } while (0)

// MARK: Files

/// Whether a file is `/proc/NUMBER/stat`, from which libdispatch reads its threads.
///
/// It traps if it cannot open the file.
static int is_of_threads(const char *path) {
  int number = 0, length = 0;
  return sscanf(path, "/proc/%d/stat%n", &number, &length) == 1 && length > 0 && path[length] == 0;
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    NEXT(name); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    if (is_of_threads(path)) return next(path, flags, mode); \
    PASS(opening, -1, path, -1, path, flags, mode); \
  }
#define OPEN_AT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    NEXT(name); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    PASS(opening, -1, path, -1, folder, path, flags, mode); \
  }
OPEN(open)
OPEN(open64)
OPEN_AT(openat)
OPEN_AT(openat64)

/// A call with a number of bytes, of which half may be transferred.
///
/// Standard error is left alone, because it has the messages.
#define TRANSFER(name, call, bytes_type, offset_type) \
  ssize_t name(int descriptor, bytes_type bytes, size_t count, offset_type offset) { \
    NEXT(name); \
    int code = fails(call, descriptor, NULL); \
    if (code > 0) { errno = code; return -1; } \
    if (call == writing) note(descriptor, 1); \
    return next(descriptor, bytes, code == shortened && count > 1 ? count / 2 : count, offset); \
  }
TRANSFER(pread, reading, void *, off_t)
TRANSFER(pread64, reading, void *, off64_t)
TRANSFER(pwrite, writing, const void *, off_t)
TRANSFER(pwrite64, writing, const void *, off64_t)

ssize_t read(int descriptor, void *bytes, size_t count) {
  NEXT(read);
  int code = fails(reading, descriptor, NULL);
  if (code > 0) { errno = code; return -1; }
  return next(descriptor, bytes, code == shortened && count > 1 ? count / 2 : count);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  NEXT(write);
  int code = descriptor == STDERR_FILENO ? 0 : fails(writing, descriptor, NULL);
  if (code > 0) { errno = code; return -1; }
  note(descriptor, 1);
  return next(descriptor, bytes, code == shortened && count > 1 ? count / 2 : count);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  NEXT(writev);
  int code = descriptor == STDERR_FILENO ? 0 : fails(writing, descriptor, NULL);
  if (code > 0) { errno = code; return -1; }
  note(descriptor, 1);
  if (code == shortened && count > 0 && parts->iov_len > 1) return write(descriptor, parts->iov_base, parts->iov_len / 2);
  return next(descriptor, parts, count);
}

#define SYNC(name) \
  int name(int descriptor) { \
    NEXT(name); \
    int code = fails(syncing, descriptor, NULL); \
    if (code > 0) { errno = code; return -1; } \
    int result = next(descriptor); \
    if (result == 0) note(descriptor, 0); \
    return result; \
  }
SYNC(fsync)
SYNC(fdatasync)
int rename(const char *path, const char *other) {
  NEXT(rename);
  int code = fails(renaming, -1, path);
  if (code > 0) { errno = code; return -1; }
  int result = next(path, other);
  if (result == 0) note_name(other);
  return result;
}
int renameat(int folder, const char *path, int otherFolder, const char *other) {
  NEXT(renameat);
  PASS(renaming, -1, path, -1, folder, path, otherFolder, other);
}
int renameat2(int folder, const char *path, int otherFolder, const char *other, unsigned flags) {
  NEXT(renameat2);
  PASS(renaming, -1, path, -1, folder, path, otherFolder, other, flags);
}
int link(const char *path, const char *other) { NEXT(link); PASS(renaming, -1, path, -1, path, other); }
int unlink(const char *path) { NEXT(unlink); PASS(unlinking, -1, path, -1, path); }
int unlinkat(int folder, const char *path, int flags) { NEXT(unlinkat); PASS(unlinking, -1, path, -1, folder, path, flags); }
int ftruncate(int descriptor, off_t size) { NEXT(ftruncate); note(descriptor, 1); PASS(sizing, descriptor, NULL, -1, descriptor, size); }
int ftruncate64(int descriptor, off64_t size) { NEXT(ftruncate64); note(descriptor, 1); PASS(sizing, descriptor, NULL, -1, descriptor, size); }
int fallocate(int descriptor, int mode, off_t start, off_t size) {
  NEXT(fallocate);
  PASS(sizing, descriptor, NULL, -1, descriptor, mode, start, size);
}
/// Returns its error, and does not set errno.
int posix_fallocate(int descriptor, off_t start, off_t size) {
  NEXT(posix_fallocate);
  int code = fails(sizing, descriptor, NULL);
  return code > 0 ? code : next(descriptor, start, size);
}
int posix_fallocate64(int descriptor, off64_t start, off64_t size) {
  NEXT(posix_fallocate64);
  int code = fails(sizing, descriptor, NULL);
  return code > 0 ? code : next(descriptor, start, size);
}
int stat(const char *path, struct stat *status) { NEXT(stat); PASS(looking, -1, path, -1, path, status); }
int stat64(const char *path, struct stat64 *status) { NEXT(stat64); PASS(looking, -1, path, -1, path, status); }
int lstat(const char *path, struct stat *status) { NEXT(lstat); PASS(looking, -1, path, -1, path, status); }
int lstat64(const char *path, struct stat64 *status) { NEXT(lstat64); PASS(looking, -1, path, -1, path, status); }
int fstat(int descriptor, struct stat *status) { NEXT(fstat); PASS(looking, descriptor, NULL, -1, descriptor, status); }
int fstat64(int descriptor, struct stat64 *status) { NEXT(fstat64); PASS(looking, descriptor, NULL, -1, descriptor, status); }
int fstatat(int folder, const char *path, struct stat *status, int flags) {
  NEXT(fstatat);
  PASS(looking, -1, path, -1, folder, path, status, flags);
}
int statx(int folder, const char *path, int flags, unsigned mask, struct statx *status) {
  NEXT(statx);
  PASS(looking, -1, path, -1, folder, path, flags, mask, status);
}
/// Whether a file belongs to the kernel, and closing it has nothing left to write.
static int is_kernels(int descriptor) {
  char link[64], path[8];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/sys/", 5) == 0;
}

/// Linux closes a file whatever the result is.
int close(int descriptor) {
  NEXT(close);
  int before = errno;
  int code = is_kernels(descriptor) ? 0 : fails(closing, descriptor, NULL);
  errno = before;
  int result = next(descriptor);
  if (code > 0 && result == 0) { errno = code; return -1; }
  return result;
}

// MARK: Memory and threads

#define MAP(name, offset_type) \
  void *name(void *address, size_t length, int protection, int flags, int descriptor, offset_type offset) { \
    NEXT(name); \
    PASS(mapping, descriptor, NULL, MAP_FAILED, address, length, protection, flags, descriptor, offset); \
  }
MAP(mmap, off_t)
MAP(mmap64, off64_t)
void *mremap(void *address, size_t old, size_t new, int flags, ...) {
  NEXT(mremap);
  va_list rest;
  va_start(rest, flags);
  void *place = flags & MREMAP_FIXED ? va_arg(rest, void *) : NULL;
  va_end(rest);
  PASS(mapping, -1, NULL, MAP_FAILED, address, old, new, flags, place);
}
int pthread_create(pthread_t *created, const pthread_attr_t *attributes, void *(*function)(void *), void *argument) {
  NEXT(pthread_create);
  int code = fails(thread, -1, NULL);
  return code > 0 ? code : next(created, attributes, function, argument);
}

// The code ranges of each loaded file, and whether the file is a C library whose allocations are `library`.
enum { most_ranges = 512 };
static struct { uintptr_t start, end; int is_library; const char *name; } ranges[most_ranges];
static _Atomic int range_count;
static atomic_flag is_scanning = ATOMIC_FLAG_INIT;

static int note_range(struct dl_phdr_info *object, size_t size, void *place) {
  static const char *const libraries[] = {"/libsqlite3", "/libicu", "/libz.", "/libcurl", "/libdeflate", "/libexpat", "/liblz4", "/libzstd", "/libbz2"};
  (void)size;
  int *count = place;
  for (int index = 0; index < object->dlpi_phnum && *count < most_ranges; index++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[index];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    ranges[*count].start = object->dlpi_addr + part->p_vaddr;
    ranges[*count].end = ranges[*count].start + part->p_memsz;
    ranges[*count].is_library = 0;
    ranges[*count].name = object->dlpi_name;
    for (size_t library = 0; library < sizeof libraries / sizeof *libraries; library++)
      if (strstr(object->dlpi_name, libraries[library])) ranges[*count].is_library = 1;
    *count += 1;
  }
  return 0;
}

/// The range of the calling code; -1 when unknown.
static int range_of(void *caller) {
  uintptr_t address = (uintptr_t)caller;
  int count = atomic_load(&range_count);
  for (int index = 0; index < count; index++)
    if (address >= ranges[index].start && address < ranges[index].end) return index;
  return -1;
}

/// Whether an allocation is to fail.
static int is_refused(void *caller, size_t bytes) {
  if (!counts) return 0;
  int range = range_of(caller);
  if (range < 0) {
    // Ranges of libraries loaded since the last look. Allocations in the meantime are not counted.
    if (atomic_flag_test_and_set(&is_scanning)) return 0;
    int count = 0;
    dl_iterate_phdr(note_range, &count);
    atomic_store(&range_count, count);
    atomic_flag_clear(&is_scanning);
    range = range_of(caller);
  }
  if (range >= 0 && ranges[range].is_library) return fails(library, -1, ranges[range].name) > 0;
  return bytes >= large_bytes && fails(memory, -1, range < 0 ? "" : ranges[range].name) > 0;
}

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t number, size_t bytes);
void *__libc_realloc(void *block, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

#define REFUSE(bytes, result) \
  if (is_refused(__builtin_return_address(0), bytes)) { errno = ENOMEM; return result; }

void *malloc(size_t bytes) {
  REFUSE(bytes, NULL)
  return __libc_malloc(bytes);
}
void *calloc(size_t number, size_t bytes) {
  REFUSE(number * bytes, NULL)
  return __libc_calloc(number, bytes);
}
void *realloc(void *block, size_t bytes) {
  REFUSE(bytes, NULL)
  return __libc_realloc(block, bytes);
}
void *aligned_alloc(size_t alignment, size_t bytes) {
  REFUSE(bytes, NULL)
  return __libc_memalign(alignment, bytes);
}
void *memalign(size_t alignment, size_t bytes) {
  REFUSE(bytes, NULL)
  return __libc_memalign(alignment, bytes);
}
int posix_memalign(void **place, size_t alignment, size_t bytes) {
  REFUSE(bytes, ENOMEM)
  void *block = __libc_memalign(alignment, bytes);
  if (block) *place = block;
  return block ? 0 : ENOMEM;
}
