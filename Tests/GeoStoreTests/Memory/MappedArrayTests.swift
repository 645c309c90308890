import Foundation
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Arrays on the heap and in mapped files behave alike")
struct MappedArrayTests {
  private let folder = TemporaryFolder()

  /// The heap, and a workspace that puts even the smallest array into a file.
  private func places() throws -> [Workspace?] { [nil, try Workspace(folder: folder.path, fileThresholdBytes: 1)] }

  @Test("what is done to one is done to an ordinary array", arguments: [0, 1])
  func operations(place: Int) throws {
    var generator = SeededGenerator(seed: UInt64(place))
    var mapped = MappedArray<Int32>(in: try places()[place])
    var plain: [Int32] = []
    for _ in 0..<20_000 {
      let value = Int32.random(in: .min ... .max, using: &generator)
      switch Int.random(in: 0..<100, using: &generator) {
      case 0..<60:
        mapped.append(value)
        plain.append(value)
      case 60..<90:
        guard let position = plain.indices.randomElement(using: &generator) else { continue }
        mapped[position] = value
        plain[position] = value
      case 90..<97:
        let several = (0..<Int32(value & 63)).map { $0 ^ value }
        mapped.append(contentsOf: several)
        plain.append(contentsOf: several)
      case 97..<99:
        let count = min(plain.count, Int(value & 31))
        mapped.removeLast(count)
        plain.removeLast(count)
      default: mapped.shrinkToFit()
      }
    }
    #expect(mapped.count == plain.count && mapped.elementsEqual(plain))
    mapped.removeAll()
    #expect(mapped.isEmpty && mapped.first == nil)
  }

  @Test("a copy keeps its elements when the original changes, and the other way round", arguments: [0, 1])
  func copies(place: Int) throws {
    var first = MappedArray(0..<1_000, in: try places()[place])
    var second = first
    first[0] = -1
    first.append(1_000)
    second.append(-2)
    #expect(first.count == 1_001 && first[0] == -1 && first[1_000] == 1_000)
    #expect(second.count == 1_001 && second[0] == 0 && second[1_000] == -2)
    let third = second
    second.removeLast(1)
    second.append(7)
    #expect(third[1_000] == -2 && second[1_000] == 7)
  }

  @Test("arrays packed into an arena read like the originals and are copied when they change", arguments: [0, 1])
  func arena(place: Int) throws {
    let arena = MappedArena(in: try places()[place])
    let originals = (0..<200).map { size in MappedArray((0..<size * 50).lazy.map { UInt16($0 & 0xFFF) }) }
    var packed = originals.map { arena.packed($0) }
    #expect(packed == originals)
    packed[5].append(9)
    packed[6][0] = 77
    packed[7].removeLast(1)
    packed[8].removeAll()
    #expect(packed[5].last == 9 && packed[5].dropLast().elementsEqual(originals[5]))
    #expect(packed[6][0] == 77 && packed[7].elementsEqual(originals[7].dropLast()) && packed[8].isEmpty)
    #expect(packed[9...] == originals[9...])
  }

  @Test("working files have no names and give their room back")
  func files() throws {
    let workspace = try Workspace(folder: folder.path, fileThresholdBytes: 1)
    var array = MappedArray<Int>(in: workspace)
    for number in 0..<100_000 { array.append(number) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    #expect(workspace.peakBytes >= 800_000 && workspace.failure == nil)
    let peak = workspace.peakBytes
    array = MappedArray()
    for number in 0..<1_000 { array.append(number) }
    let other = MappedArray(repeating: 1, count: 10_000, in: workspace)
    #expect(other.count == 10_000 && workspace.peakBytes == peak)
  }

  @Test("a folder that cannot be used is named")
  func missingFolder() throws {
    let error = #expect(throws: StoreError.self) { try Workspace(folder: "/no/such/folder") }
    #expect(error?.code == .unwritable)
    #expect(error?.message.contains("/no/such/folder") == true && error?.message.contains("create it first") == true)
  }

  @Test("an array whose folder has no more room goes on in memory, and the failure is told")
  func noRoom() throws {
    let workspace = try Workspace(folder: folder.path, fileThresholdBytes: 1)
    var array = MappedArray(0..<5_000, in: workspace)
    workspace.note("a working file cannot grow", 28)
    array.append(contentsOf: 5_000..<500_000)
    #expect(array.elementsEqual(0..<500_000))
    #expect(workspace.failure?.code == .unwritable && workspace.failure?.message.contains("disk is full") == true)
  }
}
