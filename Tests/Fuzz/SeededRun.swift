import GeoSupport
import GeoTestKit

/// Generates inputs without LLVM's fuzzer: it mutates the seeds at random, without observing the code that they reach.
///
/// This needs no special build and gives the same inputs for the same seed, as many as time allows.
struct SeededRun {
  let target: FuzzTarget
  let seconds: Int
  let seed: Int
  /// The file for the current input, which remains when the process is killed.
  let last: String

  /// The time limit for an input, after which the process ends (SIGALRM).
  private static let longestSeconds: UInt32 = 25
  /// The memory limit of the process.
  private static let largestBytes: rlim_t = 2 << 30

  /// Feeds inputs until the time is over, and prints their number.
  func run() throws {
    let samples = try samples()
    guard !samples.isEmpty else { Arguments.stop("\(target.name) has no inputs to begin with") }
    let feed = try target.open()
    let file = open(last, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { Arguments.stop("\(last): \(String(cString: strerror(errno)))") }
    SeededRun.limitMemory()
    var mutator = Mutator(seed: seed, samples: samples, longest: target.longestInput)
    let end = ContinuousClock.now + .seconds(seconds)
    var count = 0
    while count < samples.count || ContinuousClock.now < end {
      let input = count < samples.count ? samples[count] : mutator.next()
      ftruncate(file, 0)
      pwrite(file, input, input.count, 0)
      alarm(SeededRun.longestSeconds)
      input.withUnsafeBytes(feed)
      count += 1
    }
    alarm(0)
    close(file)
    unlink(last)
    print("\(target.name): \(count) inputs with seed \(seed), none failed")
  }

  /// The address sanitizer reserves terabytes that it mostly never touches, so a limit would leave it nothing.
  private static func limitMemory() {
    guard dlsym(nil, "__asan_init") == nil else { return }
    var memory = rlimit(rlim_cur: largestBytes, rlim_max: largestBytes)
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &memory)
  }

  /// The seeds, the same as for LLVM's fuzzer.
  private func samples() throws -> [[UInt8]] {
    let folders = ["Tests/Fuzz/Corpora/\(target.name)"] + target.folders
    let files = folders.flatMap { folder in fileNames(in: folder).compactMap { fileBytes("\(folder)/\($0)") } }
    return (try files + target.seeds()).filter { $0.count <= target.longestInput }
  }
}
