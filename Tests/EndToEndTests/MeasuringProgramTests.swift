import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  /// The programs that measure speed and answers are not products, but their errors are as clear.
  @Suite("Measuring programs") struct MeasuringPrograms {
    private static let names = [
      "engine-benchmark", "nominatim-benchmark", "store-benchmark", "socket-load", "csv-benchmark", "benchmarks",
      "reference-comparison", "border-comparison", "track-benchmark",
    ]

    @Test("print their help, with and without a subcommand's name", arguments: names)
    func help(name: String) throws {
      let outcome = try Program(name).run("--help")
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("USAGE: \(name) "))
      #expect(outcome.errors.isEmpty)
    }

    @Test("say what is wrong with their arguments and end with 64", arguments: names)
    func unknownOption(name: String) throws {
      let outcome = try Program(name).run("--no-such-option")
      #expect(outcome.status == 64)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("Error: "))
    }

    @Test(
      "refuse what they cannot measure with 64",
      arguments: [
        "engine-benchmark", "engine-benchmark a.sqlite 5", "engine-benchmark --points a.sqlite",
        "engine-benchmark --scenarios a.sqlite -5", "engine-benchmark --scenarios a.sqlite many",
        "engine-benchmark --scenarios a.sqlite 5 mountains", "engine-benchmark a.sqlite --region 1,2,3",
        "engine-benchmark a.sqlite --region 95,0,96,1", "nominatim-benchmark", "store-benchmark import a.sqlite",
        "socket-load", "socket-load --socket s --requests 0", "socket-load --socket s --clients -1",
        "socket-load --socket s --seconds nan", "socket-load --socket s --box 1,1,0,0", "csv-benchmark points a.pbf",
        "csv-benchmark points a.pbf 0", "csv-benchmark overhead a.csv 0", "benchmarks --rounds 0",
        "benchmarks --minutes nan", "benchmarks --only speed", "benchmarks copies a.pbf 1025 b.pbf",
        "reference-comparison a.sqlite", "reference-comparison a.sqlite b.tsv --hidden-codes c.sqlite",
        "border-comparison a.sqlite", "border-comparison a.sqlite b.geojsonseq 0",
      ])
    func wrongUsage(line: String) throws {
      let words = line.split(separator: " ").map(String.init)
      let outcome = try Program(words[0]).run(Array(words.dropFirst()))
      #expect(outcome.status == 64, "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains("Error: "))
    }

    @Test(
      "name a file that is missing and end with 66",
      arguments: [
        "engine-benchmark /nonexistent", "engine-benchmark --scenarios /nonexistent", "engine-benchmark /tmp",
        "engine-benchmark --points /nonexistent 5 towns", "nominatim-benchmark /nonexistent",
        "track-benchmark /nonexistent",
        "store-benchmark /nonexistent", "store-benchmark import a.sqlite /nonexistent /dev/null",
        "socket-load --socket s --database /nonexistent", "csv-benchmark points /nonexistent 5",
        "csv-benchmark overhead /nonexistent", "benchmarks copies /nonexistent 2 b.pbf",
        "reference-comparison /nonexistent b.tsv", "reference-comparison /dev/null --hidden-codes /nonexistent",
        "border-comparison /dev/null /nonexistent",
      ])
    func missingFile(line: String) throws {
      let words = line.split(separator: " ").map(String.init)
      let outcome = try Program(words[0]).run(Array(words.dropFirst()))
      #expect(outcome.status == 66, "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("Error: \(line.contains("/tmp") ? "/tmp" : "/nonexistent") cannot be read: "))
    }

    @Test("take a store without a house, and files without anything, without a trap")
    func emptyData() throws {
      let folder = TemporaryFolder()
      let empty = try folder.write("empty.tsv", Data())
      let village = try Village()
      let comparison = try Program("reference-comparison").run([village.path, empty])
      #expect(comparison.status == 0)
      #expect(comparison.output.contains("region"))
      let borders = try Program("border-comparison").run([village.path, empty])
      #expect(borders.status == 64)
      #expect(borders.errors.contains("no boundary with an id in \(empty)"))
      let foreign = try Program("engine-benchmark").run([empty])
      #expect(foreign.status == 1)
      #expect(foreign.errors.hasPrefix("Error: "))
      let elsewhere = try Program("engine-benchmark").run([village.path, "--region", "-1,-1,1,1"])
      #expect(elsewhere.status == 65)
      #expect(elsewhere.errors == "Error: \(village.path) has no addresses in the region\n")
    }
  }
}
