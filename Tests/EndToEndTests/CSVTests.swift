import Foundation
import GeoTestKit
import Testing

/// `geocode csv` as a process: pipes, full disks, kills. What it writes into rows is tested in GeoCSVTests.
@Suite("geocode csv as a program")
struct CSVTests {
  private let village: Village
  private let folder = TemporaryFolder()

  init() throws { village = try Village() }

  /// Rows around the village's corner.
  private func rows(_ count: Int) -> String {
    "id,lat,lon\n"
      + (0..<count).map {
        "\($0),47.1\(String($0 % 1000 + 1000).dropFirst()),9.5\(String($0 % 997 + 1000).dropFirst())\n"
      }.joined()
  }

  @Test("a table on standard input comes out with addresses, and the summary tells the rows and the attribution")
  func filter() throws {
    let outcome = try village.program.run(
      ["csv", "--columns", "street,house_number,city"], input: "lat,lon\n47.1003594,9.5007913\nx,y\n")
    #expect(outcome.status == 0)
    #expect(
      outcome.lines == [
        "lat,lon,street,house_number,city,status", "47.1003594,9.5007913,Lindenweg,7,Musterdorf,ok",
        "x,y,,,,bad_coordinate",
      ])
    #expect(outcome.errors.contains("2 rows in") && outcome.errors.contains("1  bad_coordinate"))
  }

  @Test("a reader that goes away ends it quietly")
  func brokenPipe() throws {
    let input = try folder.write("in.csv", Data(rows(200_000).utf8))
    let shell = Program(path: "/bin/sh", environment: village.program.environment)
    let outcome = try shell.run(["-c", "'\(village.program.path)' csv '\(input)' | head -3"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 3)
    #expect(outcome.errors == "")
  }

  @Test("a full disk is an error that says so")
  func fullDisk() throws {
    let outcome = try village.program.run(["csv"], input: rows(10), outputPath: "/dev/full")
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("disk is full"))
  }

  @Test("input and output are never one file, and nothing is overwritten unasked")
  func protection() throws {
    let input = try folder.write("in.csv", Data(rows(3).utf8))
    #expect(try village.program.run(["csv", input, "-o", input, "--force"]).status == 64)
    #expect(try village.program.run(["csv", input, "-o", folder.file("out.csv")]).status == 0)
    #expect(try village.program.run(["csv", input, "-o", folder.file("out.csv")]).status == 73)
    #expect(folder.names == ["in.csv", "out.csv"])
  }

  @Test(
    "a wrong name is answered with the one that was meant",
    arguments: [
      (["--columns", "stret"], "Did you mean 'street'?"),
      (["--template", "{hous_number}"], "Did you mean 'house_number'?"),
      (["--latitude", "lta", "--longitude", "lon"], "Did you mean 'lat'?"),
    ])
  func suggestions(arguments: [String], suggestion: String) throws {
    let outcome = try village.program.run(["csv"] + arguments, input: "id,lat,lon\n")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(suggestion))
  }

  @Test("samples are a share or a number of rows")
  func samples() throws {
    let input = try folder.write("in.csv", Data(rows(1000).utf8))
    func count(_ sample: String) throws -> Int {
      try village.program.run(["csv", input, "--sample", sample]).lines.count - 1
    }
    #expect(try count("37") == 37)
    #expect((5...15).contains(try count("1%")))
    #expect((5...15).contains(try count("0.01")))
    for wrong in ["0", "-1", "101%", "many", "1.5"] {
      #expect(try village.program.run(["csv", input, "--sample=\(wrong)"]).status == 64)
    }
  }

  @Test("an input that was changed in its finished part is not gone on with")
  func changedInput() throws {
    let text = rows(150_000)
    let input = try folder.write("in.csv", Data(text.utf8))
    let output = folder.file("out.csv")
    let running = try village.program.start(["csv", input, "-o", output])
    // The output is written and saved for the first time.
    try running.wait {
      let journal = FileManager.default.contents(atPath: output + ".journal") ?? Data()
      return journal.contains(UInt8(ascii: "@")) || FileManager.default.fileExists(atPath: output)
    }
    running.send(SIGKILL)
    // On a fast machine the work may be done before the signal comes.
    guard try running.end().status != 0 else { return }
    var changed = Array(text.utf8)
    changed[5000] = changed[5000] == 0x31 ? 0x32 : 0x31
    _ = try folder.write("in.csv", Data(changed))
    let outcome = try village.program.run(["csv", input, "-o", output, "--resume"])
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("was changed since the run was interrupted"))
  }

  @Test("a daemon that dies in the middle leaves a state that the store itself can go on with")
  func lostDaemon() throws {
    let socket = folder.file("d.sock")
    let input = try folder.write("in.csv", Data(rows(150_000).utf8))
    let output = folder.file("out.csv")
    let daemon = try Program("geocoded").start(["--database", village.path, "--socket", socket])
    try daemon.wait { FileManager.default.fileExists(atPath: socket) }
    let running = try Program().start(["csv", input, "-o", output, "--socket", socket])
    try running.wait { FileManager.default.fileExists(atPath: output + ".journal") }
    daemon.send(SIGKILL)
    _ = try daemon.end()
    let outcome = try running.end()
    // On a fast machine the work may be done before the daemon dies.
    if outcome.status != 0 {
      #expect(outcome.status == 69)
      #expect(outcome.errors.contains("\nWhat is done is in \(output).partial; the same command with --resume"))
      #expect(try village.program.run(["csv", input, "-o", output, "--resume", "--quiet"]).status == 0)
    }
    let whole = try village.program.run(["csv", input, "--quiet"])
    #expect(FileManager.default.contents(atPath: output).map { String(decoding: $0, as: UTF8.self) } == whole.output)
  }

  @Test("killed at random moments and resumed, it writes what one run writes")
  func kills() throws {
    let input = try folder.write("in.csv", Data(rows(60_000).utf8))
    let whole = folder.file("whole.csv")
    let killed = folder.file("killed.csv")
    #expect(try village.program.run(["csv", input, "-o", whole, "--quiet"]).status == 0)
    var pause: UInt32 = 1
    var kills = 0
    for _ in 0..<40 {
      let running = try village.program.start(["csv", input, "-o", killed, "--resume", "--quiet"])
      // Times without a rhythm, from almost at once to well into the work; longer ones later, so that the end is reached.
      pause = pause &* 1_103_515_245 &+ 12345
      usleep((pause >> 8) % (20_000 + 6_000 * UInt32(kills)))
      running.send(SIGKILL)
      if try running.end().status == 0 { break }
      kills += 1
    }
    #expect(try village.program.run(["csv", input, "-o", killed, "--resume", "--quiet"]).status == 0)
    #expect(kills > 0)
    #expect(FileManager.default.contents(atPath: killed) == FileManager.default.contents(atPath: whole))
    #expect(folder.names == ["in.csv", "killed.csv", "whole.csv"])
  }

  @Test("Ctrl-C leaves a state to go on from and says how")
  func interrupt() throws {
    let input = try folder.write("in.csv", Data(rows(150_000).utf8))
    let output = folder.file("out.csv")
    let running = try village.program.start(["csv", input, "-o", output])
    try running.wait { FileManager.default.fileExists(atPath: output + ".journal") }
    running.send(SIGINT)
    let outcome = try running.end()
    // On a fast machine the work may be done before the signal comes.
    if outcome.status != 0 {
      #expect(outcome.status == 130)
      #expect(outcome.errors.contains("--resume"))
      #expect(try village.program.run(["csv", input, "-o", output, "--resume"]).status == 0)
    }
    let whole = try village.program.run(["csv", input])
    #expect(FileManager.default.contents(atPath: output).map { String(decoding: $0, as: UTF8.self) } == whole.output)
  }
}
