import GeoSupport
import Testing

extension EndToEnd {
  @Suite("Programs that tests start") struct RunningPrograms {
    private let shell = Program(path: "/bin/sh", environment: ["PATH": "/usr/bin:/bin"])

    @Test("one that is let go of is killed, and nothing of it remains")
    func letGo() throws {
      var id = pid_t()
      do {
        let running = try shell.start(["-c", "exec sleep 1000"])
        id = running.pid
      }
      #expect(kill(id, 0) == -1 && errno == ESRCH)
    }

    @Test("who waits for what an ended program did not do hears at once what it said; its end is still told")
    func ended() throws {
      let running = try shell.start(["-c", "echo no >&2; exit 7"])
      let start = ContinuousClock.now
      #expect {
        try running.wait { running.errorsSoFar.contains("listening") }
      } throws: {
        ($0 as? ProgramError)?.message == "the program ended; it said: no\n"
      }
      #expect(ContinuousClock.now - start < .seconds(60))
      #expect(try running.end().status == 7)
    }
  }
}
