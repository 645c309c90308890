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

  @Test("threads are as many as there are processors, or as leave half of the memory")
  func threads() {
    func threads(_ processors: Int, _ limits: ProcessLimits) -> Int {
      limits.usualThreads(processors: processors) { threads in
        ProcessLimits(
          files: 9, memoryBytes: UInt64(64 + 16 * threads) << 20, addressBytes: UInt64(100 * threads) << 20)
      }
    }
    #expect(threads(64, ProcessLimits(files: 9)) == 64 && threads(1, ProcessLimits(files: 9)) == 1)
    #expect(threads(64, ProcessLimits(files: 9, memoryBytes: 512 << 20)) == 12)
    #expect(threads(64, ProcessLimits(files: 9, memoryBytes: 50 << 20)) == 1)
    #expect(threads(64, ProcessLimits(files: 9, memoryBytes: 512 << 20, addressBytes: 700 << 20)) == 7)
  }

  /// Files of control groups.
  private let folder = TemporaryFolder()

  private func write(_ path: String, _ text: String) throws {
    let url = URL(fileURLWithPath: folder.file(path))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  @Test("a control group's share of the processors is the least of all around it, in both versions")
  func shares() throws {
    func processors(_ groups: String) -> Double? { ControlGroup.processors(root: folder.path, groups: groups) }
    #expect(processors("0::/a/b\n") == nil)
    try write("a/b/cpu.max", "max 100000\n")
    #expect(processors("0::/a/b\n") == nil)
    try write("a/cpu.max", "150000 100000\n")
    try write("cpu.max", "400000 100000\n")
    #expect(processors("0::/a/b\n") == 1.5 && processors("0::/\n") == 4)
    try write("cpu/c/cpu.cfs_quota_us", "-1\n")
    try write("cpu/c/cpu.cfs_period_us", "100000\n")
    #expect(processors("5:cpu,cpuacct:/c\n") == nil)
    try write("cpu/c/cpu.cfs_quota_us", "50000\n")
    #expect(processors("5:cpu,cpuacct:/c\n4:memory:/d\n0::/a\n") == 0.5)
    #expect(Processors.share(allowed: 8, time: nil) == 8 && Processors.share(allowed: 8, time: 1.5) == 2)
    #expect(Processors.share(allowed: 2, time: 4) == 2 && Processors.share(allowed: 2, time: 0.1) == 1)
    #expect((1...Processors.allowed).contains(Processors.usable))
    let status = "Name:\tx\nCpus_allowed:\t00000001,0000000c\nCpus_allowed_list:\t2-3,32\n"
    #expect(Processors.allowed(inUse: 64, status: status) == 3 && Processors.allowed(inUse: 2, status: status) == 2)
    #expect(Processors.allowed(inUse: 4, status: "") == 4)
  }

  @Test("a control group's limit is the least of all around it, in both versions")
  func groups() throws {
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
