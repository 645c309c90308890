import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("Scripts") struct Scripts {
    @Test(
      "with wrong arguments name the right ones, wherever they are called from, and end with 64 before they do anything",
      arguments: [
        ("install.sh --prefix", "'--prefix' is wrong"), ("install.sh --prefix=", "--uninstall"),
        ("install.sh --bogus", "'--bogus' is wrong"), ("install.sh /usr", "--uninstall"),
        ("install.sh --static", "'--static' is wrong"),
        (".ci/check-arrows --bogus", "--self-test"), (".ci/check-products x", "'x' is wrong"),
        (".ci/count-tests", "an argument is missing"), (".ci/count-tests --bogus", "FILE..."),
        (".ci/fuzz --bogus", "SECONDS"), (".ci/fuzz 10 one", "'one' is wrong"), (".ci/long --bogus", "LEG..."),
        (".ci/long load lod", "'lod' is wrong"), (".ci/notebooks --bogus", "FOLDER"),
        (".ci/package --bogus", "--check"), (".ci/package a b", "FOLDER"),
        (".ci/packages --bogus", "--programs"), (".ci/python --bogus", "--frames"),
        (".ci/readme --bogus", ".ci/readme"),
        (".ci/run --bogus", ".ci/run"), ("Packaging/debian --bogus", "--output DIR"),
        ("Packaging/tarball --bogus", "--output DIR"), ("Packaging/tarball --built", "'--built' is wrong"),
        ("Packaging/checksums", "an argument is missing"), ("Packaging/checksums /none", "'/none' is wrong"),
        ("Packaging/checksums /tmp a b", "FOLDER KEY"), ("install.sh --built", "'--built' is wrong"),
        ("Packaging/debian --output", "'--output' is wrong"), ("Packaging/manual", "PROGRAM FOLDER"),
        ("Packaging/manual /none /tmp", "'/none' is wrong"), ("data/make --bogus", "[FOLDER]"),
        ("Examples/databases/test --bogus", "[STORE]"),
      ])
    func refused(line: String, words: String) throws {
      let outcome = try run(line)
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test(
      "tell what they do when they are asked for help",
      arguments: ["install.sh -h", ".ci/run --help", ".ci/long --help"])
    func help(line: String) throws {
      let outcome = try run(line)
      #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.count > 100, "\(outcome)")
    }

    @Test("a folder without packages is told before a root is made")
    func noPackages() throws {
      let outcome = try run(".ci/package /none")
      #expect(
        outcome.errors.contains("there are no packages in /none") || outcome.errors.contains("is missing: apt-get"))
    }

    @Test("on machines without apt, root, network, Swift or a home: what is to be done is said, and the rest goes on")
    func oddMachines() throws {
      let folder = TemporaryFolder()
      let packages = "bash '\(SharedData.packageRoot)/.ci/packages'"
      let install = "bash '\(SharedData.packageRoot)/install.sh'"
      /// Runs a command where only a few real programs and some fake ones exist.
      func run(_ line: String, _ programs: [String: String]) throws -> Outcome {
        for name in ["bash", "sed", "realpath", "dirname", "basename", "rm", "env"] {
          symlink("/usr/bin/\(name)", folder.file(name))
        }
        for (name, body) in programs {
          let path = try folder.write(name, Data("#!/bin/sh\n\(body)\n".utf8))
          chmod(path, 0o755)
        }
        defer { for name in programs.keys { unlink(folder.file(name)) } }
        return try Program(path: "/bin/bash", environment: ["PATH": folder.path]).run(["-c", line])
      }
      let bare = ["dpkg-query": "exit 1", "apt-get": "echo E: no network >&2; exit 100"]
      let other = try run(packages, [:])
      #expect(other.status == 0 && other.errors.contains("by its own means: libsqlite3-dev"), "\(other)")
      let user = try run(packages, bare.merging(["id": "echo 1000"]) { $1 })
      #expect(user.status == 1 && user.errors.contains("no sudo here. As root: apt-get install libsqlite3"), "\(user)")
      let offline = try run(packages, bare.merging(["id": "echo 0"]) { $1 })
      #expect(offline.status == 1 && offline.errors.contains("With a network, as root: apt-get"), "\(offline)")
      let half = "[ $1 = update ] && exit 100; exit 0"
      #expect(try run(packages, bare.merging(["id": "echo 0", "apt-get": half]) { $1 }).status == 0)
      let noSwift = try run("\(install) --prefix '\(folder.path)/a b'", [:])
      #expect(noSwift.status == 1 && noSwift.errors.contains("Swift is not on the path"), "\(noSwift)")
      #expect(try run(install, [:]).errors.contains("--prefix"), "there is no home")
      #expect(try run("\(install) --uninstall --prefix '\(folder.path)/a b'", [:]).status == 0)
    }

    /// Runs a script of the package from another folder, with words that need no quotes.
    private func run(_ line: String) throws -> Outcome {
      let shell = Program(
        path: "/bin/bash", environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"])
      return try shell.run(["-c", "cd / && exec bash '\(SharedData.packageRoot)'/\(line)"])
    }
  }
}
