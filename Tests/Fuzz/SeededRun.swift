import GeoSupport
import GeoTestKit

/// Makes up inputs where LLVM's fuzzer is not linked: what it begins with, changed at random, without a look at the code that is
/// reached. That needs no build of its own and gives the same inputs for the same seed, as many of them as there is time for.
struct SeededRun {
  let target: FuzzTarget
  let seconds: Int
  let seed: Int
  /// The file that holds the input that is being fed; left behind by what ends the process.
  let last: String

  /// An input that takes longer ends the process (SIGALRM).
  private static let longestSeconds: UInt32 = 25
  /// More memory than this ends it, too.
  private static let largestBytes: rlim_t = 2 << 30

  /// Feeds inputs until the time is over, and says how many.
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

  /// The address sanitizer has reserved terabytes, most of which it never touches; it would get nothing more.
  private static func limitMemory() {
    guard dlsym(nil, "__asan_init") == nil else { return }
    var memory = rlimit(rlim_cur: largestBytes, rlim_max: largestBytes)
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &memory)
  }

  /// What LLVM's fuzzer would begin with, too.
  private func samples() throws -> [[UInt8]] {
    let folders = ["Tests/Fuzz/Corpora/\(target.name)"] + target.folders
    let files = folders.flatMap { folder in fileNames(in: folder).compactMap { fileBytes("\(folder)/\($0)") } }
    return (try files + target.seeds()).filter { $0.count <= target.longestInput }
  }
}
