/// A program that this one has started.
package struct ChildProcess: Sendable {
  /// What a descriptor of the child leads to.
  package enum Stream: Sendable {
    /// Nothing: no byte comes, and what is written is dropped.
    case nothing
    /// The end of a file, which is made if need be, for its owner alone.
    case file(String)
    /// A descriptor of this process.
    case descriptor(Int32)
  }

  /// How far a child is on its own. No signal is blocked in it: the threads that tasks share block them all, and what one of them starts could not even be
  /// asked to end.
  package enum Independence: Sendable {
    /// It belongs to the terminal and inherits which signals are ignored: Ctrl-C is for both.
    case none
    /// No signal is ignored, whatever this process does with them.
    case signals
    /// It is in a session of its own and outlives the terminal.
    case session
  }

  /// Why a program does not run: the system's sentence.
  package struct Failure: Error {
    /// Such as "No such file or directory".
    package let message: String
  }

  /// The system's number of the process.
  package let id: pid_t

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - words: its arguments, without the program's own name.
  ///   - streams: what its descriptors lead to, made in this order; the others are this process's.
  package init(
    _ program: String, _ words: [String], _ streams: [(descriptor: Int32, leadsTo: Stream)],
    independence: Independence = .none
  ) throws(Failure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, stream) in streams {
      switch stream {
      case .nothing: posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      case .file(let path):
        posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      case .descriptor(let own): posix_spawn_file_actions_adddup2(&actions, own, descriptor)
      }
    }
    var attributes = ChildProcess.attributes(independence)
    defer { posix_spawnattr_destroy(&attributes) }
    var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id = pid_t()
    let code = posix_spawn(&id, program, &actions, &attributes, &arguments, environ)
    guard code == 0 else { throw Failure(message: systemMessage(code)) }
    self.id = id
  }

  /// Waits for its end, once.
  ///
  /// - Returns: the number that it ended with; 128 and more for a signal, as shells count.
  package func end() -> Int32 {
    var status: Int32 = 0
    _ = SystemCall.wait(for: id, &status)
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// A pipe of which no child has an end unless it is given one; nil when the system has none.
  package static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// All text that comes from a pipe or file until its end, as far as it can be read.
  package static func readAll(_ descriptor: Int32) -> String {
    String(decoding: (try? FileContents.bytes(from: descriptor)) ?? [], as: UTF8.self)
  }

  /// Linux's `POSIX_SPAWN_SETSID`, which its headers hide by default.
  private static let newSession: Int16 = 0x80

  private static func attributes(_ independence: Independence) -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let further =
      switch independence {
      case .none: Int16(0)
      case .signals: Int16(POSIX_SPAWN_SETSIGDEF)
      case .session: newSession
      }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | further)
    return attributes
  }
}
