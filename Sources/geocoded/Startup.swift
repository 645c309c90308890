import GeoConsole
import GeoModel
import GeoServer
import GeoStore
import GeoSupport
import UnixSignals

/// What the daemon does with its process before it serves.
enum Startup {
  /// Processors that are online.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The path of this program, for unit files.
  static var executablePath: String {
    // The link's target is at most PATH_MAX bytes long.
    var buffer = [CChar](repeating: 0, count: 4097)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { return "/usr/local/bin/geocoded" }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Each client is an open file; the usual soft limit of 1,024 files would refuse them early.
  static func raiseFileLimit(clients: Int) {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0 else { return }
    let wanted = rlim_t(clients + 256)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(wanted, limit.rlim_max)
    setrlimit(resource, &limit)
  }

  /// An element for every SIGHUP from now on.
  static func hangups() async -> AsyncStream<Void> {
    let signals = await UnixSignalsSequence(trapping: .sighup)
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // Ends with the process: signals come as long as it lives.
    Task {
      for await _ in signals { continuation.yield() }
      continuation.finish()
    }
    return stream
  }

  /// Says on standard error why the daemon cannot serve, and ends.
  static func fail(_ error: any Error) -> Never {
    let failure = programFailure(error)
    StandardError.writeLine("geocoded: \(failure.message)")
    exit(failure.status.rawValue)
  }

  private static func programFailure(_ error: any Error) -> ProgramFailure {
    switch error {
    case let failure as ProgramFailure: failure
    case let server as ServerError: ProgramFailure(status(of: server.code), server.message)
    case let store as StoreError: ProgramFailure(status(of: store.code), store.message)
    default: ProgramFailure(.internalError, "\(error)")
    }
  }

  private static func status(of code: ServerError.Code) -> ExitStatus {
    switch code {
    case .addressInUse: .unavailable
    case .cannotListen: .cannotCreate
    case .badOption, .badActivation: .usage
    }
  }

  private static func status(of code: StoreError.Code) -> ExitStatus {
    switch code {
    case .missing, .unreadable: .noInput
    case .foreign, .outdated, .damaged: .badData
    case .unwritable: .cannotCreate
    }
  }
}
