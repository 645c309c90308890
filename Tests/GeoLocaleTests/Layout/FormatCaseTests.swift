import Foundation
import GeoTestKit
import Testing

@testable import GeoLocale

@Suite("Layouts beside OpenCage's") struct FormatCaseTests {
  private static let folder = SharedData.path("address-format-cases/testcases/countries")

  @Test(
    "addresses are laid out as in address-format-cases, but for those that are listed with a reason",
    .enabled(if: SharedData.isAvailable, "\(SharedData.missing)"))
  func countries() throws {
    var cases = 0
    var differing: [String: [String]] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: FormatCaseTests.folder) {
      // Cases without a street are results of a search, not addresses.
      for item in try FormatCase.read(FormatCaseTests.folder + "/" + file) where item.placemark.thoroughfare != nil {
        cases += 1
        let (ours, theirs) = (AddressLayout.lines(for: item.placemark), item.lines)
        guard ours != theirs else { continue }
        differing[item.country, default: []].append(
          "\(theirs.joined(separator: "|")) but ours is \(ours.joined(separator: "|"))")
      }
    }
    #expect(cases > 350)
    for country in Set(differing.keys).union(FormatDifference.all.keys) {
      let found = differing[country] ?? []
      #expect(found.count == FormatDifference.all[country]?.cases ?? 0, "\(country): \(found.joined(separator: "; "))")
    }
  }
}
