import Foundation
import GeoTestKit
import Testing

@testable import GeoConsole

@Suite("What the system lets a process have") struct ProcessLimitsTests {
  private let needed = ProcessLimits(files: 16, memoryBytes: 256 << 20, addressBytes: 512 << 20)

  private func failure(_ limits: ProcessLimits) -> ProgramFailure? {
    do throws(ProgramFailure) { try limits.check(covers: needed, of: "an import") } catch { return error }
    return nil
  }

  @Test("enough is enough; too little is said with what to raise")
  func check() {
    #expect(failure(needed) == nil && failure(ProcessLimits(files: 16)) == nil)
    let few = failure(ProcessLimits(files: 6))
    #expect(few?.status == .inputOutput)
    #expect(few?.message == "only 6 files may be open at once, an import needs 16; raise `ulimit -n`")
    #expect(failure(ProcessLimits(files: 16, memoryBytes: 40 << 20))?.message.contains("only 40 MB of memory") == true)
    #expect(failure(ProcessLimits(files: 16, addressBytes: 90 << 20))?.message.contains("raise `ulimit -v`") == true)
  }

  @Test("a control group's limit is the least of all around it, in both versions")
  func groups() throws {
    let folder = TemporaryFolder()
    func write(_ path: String, _ text: String) throws {
      let url = URL(fileURLWithPath: folder.file(path))
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    #expect(ControlGroup.memoryBytes(root: folder.path, groups: "0::/a/b\n") == nil)
    try write("a/b/memory.max", "max\n")
    try write("a/memory.max", "1000000\n")
    try write("memory.max", "3000000\n")
    #expect(ControlGroup.memoryBytes(root: folder.path, groups: "0::/a/b\n") == 1_000_000)
    #expect(ControlGroup.memoryBytes(root: folder.path, groups: "0::/\n") == 3_000_000)
    try write("memory/c/memory.limit_in_bytes", "9223372036854771712\n")
    #expect(ControlGroup.memoryBytes(root: folder.path, groups: "5:memory:/c\n") == nil)
    try write("memory/memory.limit_in_bytes", "2000000\n")
    let both = "12:cpu,cpuacct:/c\n5:memory:/c\n0::/a\n"
    #expect(ControlGroup.memoryBytes(root: folder.path, groups: both) == 1_000_000)
  }
}
