import Foundation
import GeoTestKit
import Testing

/// `geocode csv` as a process: pipes, full disks, kills. GeoCSVTests check the contents of its output.
@Suite("geocode csv as a program")
struct CSVTests {
  private let village: Village
  private let folder = TemporaryFolder()

  init() throws { village = try Village() }

  /// Rows around the village's corner, below a header.
  private func rows(_ count: Int) -> String { "id,lat,lon\n" + rows(0..<count) }

  private func rows(_ ids: Range<Int>) -> String {
    ids.map { "\($0),47.1\(String($0 % 1000 + 1000).dropFirst()),9.5\(String($0 % 997 + 1000).dropFirst())\n" }.joined()
  }

  private func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  @Test("meters of a projection are recognized, with what makes degrees of them")
  func projection() throws {
    let meters = try village.program.run("csv -", input: "x,y\n551123,4179939\n551124,4179940\n9.5,47.1\n")
    #expect(meters.status == 0 && meters.errors.contains("meters of a projection"))
    let swapped = try village.program.run("csv -", input: "lat,lon\n95,47\n96,47\n")
    #expect(swapped.status == 1 && swapped.output.hasSuffix("out_of_range\n"))
    #expect(swapped.errors.contains("--swap") && !swapped.errors.contains("projection"))
    let cut = try village.program.run("csv -", input: "lat,lon\n47,13,9,52\n47,14,9,53\n")
    #expect(cut.errors.contains("numbers are cut there"))
  }

  @Test("a run that waits for who would read its output ends when it is asked to")
  func silentReader() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let running = try village.program.start(["csv", "-", "-o", pipe], input: rows(1))
    // When the store is open, the signal handlers are installed.
    try running.wait { text("/proc/\(running.pid)/maps").contains(village.path) }
    running.send(SIGTERM)
    let outcome = try running.end()
    #expect(outcome.status == 143 && outcome.errors.contains("did not stop within 10 seconds"), "\(outcome)")
  }

  /// A run that reads from a pipe, for tests that interrupt it: it has made a checkpoint and waits for rows that never
  /// come.
  ///
  /// Also returns the number of rows that it received.
  private func runWithCheckpoint(_ arguments: [String], _ feed: Feed, output: String) throws -> (RunningProgram, Int) {
    var count = 1000
    // Enough rows for the first chunk, so that the checkpoint follows them.
    try feed.write(rows(count))
    let running = try village.program.start(["csv", feed.path, "-o", output] + arguments)
    while !text(output + ".journal").contains("\n@") {
      try feed.write(rows(count..<(count + 100)))
      count += 100
      usleep(10_000)
    }
    return (running, count)
  }

  /// Resumes a run whose input comes through a pipe again.
  private func resume(_ input: String, output: String) throws -> Outcome {
    let shell = Program(path: "/bin/sh", environment: village.program.environment)
    return try shell.run(["-c", "cat '\(input)' | '\(village.program.path)' csv -o '\(output)' --resume --quiet"])
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

  @Test(
    "a file that ends early, another format than the option says, no name for the output: each is an error; a name that is taken is counted"
  )
  func notWhole() throws {
    let row = "[{\"lat\":47.1003594,\"lon\":9.5007913}"
    let cut = try village.program.run(["csv", "--columns", "city"], input: row)
    #expect(cut.status == 65 && cut.output.hasSuffix("\"city\":\"Musterdorf\",\"status\":\"ok\"}"))
    #expect(cut.errors.contains("Error: standard input ends early: the array of its objects is not closed"))
    let table = try village.program.run(["csv", "-f", "geojson"], input: "id,lat,lon\n1,47,8\n")
    #expect(table.status == 65 && table.output == "" && table.errors.contains("--format says what the file is"))
    let objects = String(repeating: "{\"lat\":47.1003594,\"lon\":9.5007913}\n", count: 250)
    let taken = try village.program.run(["csv"], input: objects + "{\"lat\":47.1,\"lon\":9.5,\"city\":\"mine\"}\n")
    #expect(
      taken.status == 0 && taken.errors.contains("1  records that have a new name already: the new value is left out"))
    let nameless = try village.program.run(["csv", "-o", ""], input: "lat,lon\n1,2\n")
    #expect(nameless.status == 64 && nameless.errors.contains("give -o the name of a file"))
  }

  @Test("a store that does not fit the table is named with its extracts and bounds")
  func doesNotFit() throws {
    let near = "47.1003594,9.5007913\n"
    let outside = try village.program.run(["csv"], input: "lat,lon\n" + near + near + near + "48.1,11.5\n")
    #expect(outside.errors.contains("1  outside the store's extracts"))
    #expect(
      outside.errors.contains(
        "25 % of the points lie outside the store's extracts (musterdorf.osm.pbf; 47.1000, 9.5000 to 47.1009, 9.5021)"))
    let inside = try village.program.run(
      ["csv"], input: "lat,lon\n" + String(repeating: near, count: 5) + "48.1,11.5\n")
    #expect(inside.errors.contains("1  outside the store's extracts") && !inside.errors.contains("% of the points"))
    let swapped = try village.program.run(["csv"], input: "lat,lon\n9.5007913,47.1003594\n")
    #expect(swapped.errors.contains("look swapped") && !swapped.errors.contains("% of the points"))
    let lines = try village.program.run(["--verbose", "-"], input: "47.1003594,9.5007913\n48.1,11.5\n")
    #expect(lines.errors.contains("1 of 2 points lie outside the store's extracts (musterdorf.osm.pbf;"))
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
    #expect(
      outcome.errors.contains("disk is full; make room (with -o FILE the run can then be continued with --resume)"))
    let named = try village.program.run(["csv", "-o", "/dev/full", "--force"], input: rows(10))
    #expect(named.status == 74 && named.errors.contains("make room (with -o FILE"), "a device cannot be continued")
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

  @Test("an input that was changed in its finished part is refused")
  func changedInput() throws {
    let output = folder.file("out.csv")
    let feed = try Feed(in: folder)
    let (running, count) = try runWithCheckpoint([], feed, output: output)
    running.send(SIGKILL)
    #expect(try running.end().status == 128 + SIGKILL)
    let input = try folder.write(
      "in.csv", Data(rows(count + 5000).replacing("\n500,47", with: "\n500,48").utf8))
    let outcome = try resume(input, output: output)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("was changed since the run was interrupted"))
  }

  @Test("after a daemon died in the middle, the store itself can finish the run")
  func lostDaemon() throws {
    let socket = folder.file("d.sock")
    let output = folder.file("out.csv")
    let daemon = try village.serve(at: socket)
    let feed = try Feed(in: folder)
    let (running, count) = try runWithCheckpoint(["--socket", socket], feed, output: output)
    daemon.send(SIGKILL)
    _ = try daemon.end()
    // New points, which must be looked up.
    try feed.write(rows(900_000..<900_100))
    let outcome = try running.end()
    #expect(outcome.status == 69)
    #expect(outcome.errors.contains("\nWhat is done is in \(output).partial; the same command with --resume"))
    try expectResumed(output, rowsBefore: count)
  }

  @Test(
    "a store that is cut short or overwritten while it is read ends the run, which continues once the store is whole",
    arguments: [true, false])
  func changedStore(isCut: Bool) throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: village.path))
    let output = folder.file("out.csv")
    let feed = try Feed(in: folder)
    let (running, count) = try runWithCheckpoint([], feed, output: output)
    let store = try FileHandle(forWritingTo: URL(fileURLWithPath: village.path))
    if isCut { try store.truncate(atOffset: 8192) } else { try store.write(contentsOf: Data(count: whole.count)) }
    // New points, which must be looked up.
    try feed.write(rows(900_000..<900_100))
    let outcome = try running.end()
    #expect(outcome.status == 69 && outcome.errors.contains("was overwritten or cut short while it was open"))
    #expect(outcome.errors.contains("the same command with --resume"))
    try store.truncate(atOffset: 0)
    try store.seek(toOffset: 0)
    try store.write(contentsOf: whole)
    try expectResumed(output, rowsBefore: count)
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
      // Irregular pauses, from almost none to well into the work. Later ones are longer, so that the end is reached.
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

  @Test("Ctrl-C leaves a state from which the run can continue, and says how")
  func interrupt() throws {
    let output = folder.file("out.csv")
    let feed = try Feed(in: folder)
    let (running, count) = try runWithCheckpoint([], feed, output: output)
    running.send(SIGINT)
    let outcome = try running.end()
    #expect(outcome.status == 130)
    #expect(outcome.errors.contains("--resume"))
    try expectResumed(output, rowsBefore: count)
  }

  /// Resumes an interrupted run and expects the output of a single run.
  private func expectResumed(_ output: String, rowsBefore count: Int) throws {
    let input = try folder.write("in.csv", Data(rows(count + 5000).utf8))
    #expect(try resume(input, output: output).status == 0)
    #expect(text(output) == (try village.program.run(["csv", input, "--quiet"]).output))
  }
}
