import GeoSupport
import Testing

@Suite struct ChildProcessTests {
  @Test("a child reads and writes where its streams lead")
  func streams() throws {
    let (input, output) = (try #require(ChildProcess.pipe()), try #require(ChildProcess.pipe()))
    let child = try ChildProcess(
      "/bin/sh", ["-c", "read word; echo $word $1; echo lost >&2", "sh", "and more"],
      [(0, .descriptor(input.reading)), (1, .descriptor(output.writing)), (2, .nothing)])
    close(input.reading)
    close(output.writing)
    #expect(write(input.writing, "one\n", 4) == 4)
    close(input.writing)
    #expect(ChildProcess.readAll(output.reading) == "one and more\n")
    close(output.reading)
    #expect(child.end() == 0)
  }

  @Test("a file is made for its owner alone, and goes on where it ended")
  func files() throws {
    let path = "/tmp/child-\(getpid())-\(UInt32.random(in: 0 ..< .max)).log"
    defer { unlink(path) }
    for word in ["one", "two"] {
      let child = try ChildProcess("/bin/sh", ["-c", "echo \(word)"], [(1, .file(path))], independence: .session)
      #expect(child.end() == 0)
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    #expect(ChildProcess.readAll(file) == "one\ntwo\n")
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o077 == 0)
  }

  @Test("a child hears signals that the thread which starts it has blocked, as those of tasks have")
  func signals() throws {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    for independence in [ChildProcess.Independence.none, .signals, .session] {
      let child = try ChildProcess("/bin/sh", ["-c", "kill -TERM $$; exit 0"], [], independence: independence)
      #expect(child.end() == 128 + SIGTERM)
    }
  }

  @Test("the number of an end, of a signal, and the reason why nothing runs")
  func ends() throws {
    #expect(try ChildProcess("/bin/sh", ["-c", "exit 73"], []).end() == 73)
    #expect(try ChildProcess("/bin/sh", ["-c", "kill -TERM $$"], [], independence: .signals).end() == 128 + SIGTERM)
    #expect {
      try ChildProcess("/nowhere/program", [], [])
    } throws: { error in
      (error as? ChildProcess.Failure)?.message == "No such file or directory"
    }
  }
}
