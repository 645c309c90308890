import Foundation
import GeoSupport
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("The Python client")
  struct PythonClient {
    @Test(
      "passes its own tests, those against a real daemon too",
      .enabled(if: Program.python != nil, "there is no python3 on this machine"))
    func ownTests() throws {
      let village = try Village()
      let folder = TemporaryFolder()
      let socket = folder.file("s")
      let daemon = try village.serve(at: socket)
      let client = SharedData.packageRoot + "/Clients/python"
      let variables = [
        "PATH": "/usr/bin:/bin", "PYTHONPATH": client + "/src", "PYTHONDONTWRITEBYTECODE": "1",
        "GEOCODED_SOCKET": socket,
        "GEOCODED_POINT": Village.corner,
      ]
      let arguments = [
        "-W", "error", "-m", "unittest", "discover", "--verbose", "--start-directory", client,
        "--top-level-directory", client,
      ]
      let outcome = try Program(path: #require(Program.python), environment: variables).run(arguments)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("\nOK"), "\(outcome.errors)")
      // Maps in notebooks need a package of PyPI; .ci/notebooks tests them with it.
      let skipped = outcome.errors.split(separator: "\n").filter { $0.contains("... skipped") }
      #expect(skipped.allSatisfy { $0.contains("anywidget is not installed") }, "\(outcome.errors)")
      daemon.send(SIGTERM)
      #expect(try daemon.end().status == 0)
    }
  }
}
