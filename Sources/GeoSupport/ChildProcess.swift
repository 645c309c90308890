/// A program started by this one.
package struct ChildProcess: Sendable {
  /// The target of a descriptor of the child.
  package enum Stream: Sendable {
    /// Nothing: reading gives no bytes, and output is dropped.
    case nothing
    /// A file to append to, which is created if needed, accessible only to its owner.
    case file(String)
    /// A descriptor of this process.
    case descriptor(Int32)
  }

  /// How independent a child is. No signal is blocked in it: the threads of Swift's tasks block all signals, and a
  /// child that inherited this could not be asked to end.
  package enum Independence: Sendable {
    /// It belongs to the terminal and inherits ignored signals, so Ctrl-C reaches both processes.
    case none
    /// No signal is ignored, even if this process ignores it.
    case signals
    /// It is in a session of its own and outlives the terminal.
    case session
  }

  /// The reason why a program could not be started.
  package struct Failure: Error {
    /// The system's message, such as "No such file or directory".
    package let message: String
  }

  /// The system's number of the process.
  package let id: pid_t

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - words: its arguments, without the program's own name.
  ///   - streams: the targets of its descriptors, set up in this order; other descriptors are inherited.
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

  /// Waits for its end; call it only once.
  ///
  /// - Returns: its exit code; 128 plus the signal if a signal ended it, as in shells.
  package func end() -> Int32 {
    var status: Int32 = 0
    _ = SystemCall.wait(for: id, &status)
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// Creates a pipe whose ends children do not inherit unless given; nil when the system has none.
  package static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Reads all text from a pipe or file; empty when that fails.
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
