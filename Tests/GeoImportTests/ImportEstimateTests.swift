import Testing

@testable import GeoImport

@Suite("What an import is going to need")
struct ImportEstimateTests {
  private func estimate(
    _ bytes: Int, threads: Int = 2, world: Bool = true, isUpperBound: Bool = false,
    _ storage: WorkStorage = .automatic(memoryLimitBytes: 8 << 30),
    _ adjust: (inout ImportOptions) -> Void = { _ in }
  ) -> ImportEstimate {
    var options = ImportOptions(threads: threads, worldLayer: nil)
    options.storage = storage
    adjust(&options)
    return ImportEstimate(extractBytes: bytes, hasWorldLayer: world, isUpperBound: isUpperBound, options)
  }

  @Test("is told in the order that a person asks for it")
  func text() {
    #expect(
      estimate(26_700_000).text == "26.7 MB to import: about 5 s, 286 MB of memory, a store of 72.6 MB")
    #expect(
      estimate(4_400_000_000).text
        == "4.4 GB to import: about 9 min, 90.0 MB of memory, 35.6 GB of working files, a store of 7.4 GB")
    #expect(estimate(90_000_000_000).text.contains("about 3 h"))
  }

  @Test("grows with the extract, and less is needed for less")
  func growth() {
    let (small, large) = (estimate(1_000_000, .memory), estimate(1_000_000_000, .memory))
    #expect(small.seconds < large.seconds && small.memoryBytes < large.memoryBytes)
    #expect(small.workBytes == 0 && large.workBytes == 0)
    #expect(estimate(1_000_000_000, threads: 8).seconds < large.seconds)
    #expect(estimate(1_000_000_000, .files).memoryBytes < large.memoryBytes)
    #expect(estimate(1_000_000_000, world: false, .memory).storeBytes == large.storeBytes - 28_000_000)
    let lean = estimate(1_000_000_000, .memory) { ($0.includesMap, $0.includesObjects) = (false, false) }
    #expect(lean.storeBytes < large.storeBytes * 2 / 3)
  }

  @Test("a disk that is too small for certain, one that may be, and one that is not")
  func disks() {
    let estimate = estimate(1_000_000_000, .files)
    func lack(_ room: [String: Int64], sameDisk: Bool) -> ImportEstimate.Lack? {
      estimate.lack(storeFolder: "/out", workFolder: "/work", room: { room[$0] }, isSameDisk: { _, _ in sameDisk })
    }
    let (store, work) = (Int64(estimate.storeBytes), Int64(estimate.workBytes))
    #expect(lack(["/out": store, "/work": work], sameDisk: false) == nil)
    #expect(lack(["/out": store + work], sameDisk: true) == nil)
    #expect(lack([:], sameDisk: false) == nil)
    guard case .possible(let warning) = lack(["/out": store + work - 1], sameDisk: true) else {
      Issue.record("one byte is lacking")
      return
    }
    #expect(
      warning.hasPrefix("the store and its working files will take about 10.0 GB, and 10.0 GB are free in /out: "))
    guard case .certain(let sentence) = lack(["/out": store, "/work": 3_999_999_999], sameDisk: false) else {
      Issue.record("half is lacking")
      return
    }
    #expect(sentence.hasPrefix("working files will take about 8.4 GB, and 4.0 GB are free in /work: "))
    #expect(sentence.contains("--work-folder"))
  }

  @Test("what little a small import may need in files, and what may be left out of an extract, ends nothing")
  func unsure() {
    func lack(_ estimate: ImportEstimate, _ free: Int64) -> ImportEstimate.Lack? {
      estimate.lack(storeFolder: "/out", workFolder: "/out", room: { _ in free }, isSameDisk: { _, _ in true })
    }
    let small = estimate(1_000_000, world: false, .files)
    guard case .possible = lack(small, 20_000_000) else {
      Issue.record("working files of a small extract are holes for the most part")
      return
    }
    guard case .certain = lack(small, 1_000_000) else {
      Issue.record("the store alone takes more")
      return
    }
    guard case .possible = lack(estimate(1_000_000_000, isUpperBound: true, .files), 1_000_000) else {
      Issue.record("a region may be a village")
      return
    }
  }

  @Test("a store without working files needs one disk alone, and other advice")
  func memoryAlone() {
    let estimate = estimate(1_000_000_000, .memory)
    let lack = estimate.lack(
      storeFolder: "/out", workFolder: "/work", room: { $0 == "/out" ? 1_000_000 : 0 }, isSameDisk: { _, _ in true })
    guard case .certain(let sentence) = lack else {
      Issue.record("a megabyte is not enough")
      return
    }
    #expect(sentence.hasPrefix("the store will take about 1.7 GB, and 1.0 MB are free in /out: "))
    #expect(sentence.contains("--output") && !sentence.contains("--work-folder"))
  }
}
