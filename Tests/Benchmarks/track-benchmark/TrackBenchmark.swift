import ArgumentParser
import BenchmarkKit
import GeoEngine
import GeoModel
import GeoStore
import GeoSupport
import GeoTestKit
import Synchronization

/// Measures the accuracy and speed of matching tracks to roads.
@main struct TrackBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "track-benchmark", abstract: "Measure how right and how fast tracks are matched to roads.",
    discussion: """
      Cars drive along the roads of the store, straight on where it goes on, at the speeds of the kinds of road, with the noise of a receiver, which \
      the matcher is not told. Told is the share of the length of what was driven that was found, the length that was found and not \
      driven compared with it, and points per second of all threads together, by the clock and per second of processor time.
      """)

  @Argument(help: "The store.")
  var store: String

  @Option(help: "How many cars.")
  var tracks = 400

  @Option(help: "Seconds that each drives.")
  var seconds = 1_800

  @Option(help: "Threads.")
  var threads = 2

  @Flag(help: "Tell where most went wrong.")
  var verbose = false

  func run() throws {
    try InputFiles.require([store])
    var roads = try DriveRoads(store: store)
    for (noise, interval) in [(10.0, 5.0), (30, 30), (5, 1)] {
      let drives = (0..<tracks).map { _ in roads.drive(seconds: Double(seconds), every: interval, noise: noise) }
      try measure(drives, "noise of \(noise) m each \(interval) s")
    }
  }

  private func measure(_ drives: [Drive], _ what: String) throws {
    let total = Mutex((next: 0, result: DriveResult(), failure: (any Error)?.none))
    let (threads, store) = (threads, store)
    let (start, used) = (ContinuousClock.now, TrackBenchmark.processorSeconds())
    SystemThread.perform(onThreads: threads) {
      let first = total.withLock { total in
        defer { total.next += 1 }
        return total.next
      }
      do {
        let share = stride(from: first, to: drives.count, by: threads).map { drives[$0] }
        let result = try DriveResult(share, store: store)
        total.withLock { $0.result.add(result) }
      } catch { total.withLock { $0.failure = error } }
    }
    let seconds = Double((ContinuousClock.now - start) / .milliseconds(1)) / 1_000
    let processor = TrackBenchmark.processorSeconds() - used
    let (_, result, failure) = total.withLock { $0 }
    if let failure { throw failure }
    print(
      "\(what): \(result.text), \(Int(Double(result.points) / seconds)) points/s with \(threads) threads, "
        + "\(Int(Double(result.points) / processor)) per second of a processor")
    if verbose { for line in result.worst { print("  \(line)") } }
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
