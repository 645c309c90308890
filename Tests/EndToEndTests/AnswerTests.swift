import Foundation
import Testing

extension EndToEnd {
  @Suite("An answer") struct Answers {
    private let village: Village

    init() throws { village = try Village() }

    @Test(
      "is golden in every format",
      arguments: [
        "", "-f line", "-f json", "-f geojson", "-f csv", "-f json --limit 2", "-f geojson --limit 2",
        "--areas --explain",
        "--detail city", "-f geojson --overlay", "-f json --areas",
      ])
    func golden(options: String) throws {
      let outcome = try village.program.run("\(options) \(Village.corner)")
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      let name = options.filter { $0.isLetter || $0.isNumber || $0 == " " }.split(separator: " ").joined(separator: "-")
      try Golden.expect(outcome.output, is: "answer\(name.isEmpty ? "" : "-" + name).txt")
    }

    @Test("does not wait for libraries that few answers need")
    func libraries() throws {
      // The dynamic loader lists the libraries that it would load, and ends.
      let loaded = Program("geocode", ["LD_TRACE_LOADED_OBJECTS": "1"])
      let list = try loaded.run("").output
      #expect(list.contains("libicuuc"), "\(list)")
      for other in ["libicui18n", "libcurl", "libcairo", "libpango"] { #expect(!list.contains(other), "\(list)") }
    }

    @Test("is the same however the coordinate is written")
    func notations() throws {
      let words = Village.corner.split(separator: " ").map(String.init)
      let expected = try village.program.run("--format json \(Village.corner)").output
      for arguments in [
        ["\(words[0]),\(words[1])"], ["\(words[0]), \(words[1])"], ["\(words[0]),", words[1]],
        ["geo:\(words[0]),\(words[1]);u=5"],
        ["\(words[1])E", "\(words[0])N"], ["--", words[0], words[1]],
      ] {
        #expect(try village.program.run(["--format", "json"] + arguments).output == expected)
        guard arguments[0] != "--" else { continue }
        #expect(try village.program.run(arguments + ["--format", "json"]).output == expected)
      }
    }

    @Test(
      "to numbers alone, which the argument parser does not see, is the one that it would get",
      arguments: [
        [:], ["LANG": "de_CH.UTF-8"], ["LANG": "ru_RU.UTF-8"], ["GEOCODE_LANGUAGE": "fr,native"],
        ["GEOCODE_LANGUAGE": "deu%tsch"], ["GEOCODE_DATABASE": "/no/such.sqlite"],
      ] as [[String: String]])
    func numbers(variables: [String: String]) throws {
      var program = village.program
      program.environment.merge(variables) { $1 }
      let words = Village.corner.split(separator: " ").map(String.init)
      for arguments in [
        words, ["\(words[0]),\(words[1])"], ["\(words[0]), \(words[1])"], ["\(words[0]),", "+\(words[1])"],
        ["-10", "-10.5"], ["-0", "-0"], ["1 2"], ["91", "0"], ["1"], ["1", "2", "3"], ["1.2.3", "4"], ["1", ","],
        ["1,2,-"], ["1e3", "2"],
      ] {
        let (plain, parsed) = (try program.run(arguments), try program.run(["--format", "text"] + arguments))
        #expect(plain.status == parsed.status, "\(arguments)")
        #expect(plain.output == parsed.output && plain.errors == parsed.errors, "\(arguments)")
      }
    }

    @Test("is JSON that a strict parser reads", arguments: ["json", "geojson"])
    func parses(format: String) throws {
      let output = try village.program.run("--format \(format) --areas --explain \(Village.corner)").output
      let object = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
      let address = try #require(object[format == "json" ? "address" : "properties"] as? [String: Any])
      #expect(address["city"] as? String == "Musterdorf")
      guard format == "geojson" else { return }
      let geometry = try #require(object["geometry"] as? [String: Any])
      let position = try #require(geometry["coordinates"] as? [Double])
      #expect(position[0] < 10 && position[1] > 47, "GeoJSON puts the longitude first")
    }

    @Test("says with --verbose where it comes from, whom to name, and how it matches")
    func verbose() throws {
      let outcome = try village.program.run("-v \(Village.corner)")
      #expect(outcome.errors.contains("Answered by: store \(village.path)"))
      #expect(outcome.errors.contains("© OpenStreetMap contributors"))
      #expect(outcome.errors.contains("Match: "))
    }

    @Test("is 1 and a sentence when nothing is known")
    func nothing() throws {
      let outcome = try village.program.run("10 10")
      #expect(outcome.status == 1)
      #expect(outcome.output == "")
      #expect(outcome.errors == "Error: no placemark: nothing is known within reach of this point\n")
    }

    @Test("comes line by line for lines on standard input, errors in their places")
    func lines() throws {
      let outcome = try village.program.run("-", input: "\(Village.corner)\n\n10,10\nsomewhere\n\(Village.corner)")
      #expect(outcome.status == 1)
      // A blank line gives a blank line, so that input and output stay side by side.
      let all = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(all.count == 5 && all[1].isEmpty && outcome.lines.count == 4)
      #expect(outcome.lines[0] == outcome.lines[3])
      #expect(outcome.lines[1] == "error: no placemark: nothing is known within reach of this point")
      #expect(outcome.lines[2] == "error: 'somewhere' is not a number")
      #expect(outcome.errors == "Error: 2 lines without an answer (1 not a coordinate)\n")
      // A byte order mark before the first line is not part of the coordinate.
      let marked = try village.program.run("-", input: "\u{FEFF}\(Village.corner)\n10,10\n")
      #expect(marked.lines.first == outcome.lines[0] && marked.errors == "Error: 1 line without an answer\n")
      // A pipe is read without the dash, with or without options.
      #expect(try village.program.run([], input: "\(Village.corner)\n").lines == [outcome.lines[0]])
      #expect(try village.program.run("--format line", input: "\(Village.corner)\n").lines == [outcome.lines[0]])
      let json = try village.program.run("--format json -", input: "10 10\n\(Village.corner)\n")
      #expect(json.lines.count == 2)
      for line in json.lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }

    @Test("is an error where the lines cannot be read any further, and waits for lines that come late")
    func brokenInput() throws {
      let shell = Program(path: "/bin/bash", environment: village.program.environment)
      let broken = try shell.run(["-c", "'\(Program().path)' - < /"])
      #expect(broken.status == 74)
      #expect(broken.errors == "Error: standard input cannot be read any further: Is a directory\n")
      // Another program has made the pipe non-blocking, as some runtimes do.
      let script = """
        import os, subprocess, sys, time
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        program = subprocess.Popen([sys.argv[1], "-"], stdin=reading)
        corner = sys.argv[2].encode()
        for piece in [corner[:3], corner[3:] + b"\\n", corner]:
            time.sleep(0.2)
            os.write(writing, piece)
        os.close(writing)
        sys.exit(program.wait())
        """
      let python = Program(path: "/usr/bin/python3", environment: village.program.environment)
      let late = try python.run(["-c", script, Program().path, Village.corner])
      #expect(late.status == 0)
      #expect(late.lines.count == 2 && Set(late.lines).count == 1)
    }

    @Test("ends quietly when its reader goes away")
    func brokenPipe() throws {
      let input = String(repeating: Village.corner + "\n", count: 5000)
      let shell = Program(path: "/bin/bash", environment: village.program.environment)
      let script = "set -o pipefail; '\(Program().path)' - | head -1; echo ${PIPESTATUS[0]}"
      let outcome = try shell.run(["-c", script], input: input)
      #expect(outcome.lines.count == 2)
      #expect(outcome.lines.last == "0")
      #expect(outcome.errors == "")
    }

    @Test("is an error that says so when the disk is full")
    func fullDisk() throws {
      let outcome = try village.program.run(
        Village.corner.split(separator: " ").map(String.init), outputPath: "/dev/full")
      #expect(outcome.status == 74)
      #expect(outcome.errors == "Error: cannot write to standard output: No space left on device: free some space\n")
      #expect(try Program().run(["--help"], outputPath: "/dev/full").status == 74)
    }
  }
}
