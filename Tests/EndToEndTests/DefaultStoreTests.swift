import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("The default data") struct Default {
    @Test("is prepared once, with progress on standard error, and the path on standard output")
    func prepared() throws {
      let outcome = try DefaultCache.preparation.get()
      #expect(outcome.status == 0)
      #expect(outcome.lines.count == 1)
      #expect(outcome.errors.hasPrefix("Preparing the default store, once: \(try DefaultCache.store())\n"))
      #expect(outcome.errors.contains("\nImporting: "))
      let again = try DefaultCache.program().run("prepare")
      #expect(again.errors == "")
      #expect(again.output == outcome.output)
    }

    @Test("answers for the corner of San Francisco with street, city, county, state and country")
    func sanFrancisco() throws {
      let output = try DefaultCache.program().run("--format json 37.77 -122.41").output
      let object = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
      let address = try #require(object["address"] as? [String: Any])
      #expect(address["city"] as? String == "San Francisco")
      #expect(address["county"] as? String == "San Francisco County")
      #expect(address["state"] as? String == "California")
      #expect(address["stateCode"] as? String == "US-CA")
      #expect(address["postalCode"] as? String == "94103")
      #expect(address["country"] as? String == "United States")
      #expect(["Bryant Street", "10th Street"].contains(address["street"] as? String))
    }

    @Test("answers for the very point of a house with its number")
    func house() throws {
      let outcome = try DefaultCache.program().run("37.770947 -122.4100773")
      #expect(outcome.output == "465 10th Street\nSan Francisco, CA 94103\nUnited States\n")
    }

    @Test(
      "answers coarsely in the rest of the world",
      arguments: [
        ("48.8584 2.2945", "FR"), ("-33.8568 151.2153", "AU"), ("35.6895 139.6917", "JP"), ("-22.9519 -43.2105", "BR"),
        ("-17.8 177.5", "FJ"), ("-16.8 -179.95", "FJ"), ("71.2 25.8", "NO"), ("-77.85 166.67", "AQ"),
        ("41.9029 12.4534", "VA"),
        ("-29.6 28.2", "LS"), ("64.15 -21.94", "IS"), ("66.0 180.0", "RU"), ("66.0 -180.0", "RU"),
      ])
    func world(coordinate: String, country: String) throws {
      let output = try DefaultCache.program().run("--format json \(coordinate)").output
      #expect(output.contains("\"countryCode\":\"\(country)\""), "\(coordinate)")
      #expect(!output.contains("\"source\""), "our own layer has no OpenStreetMap ids")
      #expect(output.contains("\"coarseFields\""))
    }

    @Test(
      "names the sea far from land, and no country",
      arguments: [
        ("0 -30", "Atlantic Ocean"), ("20 -30", "Atlantic Ocean"), ("-50 -120", "Pacific Ocean"),
        ("80 -140", "Arctic Ocean"), ("89 1", "Arctic Ocean"), ("90 0", "Arctic Ocean"), ("0 180", "Pacific Ocean"),
        ("0 -180", "Pacific Ocean"),
      ])
    func sea(coordinate: String, name: String) throws {
      let outcome = try DefaultCache.program().run("--format json \(coordinate)")
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("\"ocean\":\"\(name)\"") && outcome.output.contains("\"match\":\"water\""))
      #expect(!outcome.output.contains("countryCode"))
    }

    @Test(
      "says the country of islets that the seas of the sources cover, not the sea",
      arguments: [
        ("49.431 -2.36", "GG"), ("-37.0675 -12.311", "SH"), ("-21.93 -157.92", "CK"), ("39.67 -31.11", "PT"),
        ("33.07 -16.35", "PT"), ("-5.83 110.43", "ID"), ("20.7 116.72", "TW"), ("26.16 119.94", "TW"),
        ("25.67 52.41", "QA"), ("26.30 88.942", "BD"), ("26.32 89.45", "IN"),
      ])
    func islets(coordinate: String, country: String) throws {
      let output = try DefaultCache.program().run("--format json \(coordinate)").output
      #expect(output.contains("\"countryCode\":\"\(country)\""), "\(coordinate): \(output)")
      let isFarOut = ["TW", "QA"].contains(country)
      #expect(isFarOut || !output.contains("\"ocean\""), "\(coordinate): \(output)")
    }

    @Test("knows no country where all meridians meet, and both ends of one are one", arguments: ["90", "0"])
    func endsOfTheWorld(latitude: String) throws {
      let east = try DefaultCache.program().run("--format json --detail country \(latitude) 180").output
      let west = try DefaultCache.program().run("--format json --detail country \(latitude) -180").output
      #expect(!east.contains("countryCode"))
      #expect(east.replacing("180", with: "") == west.replacing("-180", with: ""))
    }

    @Test("helps readers of the locale's language with names in another script, unless told otherwise")
    func userLanguage() throws {
      func line(_ options: String, _ variables: [String: String]) throws -> String {
        var program = try DefaultCache.program()
        program.environment.merge(variables) { $1 }
        return try program.run("--format line \(options)").output
      }
      let cairo = "30.0444 31.2357"
      #expect(try line(cairo, ["LANG": "de_DE.UTF-8"]).contains("Kairo"))
      #expect(try line(cairo, ["LANG": "de_DE.UTF-8"]).hasSuffix("Ägypten\n"))
      #expect(try line(cairo, ["LANG": "de_DE.UTF-8", "GEOCODE_LANGUAGE": "fr"]).hasSuffix("Égypte\n"))
      #expect(try line("-l native \(cairo)", ["LANG": "de_DE.UTF-8"]).contains("القاهرة"))
      for list in ["native", "NATIVE", "native;q=0.5"] {
        #expect(try line("--script latin -l \(list) \(cairo)", [:]).hasSuffix("Masr\n"), "\(list)")
      }
      #expect(try line("--script latin -l native+en \(cairo)", [:]).hasSuffix("Masr (Egypt)\n"))
      #expect(try line("--script latin \(cairo)", ["LANG": "de_DE.UTF-8"]).hasSuffix("Ägypten\n"))
      #expect(try line("-l zh-Hans 39.9042 116.4074", [:]).contains("北京"))
      #expect(try line("48.1372 11.5755", ["LANG": "en_US.UTF-8"]).contains("München"))
      #expect(try line("46.948 7.4474", ["LANG": "it_CH.UTF-8"]).hasSuffix("Svizzera\n"))
      #expect(try !line("46.948 7.4474", [:]).contains("/"))
    }

    @Test(
      "says the country of disputed areas as a country sees it, without the code of another country's state",
      arguments: [
        ("44.95 34.1", "UA", ["RU": "RU", "UA": "UA", "DE": "UA"]), ("44.6 33.52", "UA", ["RU": "RU"]),
        ("48 37.8", "UA", ["RU": "RU"]), ("42.66 21.16", "XK", ["RS": "RS", "CN": "RS", "RU": "RS", "DE": "XK"]),
        ("25.04 121.56", "TW", ["CN": "CN", "JP": "TW"]), ("27.15 -13.2", "EH", ["MA": "MA", "DZ": "EH"]),
        ("-51.69 -57.86", "FK", ["AR": "AR", "GB": "FK"]), ("34.08 74.8", "IN", ["PK": "PK", "IN": "IN"]),
        ("34.16 77.58", "IN", ["PK": "PK"]), ("34.37 73.47", "PK", ["IN": "IN", "PK": "PK"]),
        ("35.92 74.31", "PK", ["IN": "IN"]), ("27.09 93.61", "IN", ["CN": "CN", "PK": "IN"]),
        ("6 -59.5", "GY", ["VE": "VE"]), ("6.8 -58.16", "GY", ["VE": "GY"]), ("-7.3 72.4", "IO", ["MU": "MU"]),
        ("-12.78 45.23", "YT", ["KM": "KM"]), ("48.8584 2.2945", "FR", ["DE": "FR", "CN": "FR"]),
      ] as [(String, String, [String: String])])
    func worldviews(coordinate: String, country: String, views: [String: String]) throws {
      let usual = try DefaultCache.program().run("--format json \(coordinate)").output
      #expect(usual.contains("\"countryCode\":\"\(country)\""), "\(coordinate)")
      for (view, seen) in views {
        let output = try DefaultCache.program().run("--format json --worldview \(view) \(coordinate)").output
        #expect(output.contains("\"countryCode\":\"\(seen)\""), "\(coordinate) for \(view)")
        if seen == country {
          #expect(output == usual, "\(coordinate) for \(view)")
        } else {
          #expect(!output.contains("stateCode"), "\(coordinate) for \(view)")
        }
      }
    }

    @Test("says the country of disputed areas in lines and tables, too")
    func worldviewFormats() throws {
      let program = try DefaultCache.program()
      #expect(try program.run("--format line --worldview ru 44.95 34.1").output.hasSuffix("Russia\n"))
      let words = "csv - --columns state_code,country_code --no-status --quiet"
      let rows = "lat,lon\n35.92,74.31\n"
      #expect(try program.run(words, input: rows).output == "lat,lon,state_code,country_code\n35.92,74.31,PK-GB,PK\n")
      let seen = try program.run(words + " --worldview IN", input: rows).output
      #expect(seen == "lat,lon,state_code,country_code\n35.92,74.31,,IN\n")
    }

    @Test("says which variable is wrong")
    func wrongVariable() throws {
      var program = try DefaultCache.program()
      program.environment["GEOCODE_LANGUAGE"] = "deu%tsch"
      let outcome = try program.run("1 2")
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("the variable GEOCODE_LANGUAGE: “deu%tsch” is not a language"))
    }

    /// The program with small default data and an empty cache.
    private static func fresh(_ folder: TemporaryFolder) throws -> Program {
      Program("geocode", ["XDG_CACHE_HOME": folder.path, "GEOCODE_DATA": try DefaultCache.smallData(in: folder)])
    }

    @Test("is prepared for a map that is drawn, and not where its options are wrong")
    func map() throws {
      let folder = TemporaryFolder()
      let program = try Self.fresh(folder)
      let point = ["map", "37.77", "-122.41", "-o", folder.file("a.png")]
      let wrong = try program.run(point + ["--scale", "9"])
      #expect(wrong.status == 64 && !wrong.errors.contains("Preparing"), "\(wrong.errors)")
      #expect(try program.run(["map", "37.77", "-122.41"]).errors.hasPrefix("Error: where should the picture go?"))
      let drawn = try program.run(point)
      #expect(drawn.status == 0 && drawn.errors.contains("Preparing the default store"), "\(drawn.errors)")
      #expect(try program.run(point + ["--quiet"]).errors == "")
    }

    @Test("where it cannot be kept, a map and a daemon say so once, with the same number as geocode")
    func unkept() throws {
      let folder = TemporaryFolder()
      var program = try Self.fresh(folder)
      try Data().write(to: URL(fileURLWithPath: folder.file("file")))
      program.environment["XDG_CACHE_HOME"] = folder.file("file")
      let own = try program.run("37.77 -122.41")
      #expect(own.status == 73 && own.errors.contains("set XDG_CACHE_HOME"), "\(own.errors)")
      let drawn = try program.run(["map", "37.77", "-122.41", "-o", folder.file("a.png")])
      #expect(drawn.status == own.status && drawn.errors == own.errors, "\(drawn.errors)")
      let served = try Program("geocoded", program.environment).run(["--socket", folder.file("s")])
      #expect(served.status == own.status && served.errors == own.errors, "\(served.errors)")
    }

    @Test("is made anew when the store in the cache is damaged")
    func damaged() throws {
      let folder = TemporaryFolder()
      let program = try Self.fresh(folder)
      let path = try program.run("prepare --quiet").lines[0]
      try Data("not a store".utf8).write(to: URL(fileURLWithPath: path))
      let outcome = try program.run(StreetExtract.point)
      #expect(outcome.output.contains("10th Street"))
      #expect(outcome.errors.contains("Preparing the default store"))
      #expect(try program.run(["info", "--database", path]).status == 0)
    }

    @Test("is made anew when the data changes")
    func changed() throws {
      let folder = TemporaryFolder()
      let program = try Self.fresh(folder)
      let path = try program.run("prepare --quiet").output
      #expect(try program.run("prepare --quiet").output == path)
      try FileManager.default.removeItem(atPath: folder.file("data/town.osm.pbf"))
      _ = try folder.write("data/city.osm.pbf", StreetExtract("Market Street", ids: 3).data)
      #expect(try program.run("prepare --quiet").output != path)
    }

    @Test("is not made anew when its folder is moved, and answers on when the folder has gone")
    func moved() throws {
      let folder = TemporaryFolder()
      var program = try Self.fresh(folder)
      let path = try program.run("prepare --quiet").output
      try FileManager.default.moveItem(atPath: folder.file("data"), toPath: folder.file("moved"))
      let gone = try program.run(StreetExtract.point)
      #expect(gone.status == 0)
      #expect(gone.output.contains("10th Street"))
      #expect(gone.errors.contains("the default map data is missing"))
      #expect(gone.errors.contains("which was prepared earlier"))
      program.environment["GEOCODE_DATA"] = folder.file("moved")
      #expect(try program.run("prepare --quiet").output == path)
    }

    @Test("is prepared by one of several processes, and all of them answer")
    func together() throws {
      let folder = TemporaryFolder()
      let program = try Self.fresh(folder)
      let running = try (0..<4).map { _ in try program.start(StreetExtract.point) }
      let outcomes = try running.map { try $0.end() }
      #expect(outcomes.allSatisfy { $0.status == 0 && $0.output.contains("10th Street") })
      #expect(outcomes.count { $0.errors.contains("Preparing") } == 1)
      #expect(try TemporaryFolder.names(in: folder.file("geocode")).count { $0.hasSuffix(".sqlite") } == 1)
    }

    @Test("that is missing is an error which tells where it was looked for")
    func missing() throws {
      let folder = TemporaryFolder()
      let outcome = try Program("geocode", ["GEOCODE_DATA": folder.path, "HOME": folder.path]).run("1 2")
      #expect(outcome.status == 66)
      #expect(outcome.errors.contains("looked for world.osm.pbf in \(folder.path)"))
    }

    @Test("cannot be kept where a file is in the way, which says what to do")
    func fileInTheWay() throws {
      let folder = TemporaryFolder()
      let path = try folder.write("file", Data())
      let outcome = try Program("geocode", ["XDG_CACHE_HOME": path]).run("1 2")
      #expect(outcome.status == 73)
      #expect(outcome.errors.contains("set XDG_CACHE_HOME to a folder you can write to"))
    }

    @Test("goes below the temporary folder when there is no home")
    func noHome() throws {
      let folder = TemporaryFolder()
      let data = try DefaultCache.smallData(in: folder)
      let outcome = try Program("geocode", ["TMPDIR": folder.path, "GEOCODE_DATA": data]).run("prepare --quiet")
      #expect(outcome.status == 0)
      #expect(outcome.output.hasPrefix(folder.path + "/geocode-cache-"))
    }
  }
}
