import GeoSupport

/// A failure that ends one measurement, not the run.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
}

/// A program started by this one.
struct ChildProcess {
  /// The results of a finished program.
  struct Outcome {
    /// Standard output.
    let output: String
    /// Elapsed seconds.
    let seconds: Double
    /// Processor time of all its threads in seconds, which other programs affect less.
    let cpuSeconds: Double
    /// The peak memory in 1e6 bytes. Not less than this program's memory when it started the other, about 25.
    let peakMegabytes: Double
  }

  let pid: pid_t
  private let name: String
  private let start = monotonicSeconds()
  private let output: Int32

  /// Starts a program; its output goes to a pipe, and its standard error is discarded.
  ///
  /// - Parameters:
  ///   - program: path of the program.
  ///   - arguments: the arguments without the program's name.
  ///   - outputPath: a file for its output, instead of a pipe to this program.
  init(_ program: String, _ arguments: [String], outputPath: String? = nil) throws {
    name = program
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw BenchmarkError(description: "no pipe: error \(errno)") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    if let outputPath {
      // The write end of the pipe stays open and unused in the child, so that its closing still signals the end.
      posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    } else {
      posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
      posix_spawn_file_actions_addclose(&actions, ends[1])
    }
    var argv = ([program] + arguments).map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, program, &actions, nil, &argv, environ)
    close(ends[1])
    guard code == 0 else {
      close(ends[0])
      throw BenchmarkError(description: "\(program) cannot be started (error \(code))")
    }
    pid = child
    output = ends[0]
  }

  /// Reads the program's output and waits for its end.
  ///
  /// - Parameter limit: seconds after which it is killed.
  /// - Throws: ``BenchmarkError`` when it fails or takes too long.
  func wait(limit: Double = 600) throws -> Outcome {
    let bytes = try read(until: start + limit)
    var status: Int32 = 0
    var usage = rusage()
    wait4(pid, &status, 0, &usage)
    let seconds = monotonicSeconds() - start
    guard status == 0 else { throw BenchmarkError(description: "\(name) ended with status \(status >> 8 & 0xFF)") }
    // Linux counts in KiB.
    let peak = Double(usage.ru_maxrss) * 1024
    return Outcome(
      output: String(decoding: bytes, as: UTF8.self), seconds: seconds,
      cpuSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds, peakMegabytes: peak / 1e6)
  }

  /// Asks the program to end, and waits.
  func terminate() {
    kill(pid, SIGTERM)
    _ = try? wait(limit: 10)
  }

  private func read(until deadline: Double) throws -> [UInt8] {
    defer { close(output) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let left = deadline - monotonicSeconds()
      if left <= 0 || poll(&entry, 1, Int32(left * 1000) + 1) == 0 {
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        throw BenchmarkError(description: "\(name) took too long and was ended")
      }
      let count = Glibc.read(output, &chunk, chunk.count)
      if count <= 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

/// Seconds of a monotonic clock.
func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
