import Foundation
import GeoSupport
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("Pages")
  struct Pages {
    private static func program(_ names: String...) -> String? {
      names.first { (path: String) in access(path, X_OK) == 0 }
    }

    private static let python = program("/usr/bin/python3", "/usr/local/bin/python3")
    private static let chromium = program("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
    private static let isLong = getenv("GEOCODE_LONG_TESTS") != nil
    private static let hasLeaflet = access("/usr/share/javascript/leaflet/leaflet.css", R_OK) == 0

    @Test(
      "Chromium shows maps, and what people do on them reaches their clients",
      .enabled(if: isLong, "a browser, and all it starts: set GEOCODE_LONG_TESTS=1"),
      .enabled(
        if: python != nil && chromium != nil && hasLeaflet, "python3, chromium or libjs-leaflet is not installed"))
    func pages() throws {
      let (village, town) = (try Village(), try HostileTown())
      let folder = TemporaryFolder()
      let places = town.names.indices.map { HostileTown.place($0) }.map { "\($0.latitude), \($0.longitude)" }
      try JSONEncoder().encode(zip(town.names, places).map { [$0, $1] }).write(
        to: URL(fileURLWithPath: folder.file("names.json")))
      let variables = [
        "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1", "GEOCODED": Program("geocoded").path,
        "STORE": village.path, "HOSTILE": town.store.path, "HOSTILE_NAMES": folder.file("names.json"),
        "CHROMIUM": try #require(Self.chromium), "SWIFT_BACKTRACE": "enable=no",
      ]
      let tests = SharedData.packageRoot + "/Tests/EndToEndTests/Pages"
      let outcome = try Program(path: #require(Self.python), environment: variables).run([
        "-W", "error", "-m", "unittest", "discover", "--start-directory", tests,
      ])
      #expect(outcome.status == 0 && outcome.errors.contains("OK"), "\(outcome.errors)")
    }
  }
}
