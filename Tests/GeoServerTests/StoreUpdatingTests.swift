import Foundation
import GeoSupport
import GeoTestKit
import ServiceLifecycle
import Testing

@testable import GeoServer

/// A daemon that updates its store, with scripts in place of the program.
@Suite(.serialized) struct StoreUpdatingTests {
  private let folder = TemporaryFolder()

  /// Runs a server with updates by a script, and a test beside it.
  private func updating(
    by script: String, every interval: Duration, _ body: @escaping @Sendable (StoreCondition) async throws -> Void
  ) async throws {
    let program = folder.file("geocode-update")
    try ("#!/bin/sh\ncd '\(folder.path)'\n" + script).write(toFile: program, atomically: true, encoding: .utf8)
    chmod(program, 0o700)
    let server = try GeocodeServer(
      options: ServerOptions(), source: SampleWorld(), socket: try ListeningSocket(path: folder.file("s")),
      logger: quietLogger)
    let command = StoreUpdating.Command(
      program: program, words: ["places.sqlite", "--quiet", "--until-input-ends"], mayHaveMore: true,
      endsWithInput: true)
    let updating = StoreUpdating(interval: interval, server: server, logger: quietLogger) { _ in command }
    let group = ServiceGroup(
      configuration: .init(
        services: [
          .init(service: server, successTerminationBehavior: .gracefullyShutdownGroup),
          .init(service: updating, successTerminationBehavior: .ignore),
        ], logger: quietLogger))
    try await running([group.run]) {
      try await body(server.state.condition)
      await group.triggerGracefulShutdown()
    }
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOfFile: folder.file(name), encoding: .utf8)) ?? ""
  }

  @Test("one run follows the other, at once where there is more to come")
  func runs() async throws {
    // The first two runs report that there is more; then nothing happens for an hour.
    let script = "echo \"$*\" >>runs; [ $(wc -l <runs) -gt 2 ] || exit 1\n"
    try await updating(by: script, every: .seconds(3600)) { condition in
      try await onThread { try eventually("three updates") { condition.updates.successes == 3 } }
      #expect(condition.updates.failures == 0)
    }
    let lines = text("runs").split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0 == "places.sqlite --quiet --until-input-ends" }, "\(lines)")
  }

  @Test("failures are counted, and it is tried again")
  func failures() async throws {
    let script = "echo x >>runs; [ $(wc -l <runs) -gt 2 ] && exit 0; echo 'Error: nobody answers' >&2; exit 69\n"
    try await updating(by: script, every: .milliseconds(10)) { condition in
      try await onThread { try eventually("an update") { condition.updates.successes > 0 } }
      #expect(condition.updates.failures == 2)
    }
  }

  @Test("a program that is not there is a failure")
  func noProgram() async throws {
    try await updating(by: "rm geocode-update; exit 70", every: .milliseconds(10)) { condition in
      try await onThread { try eventually("failures") { condition.updates.failures > 1 } }
    }
  }

  @Test("it ends with the server")
  func ends() async throws {
    // Reads until the server closes the other end.
    try await updating(by: "echo x >begun; cat; echo x >ended; exit 143", every: .seconds(3600)) { condition in
      try await onThread { [folder] in
        try eventually("an update under way") { access(folder.file("begun"), F_OK) == 0 }
      }
    }
    #expect(text("ended") == "x\n")
  }
}
