import Foundation
import GeoSupport
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("Vector tiles, read by another implementation")
  struct VectorTiles {
    /// A Python with the package `mapbox-vector-tile`; `MVT_PYTHON` may name one.
    private static let python: String? = {
      let named = ProcessInfo.processInfo.environment["MVT_PYTHON"].map { [$0] } ?? []
      return (named + ["/usr/bin/python3", "/usr/local/bin/python3"]).first { path in
        guard access(path, X_OK) == 0 else { return false }
        let program = Program(path: path, environment: ["PATH": "/usr/bin:/bin"])
        return (try? program.run(["-c", "import mapbox_vector_tile"]).status) == 0
      }
    }()

    @Test(
      "a village is in the tiles of the daemon as mapbox-vector-tile reads them",
      .enabled(
        if: python != nil,
        "needs Python's mapbox-vector-tile: pip install it into a venv and name its python in MVT_PYTHON"))
    func village() throws {
      let village = try Village()
      let folder = TemporaryFolder()
      let daemon = try village.serve(at: folder.file("s"), ["--http", "127.0.0.1:0"])
      let port = try daemon.httpPort()
      let corner = Village.corner.split(separator: " ")
      let script = """
        import gzip, json, math, urllib.request, mapbox_vector_tile
        latitude, longitude = \(corner[0]), \(corner[1])
        for z in range(17):
            n = 1 << z
            x = int((longitude + 180) / 360 * n)
            y = int((1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2 * n)
            request = urllib.request.Request(
                f"http://127.0.0.1:\(port)/tiles/{z}/{x}/{y}.mvt", headers={"Accept-Encoding": "gzip"})
            with urllib.request.urlopen(request) as response:
                data = response.read()
                if response.headers["Content-Encoding"] == "gzip":
                    data = gzip.decompress(data)
            tile = mapbox_vector_tile.decode(data)
            assert all(layer["version"] == 2 and layer["extent"] == 4096 for layer in tile.values())
            features = [f for layer in tile.values() for f in layer["features"]]
            assert all(f["geometry"]["type"] != "GeometryCollection" and f["geometry"]["coordinates"] for f in features)
            names = {f["properties"].get("name") for f in tile.get("road", {"features": []})["features"]}
            numbers = {f["properties"]["number"] for f in tile.get("house_number", {"features": []})["features"]}
            print(z, sorted(tile), "Lindenweg" in names, "7" in numbers)
        """
      let outcome = try Program(path: #require(Self.python), environment: ["PATH": "/usr/bin:/bin"])
        .run(["-W", "error", "-c", script])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.lines.count == 17 && outcome.lines.allSatisfy { $0.contains("'earth'") }, "\(outcome.output)")
      #expect(outcome.lines.last?.hasSuffix("True True") == true, "\(outcome.output)")
      daemon.send(SIGTERM)
      #expect(try daemon.end().status == 0)
    }
  }
}
