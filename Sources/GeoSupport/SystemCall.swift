/// System calls that are repeated when a signal interrupts them. Each returns and sets `errno` like the call of its
/// name, unless its comment says otherwise.
///
/// `close` is not among them, because an interrupted `close` has closed the file all the same.
package enum SystemCall {
  /// Repeats a call until no signal interrupts it.
  @inline(__always)
  package static func repeated<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// Opens a file that child processes do not inherit.
  package static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o666) -> Int32 {
    repeated { Glibc.open(path, flags | O_CLOEXEC, mode) }
  }

  /// Reads into memory from an offset in a file, until the memory is full or the file ends.
  ///
  /// - Returns: the number of bytes, less than the memory only at the end of the file; negative on failure, with
  ///   `errno` set.
  package static func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    var done = 0
    while done < memory.count {
      let count = repeated {
        pread(descriptor, memory.baseAddress! + done, memory.count - done, off_t(offset + done))
      }
      if count < 0 { return count }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Writes all bytes at an offset in a file.
  ///
  /// - Returns: 0, or the system's error number. Some of the bytes may have been written then.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int) -> Int32 {
    var done = 0
    while done < bytes.count {
      let count = repeated {
        pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
      }
      if count <= 0 { return count < 0 ? errno : EIO }
      done += count
    }
    return 0
  }

  /// The status of the file at a path; nil on failure, with `errno` set.
  package static func status(of path: String) -> stat? {
    var status = stat()
    return repeated { stat(path, &status) } == 0 ? status : nil
  }

  /// The status of an open file; nil on failure, with `errno` set.
  package static func status(of descriptor: Int32) -> stat? {
    var status = stat()
    return repeated { fstat(descriptor, &status) } == 0 ? status : nil
  }

  /// Flushes written data from the system's memory to the disk.
  package static func synchronize(_ descriptor: Int32) -> Int32 { repeated { fsync(descriptor) } }

  /// Flushes the new name of a file to the disk.
  ///
  /// - Parameters:
  ///   - path: the present path of the file.
  ///   - file: the open file.
  /// - Returns: 0, or the system's error.
  package static func synchronizeName(of path: String, _ file: Int32) -> Int32 {
    let folder = open(FileFolder.folder(of: path), O_RDONLY | O_DIRECTORY)
    defer { if folder >= 0 { close(folder) } }
    // A folder that may be written but not read cannot be opened. File systems flush a file's new name with the file.
    let isClosed = folder < 0 && errno == EACCES
    if folder < 0, !isClosed { return errno }
    // Some file systems cannot sync a folder; the file itself is safe in any case.
    return synchronize(isClosed ? file : folder) == 0 || errno == EINVAL ? 0 : errno
  }

  /// Sets the length of a file.
  package static func truncate(_ descriptor: Int32, to size: Int) -> Int32 {
    repeated { ftruncate(descriptor, off_t(size)) }
  }

  /// Renames a file, replacing any file with the new name.
  package static func rename(_ path: String, to other: String) -> Int32 { repeated { Glibc.rename(path, other) } }

  /// Takes a lock; waits for it unless the operation forbids that.
  package static func lock(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    repeated { flock(descriptor, operation) }
  }

  /// Waits for the end of a child.
  package static func wait(for child: pid_t, _ status: inout Int32) -> pid_t { repeated { waitpid(child, &status, 0) } }
}

extension stat {
  /// Whether this is a file with bytes, not a folder, device, pipe or socket.
  package var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
  /// Whether this is a folder.
  package var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}
