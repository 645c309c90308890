import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("A wrong command line") struct Usage {
    @Test(
      "is refused with 64, one sentence that names the word, and nothing on standard output",
      arguments: [
        ("", "a coordinate is needed: latitude and longitude in degrees"),
        ("37.77", "one number is missing: a coordinate is a latitude and a longitude"),
        ("1 2 3", "a coordinate is two numbers, not 3"),
        ("37.77 west", "'west' is not a number"),
        ("nan 5", "'nan' is not a number"),
        ("1e400 5", "latitude inf is not a finite number"),
        (
          "-122.41 37.77",
          "latitude -122.41 is out of range (-90 to 90); latitude comes first: are the two numbers swapped?"
        ),
        ("0 181", "longitude 181.0 is out of range (-180 to 180)"),
        ("37.77 -122.41 --fromat json", "unknown option '--fromat'\nDid you mean '--format'?"),
        ("--detial=city 37.77 -122.41", "unknown option '--detial'\nDid you mean '--detail'?"),
        ("37.77 -122.41 -x", "unknown option '-x'"),
        ("--lat=37.77 --lon=-122.41", "unknown option '--lat'\nThe two numbers need no options: "),
        ("check", "Missing expected argument '<store>'\nUsage: geocode check <store>"),
        (
          "--database a.sqlite info",
          "the command comes first, before its options: geocode info --database a.sqlite\n"
        ),
        ("-q import a.pbf", "the command comes first, before its options: geocode import -q a.pbf\n"),
        ("-q help csv", "the command comes first, before its options: geocode help csv\n"),
        ("-f csv csv a.csv", "the command comes first, before its options: geocode csv -f csv a.csv\n"),
        ("ifno", "unknown command 'ifno'\nDid you mean 'info'?"),
        ("improt a.osm.pbf -o b.sqlite", "unknown command 'improt'\nDid you mean 'import'?"),
        ("somewhere", "unknown command 'somewhere'\nCommands: "),
        (
          "Vaduz",
          "unknown command 'Vaduz'\nCommands: import, update, csv, track, near, map, watch, info, check, prepare, help\nA place is given by its coordinate: "
        ),
        ("help ifno", "unknown command or topic 'ifno'\nDid you mean 'info'?"),
        ("--format xml 1 2", "The value 'xml' is invalid for '--format <format>'."),
        ("--limit 0 1 2", "'--limit' must be a whole number from 1 to 100"),
        ("--limit many 1 2", "'--limit' must be a whole number from 1 to 100"),
        ("--max-distance=-5 1 2", "'--max-distance' must be a number from 0 to 20100000"),
        ("--max-distance -5 1 2", "'--max-distance' must be a number from 0 to 20100000"),
        ("1 2 --limit -3", "'--limit' must be a whole number from 1 to 100"),
        ("--max-distance nan 1 2", "'--max-distance' must be a number from 0 to 20100000"),
        ("--language d 1 2", "'--language': “d” is not a language: give BCP 47 tags such as de, pt-BR or zh-Hant"),
        ("--language deu%tsch 1 2", "'--language': “deu%tsch” is not a language"),
        ("watch --accuracy=-1", "'--accuracy' must be a number from 0 to 100000"),
        ("--detail planet 1 2", "'--detail' must be one of country, state, county, city, suburb, street, address"),
        ("--worldview XX 1 2", "'--worldview' must be the two letters of a country, such as IN"),
        ("csv --worldview EU a.csv", "'--worldview' must be the two letters of a country, such as IN"),
        ("--max-distance 3e7 1 2", "'--max-distance' must be a number from 0 to 20100000"),
        ("csv --language en,d a.csv", "'--language': “d” is not a language"),
        ("--overlay 1 2", "--overlay is a shape and needs --format json or --format geojson"),
        ("--explain --format line 1 2", "--areas and --explain need --format text, json or geojson"),
        ("--database a --socket b 1 2", "--database and --socket exclude each other"),
        ("--no-daemon --socket b 1 2", "--no-daemon and --socket exclude each other"),
        ("info --foo", "Unknown option '--foo'"),
        (
          "1201 Bryant Street, San Francisco",
          "'1201 Bryant Street, San Francisco' is not a coordinate\ngeocode goes from coordinates to addresses."
        ),
        ("https://maps.app.goo.gl/abc", "the link 'https://maps.app.goo.gl/abc' names no coordinate"),
        ("QHFJ+X6 San Francisco", "the plus code 'QHFJ+X6 San Francisco' lacks its beginning"),
        ("Brandenburger Tor", "'Brandenburger Tor' is not a coordinate\n"),
      ])
    func refused(line: String, sentence: String) throws {
      let outcome = try Program().run(line)
      #expect(outcome.status == 64)
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("Error: " + sentence))
    }

    @Test("a file in place of a coordinate, and several where one is read, name the command that takes it")
    func files() throws {
      let folder = TemporaryFolder()
      let cases = [
        ("places.csv", "is a file, not a coordinate\n'geocode csv "), ("photos", "is a folder, not a coordinate\n"),
        ("a.osm.pbf", "is a file, not a coordinate\n'geocode import "),
        ("a.sqlite", "is a file, not a coordinate\n'geocode --database "),
      ]
      for (name, sentence) in cases {
        let path = folder.file(name)
        if name == "photos" { mkdir(path, 0o755) } else { _ = try folder.write(name, Data()) }
        let outcome = try Program().run([path])
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("Error: '\(path)' \(sentence)"))
      }
      let several = try Program().run(["csv"] + (0..<300).map { "IMG_\($0).jpg" })
      #expect(several.status == 64)
      #expect(several.errors.hasPrefix("Error: one file at a time, and 300 are given; "))
      #expect(several.errors.count < 500)
    }

    @Test("an empty name, as of a variable that is not set, is refused", arguments: ["--database", "--socket"])
    func emptyName(option: String) throws {
      for command in [[option, "", "1", "2"], ["csv", option, ""]] {
        let outcome = try Program().run(command)
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("Error: \(option) '': give "))
      }
    }
  }
}
