import GeoConsole
import GeoServer
import GeoSupport

/// A daemon that goes on when the shell that started it has ended, without a service manager.
///
/// 1. `--detach` starts this program anew in a session of its own, with the same arguments and its messages in a ``LogFile``.
/// 2. The new one writes a line to the descriptor of `--ready-fd` when it answers; the old one waits for it and ends.
/// 3. `--stop` asks the system whose socket it is, sends SIGTERM and waits for the end.
enum Detaching {
  /// The options that belong to the starting process alone.
  private static let ownOptions: Set = ["--detach"]

  /// Starts the daemon, and returns when it answers.
  ///
  /// - Returns: one line for a person: where it answers, and where its messages go.
  /// - Throws: ``ProgramFailure`` with what the daemon said and its exit number when it ended instead.
  static func start(socket: String) throws(ProgramFailure) -> String {
    let log = try logFile()
    let begin = (try? size(of: log)) ?? 0
    guard let pipe = ChildProcess.pipe() else { throw ProgramFailure(.internalError, "no pipe can be made") }
    defer { close(pipe.reading) }
    let child = try spawn(log: log, ready: pipe.writing)
    close(pipe.writing)
    guard isReady(pipe.reading) else {
      let status = ExitStatus(rawValue: child.end())
      throw ProgramFailure(status ?? .internalError, try said(in: log, from: begin))
    }
    return "geocoded answers at \(socket) (process \(child.id)); its messages go to \(log); 'geocoded --stop' ends it"
  }

  /// Ends the daemon that listens on a socket, and returns when it has ended.
  ///
  /// - Throws: ``ProgramFailure`` with `.unavailable` when none listens there, or another program does.
  static func stop(socket path: String) throws(ProgramFailure) -> String {
    guard let process = ListeningSocket.process(at: path) else {
      throw ProgramFailure(.unavailable, "no geocoded listens at \(path); name its socket with --socket")
    }
    guard let program = ProgramFile.path(of: process), program.hasSuffix("/geocoded") else {
      throw ProgramFailure(
        .unavailable,
        "process \(process), which listens at \(path), is not geocoded; with systemd: systemctl --user stop geocoded")
    }
    guard kill(process, SIGTERM) == 0 else {
      throw ProgramFailure(.unavailable, "process \(process) cannot be stopped: \(systemMessage())")
    }
    while ProgramFile.path(of: process) != nil { usleep(10_000) }
    return "geocoded (process \(process)) has stopped"
  }

  private static func isReady(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    var count = 0
    repeat { count = read(descriptor, &byte, 1) } while count < 0 && errno == EINTR
    return count == 1
  }

  private static func spawn(log: String, ready: Int32) throws(ProgramFailure) -> ChildProcess {
    let program = Startup.executablePath
    let given = CommandLine.arguments.dropFirst().filter { !ownOptions.contains($0) }
    do throws(ChildProcess.Failure) {
      return try ChildProcess(
        program, given + ["--ready-fd", "3", "--kept-log", log],
        [(0, .nothing), (1, .file(log)), (2, .file(log)), (3, .descriptor(ready))], independence: .session)
    } catch { throw ProgramFailure(.internalError, "\(program) cannot be started: \(error.message)") }
  }

  private static func logFile() throws(ProgramFailure) -> String {
    let folder = UserFolders().state
    // What went wrong is seen when the file is opened.
    UserFolders.make(folder)
    let log = folder + "/geocoded.log"
    let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw ProgramFailure(
        .cannotCreate, "\(log) cannot be written: \(systemMessage()); set XDG_STATE_HOME")
    }
    close(descriptor)
    return log
  }

  private static func size(of path: String) throws(ProgramFailure) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { throw ProgramFailure(.inputOutput, "\(path) has gone") }
    return Int(status.st_size)
  }

  /// What the daemon has written since it was started; without the end of the line.
  private static func said(in log: String, from begin: Int) throws(ProgramFailure) -> String {
    let descriptor = open(log, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ProgramFailure(.inputOutput, "geocoded has ended; \(log) cannot be read") }
    defer { close(descriptor) }
    // A new file that was begun meanwhile holds nothing else.
    if (try? size(of: log)) ?? 0 >= begin { lseek(descriptor, begin, SEEK_SET) }
    var text = ChildProcess.readAll(descriptor)
    while text.last?.isNewline == true { text.removeLast() }
    if text.hasPrefix("geocoded: ") { text.removeFirst(10) }
    return text.isEmpty ? "it ended without a word; see \(log)" : text
  }
}
