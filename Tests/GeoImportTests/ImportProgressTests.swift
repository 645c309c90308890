import GeoConsole
import Synchronization
import Testing

@testable import GeoImport
@testable import GeoImportCommand

@Suite("The progress of an import")
struct ImportProgressTests {
  private final class Screen: Sendable {
    let text = Mutex("")
    let clock = Mutex(0.0)

    func progress(isVerbose: Bool) -> ImportProgress {
      let display = ProgressDisplay(
        mode: .lines, write: { text in self.text.withLock { $0 += text } }, now: { self.clock.withLock { $0 } })
      return ImportProgress(display, isVerbose: isVerbose)
    }
  }

  private static let stages: [ImportStage] = [
    .relations, .ways, .nodes, .assembling, .classifying, .worldLayer, .linking, .writing,
  ]

  /// Runs an import of eight stages of six seconds.
  private func text(megabytes: Int, isVerbose: Bool) -> String {
    let screen = Screen()
    let progress = screen.progress(isVerbose: isVerbose)
    progress.willImport(
      ImportEstimate(
        extractBytes: megabytes * 1_000_000, hasWorldLayer: true, ImportOptions(threads: 2, worldLayer: nil)))
    for stage in ImportProgressTests.stages {
      progress.didBegin(stage)
      screen.clock.withLock { $0 += 6 }
      progress.didAdvance(stage, fraction: 0.5, objects: 7)
      progress.didEnd(stage, seconds: 6)
      // A message in between does not end the bar.
      if stage == .ways { progress.didWarn("a table lies elsewhere") }
    }
    return screen.text.withLock { $0 }
  }

  @Test("is one bar from the beginning to the end")
  func whole() {
    let lines = text(megabytes: 100, isVerbose: false).split(separator: "\n")
    #expect(lines.first?.hasPrefix("100 MB to import: about ") == true)
    #expect(lines.last == "Importing: 100 MB in 48.0 s (2 MB/s)")
    let between = lines.dropFirst().dropLast()
    #expect(between.count == 4)
    #expect(between.allSatisfy { $0.contains(" left") && $0.contains(" MB/s") })
    #expect(between.first?.hasPrefix("Importing: ") == true)
  }

  @Test("tells each stage where that is asked for")
  func verbose() {
    let lines = text(megabytes: 100, isVerbose: true).split(separator: "\n")
    #expect(lines.count == 1 + ImportProgressTests.stages.count)
    #expect(lines[1] == "Reading relations: 7 objects in 6.0 s (1 objects/s)")
  }

  @Test("of a small extract no speed is told")
  func small() {
    let lines = text(megabytes: 1, isVerbose: false).split(separator: "\n")
    #expect(lines.last == "Importing: 48.0 s")
  }

  @Test(
    "the whole never goes back, ends at 1, and counts rare stages only where they are", arguments: [0, 1, 30, 5_000])
  func fraction(megabytes: Int) {
    for stages in [ImportProgressTests.stages, [.tables] + ImportProgressTests.stages] {
      var whole = WholeImport(extractBytes: megabytes * 1_000_000)
      var last = 0.0
      for stage in stages {
        whole.begin(stage)
        for part in [0, 0.3, 0.2, 1, 7] {
          let done = whole.fraction(in: stage, part)
          #expect(done.fraction >= last && done.fraction <= 1)
          #expect((done.megabytes == nil) == (megabytes < 20))
          last = done.fraction
        }
      }
      #expect(last == 1)
    }
  }
}
