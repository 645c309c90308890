import GeoWire
import Testing

@testable import GeoServer

@Suite struct ReplyTreeTests {
  private static let batch = ReplyTree.Frame(opening: Array("{".utf8), closing: Array("}\n".utf8))

  private func text(_ tree: ReplyTree) -> String { String(decoding: tree.output, as: UTF8.self) }

  @Test("a short reply holds nobody up: it is sent when it is complete")
  func short() {
    var tree = ReplyTree(partLength: 100)
    tree.begin(1, in: 0, Self.batch)
    tree.append("a".utf8.map { $0 }, to: 1)
    tree.appendLine { $0 += Array("line\n".utf8) }
    #expect(text(tree) == "line\n")
    #expect(tree.keptBytes == 1)
    tree.append("b".utf8.map { $0 }, to: 1)
    tree.end(1)
    #expect(text(tree) == "line\n{a,b}\n")
    #expect(tree.keptBytes == 0)
  }

  @Test("many lines at once are output as they are, and wait for the end of a line that has begun")
  func lines() {
    var tree = ReplyTree(partLength: 1)
    tree.appendLines(Array("a\nb\n".utf8))
    tree.appendLines(Array("c\n".utf8))
    #expect(text(tree) == "a\nb\nc\n")
    tree.removeOutput()
    tree.begin(1, in: 0, Self.batch)
    tree.append([0x61], to: 1)
    tree.appendLines(Array("d\ne\n".utf8))
    #expect(text(tree) == "{a")
    #expect(tree.keptBytes == 4)
    tree.end(1)
    #expect(text(tree) == "{a}\nd\ne\n")
    #expect(tree.keptBytes == 0)
  }

  @Test("a long reply begins before it is complete, and lines wait for its end")
  func long() {
    var tree = ReplyTree(partLength: 2)
    tree.begin(1, in: 0, Self.batch)
    tree.begin(2, in: 0, Self.batch)
    tree.append([0x61, 0x61], to: 1)
    tree.append([0x62, 0x62], to: 2)
    tree.appendLine { $0 += Array("line\n".utf8) }
    #expect(text(tree) == "{aa")
    tree.removeOutput()
    tree.append([0x63], to: 1)
    tree.end(2)
    #expect(text(tree) == ",c")
    tree.end(1)
    #expect(text(tree) == ",c}\nline\n{bb}\n")
    #expect(tree.keptBytes == 0)
  }

  @Test("batches within an array keep together, and an array of nothing says nothing")
  func nested() {
    var tree = ReplyTree(partLength: 2)
    tree.begin(1, in: 0, .array)
    tree.begin(2, in: 1, ReplyTree.Frame(opening: Array("<".utf8), closing: Array(">".utf8)))
    tree.begin(3, in: 1, ReplyTree.Frame(opening: Array("(".utf8), closing: Array(")".utf8)))
    tree.append([0x61, 0x61], to: 2)
    tree.append([0x62, 0x62], to: 3)
    tree.append([0x78], to: 1)
    tree.append([0x79], to: 1)
    #expect(text(tree) == "[<aa")
    tree.end(3)
    tree.append([0x61], to: 2)
    tree.end(2)
    #expect(text(tree) == "[<aa,a>,x,y,(bb)")
    tree.end(1)
    tree.begin(4, in: 0, .array)
    tree.end(4)
    #expect(text(tree) == "[<aa,a>,x,y,(bb)]\n")
    #expect(tree.keptBytes == 0)
  }

  @Test("where memory is short the beginning of a reply goes at once")
  func hurry() {
    var tree = ReplyTree(partLength: 100)
    tree.begin(1, in: 0, .array)
    tree.begin(2, in: 1, ReplyTree.Frame(opening: Array("<".utf8), closing: Array(">".utf8)))
    tree.append([0x61], to: 2)
    #expect(text(tree) == "")
    tree.hurry()
    #expect(text(tree) == "[<a")
    tree.append([0x62], to: 2)
    #expect(text(tree) == "[<a,b")
  }

  @Test("whatever comes in whatever order, every line is JSON and nothing is lost", arguments: 0..<200)
  func random(seed: Int) throws {
    var random = Random(seed: UInt64(seed))
    var tree = ReplyTree(partLength: Int.random(in: 1...40, using: &random))
    var open: [Int] = []
    var (numbers, said) = (0, 0)
    var output: [UInt8] = []
    func frame(_ inArray: Bool) -> ReplyTree.Frame {
      ReplyTree.Frame(opening: Array("{\"a\":[".utf8), closing: Array((inArray ? "]}" : "]}\n").utf8))
    }
    var arrays: [Int: Int] = [:]
    var parents: [Int: Int] = [:]
    for _ in 0..<300 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        numbers += 1
        open.append(numbers)
        arrays[numbers] = 0
        tree.begin(numbers, in: 0, .array)
      case 1:
        numbers += 1
        let parent = open.filter { arrays[$0] != nil }.randomElement(using: &random) ?? 0
        if parent != 0 { arrays[parent]! += 1 }
        parents[numbers] = parent
        open.append(numbers)
        tree.begin(numbers, in: parent, frame(parent != 0))
      case 2...4:
        guard let number = open.randomElement(using: &random) else { continue }
        said += 1
        tree.append(Array("7".utf8), to: number)
      case 5:
        said += 1
        tree.appendLine { $0 += Array("7\n".utf8) }
      case 6:
        output += tree.output
        tree.removeOutput()
      default:
        guard let number = open.filter({ arrays[$0] ?? 0 == 0 }).randomElement(using: &random) else { continue }
        open.removeAll { $0 == number }
        if let parent = parents[number], parent != 0 { arrays[parent]! -= 1 }
        tree.end(number)
      }
    }
    for number in open.reversed() { tree.end(number) }
    output += tree.output
    #expect(tree.keptBytes == 0)
    #expect(output.count { $0 == UInt8(ascii: "7") } == said)
    var parser = JSONParser()
    for line in output.split(separator: UInt8(ascii: "\n")) { try parser.parse(Array(line)) { _ in } }
  }
}

/// Random numbers that are the same in every run.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
