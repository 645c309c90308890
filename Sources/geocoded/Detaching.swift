import GeoConsole
import GeoServer
import GeoSupport
import GeoWire

/// A daemon that outlives the shell that started it, without a service manager.
///
/// 1. `--detach` starts this program again in its own session, with the same arguments and its messages in a
/// ``LogFile``.
/// 2. The new process writes a line to the descriptor of `--ready-fd` once it answers; the old one waits for that and
/// ends.
/// 3. `--stop` asks the system for the process behind the socket, sends SIGTERM and waits for its end.
enum Detaching {
  /// The options for the starting process only.
  private static let ownOptions: Set = ["--detach"]

  /// Starts the daemon, and returns once it answers.
  ///
  /// - Returns: one line for users: where it answers, and where its messages go.
  /// - Throws: ``ProgramFailure`` with the daemon's message and exit status if it ended instead.
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
    // Without a name, '--stop' is about the usual socket.
    let isUsual = socket == SocketPath.path({ Environment[$0] })
    let command = "geocoded --stop" + (isUsual ? "" : " --socket \(ShellWord.file(socket))")
    return "geocoded answers at \(socket) (process \(child.id)); its messages go to \(log); '\(command)' ends it"
  }

  /// Stops the daemon that listens on a socket, and returns once it has ended.
  ///
  /// - Throws: ``ProgramFailure`` with `.unavailable` if nothing listens there, or another program does.
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
    // Opening the file reports any error.
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

  /// The daemon's output since its start, without the last line end.
  private static func said(in log: String, from begin: Int) throws(ProgramFailure) -> String {
    let descriptor = open(log, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ProgramFailure(.inputOutput, "geocoded has ended; \(log) cannot be read") }
    defer { close(descriptor) }
    // A log file that was replaced meanwhile contains only new messages.
    if (try? size(of: log)) ?? 0 >= begin { lseek(descriptor, begin, SEEK_SET) }
    var text = ChildProcess.readAll(descriptor)
    while text.last?.isNewline == true { text.removeLast() }
    if text.hasPrefix("geocoded: ") { text.removeFirst(10) }
    return text.isEmpty ? "it ended without a word; see \(log)" : text
  }
}
