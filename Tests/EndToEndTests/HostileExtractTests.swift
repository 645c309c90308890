import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  /// Extracts that demand too much of an import; the README beside them lists the expected result for each.
  @Suite("Hostile extracts") struct HostileExtracts {
    private let folder = TemporaryFolder()

    private static let names: [String] = {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: SharedData.path("hostile"))) ?? []
      return names.filter { $0.hasSuffix(".pbf") }.sorted()
    }()
    /// Those that are refused. The others are imported without their invalid parts.
    private static let refused = ["zlib_bomb", "zlib_declared"]
    /// Those that take more than a second without optimization.
    private static let costly: Set = [
      "100k_addresses_on_one_point", "100k_streets_through_one_point", "100k_tags_on_one_node", "1e6_empty_ways",
      "area_way_with_1e6_random_refs", "crash-import", "dense_10M_nodes_in_30_MB", "relations_nested_100k_deep",
      "string_table_30_MB_of_empty_strings", "way_with_1e6_refs_(same_node_pair)",
    ]
    private static var isLong: Bool { ProcessInfo.processInfo.environment["GEOCODE_LONG_TESTS"] != nil }
    private static var chosen: [String] {
      isLong ? names : names.filter { !costly.contains($0.replacingOccurrences(of: ".osm.pbf", with: "")) }
    }

    @Test(
      "end by themselves within bounds: a store, or a sentence that names the block; nothing else is left",
      .enabled(if: SharedData.isAvailable, "\(SharedData.missing)"), arguments: chosen)
    func files(name: String) throws {
      let path = SharedData.path("hostile/\(name)")
      let outcome = try Program().run(["import", path, "-o", folder.file("out.sqlite"), "--no-world", "--quiet"])
      if HostileExtracts.refused.contains(where: { name.hasPrefix($0) }) {
        #expect(outcome.status == 65 && folder.names.isEmpty)
        #expect(outcome.errors.hasPrefix("Error: \(path): at byte ") && outcome.lines.isEmpty)
        #expect(outcome.errors.split(separator: "\n").count == 1)
      } else {
        #expect(outcome.status == 0 && outcome.errors == "" && folder.names == ["out.sqlite"])
        #expect(try Program().run(["check", folder.file("out.sqlite")]).status == 0)
        let size = try FileManager.default.attributesOfItem(atPath: folder.file("out.sqlite"))[.size] as? Int
        #expect(try #require(size) < 64 << 20)
      }
      #expect(outcome.peakBytes < 400 << 20)
      // Only the optimized program must meet this, whatever else the machine does.
      if HostileExtracts.isLong { #expect(outcome.processorSeconds < 20) }
    }
  }
}
