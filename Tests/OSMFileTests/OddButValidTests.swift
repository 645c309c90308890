import Testing

@testable import OSMFile

@Suite("Odd but valid files are read")
struct OddButValidTests {
  @Test("offsets and granularity move coordinates, also when they stand after the nodes")
  func offsets() throws {
    var block = primitiveBlock { group in
      group.message(1) { node in
        node.signedNumber(1, 1)
        node.signedNumber(8, 47_000)
        node.signedNumber(9, -9_000)
      }
    }
    var tail = ProtobufEncoder()
    tail.number(17, 1_000_000)
    tail.number(19, 500_000_000)
    tail.number(20, -500_000_000)
    block += tail.bytes
    let node = try #require(try contents(of: [block]).nodes.first)
    #expect(node.y == 475_000_000)
    #expect(node.x == -95_000_000)
  }

  @Test("nodes off the globe are left out and counted, and their tags do not go to others")
  func offTheGlobe() throws {
    let block = primitiveBlock(strings: ["", "k", "v", "w"]) { group in
      group.message(2) { dense in
        dense.packedDifferences(1, [1, 2, 3, 4])
        dense.packedDifferences(8, [0, 950_000_000, 900_000_000, Int64.max])
        dense.packedDifferences(9, [0, 0, -1_800_000_000, 5])
        dense.packed(10, [0, 1, 2, 0, 1, 3, 0, 1, 1, 0])
      }
    }
    let read = try contents(of: [block])
    #expect(read.nodes.map(\.id) == [1, 3])
    #expect(read.nodes.map(\.tags) == [[:], ["k": "w"]])
    #expect(read.droppedNodes == 2)
  }

  @Test("differences that overflow wrap round instead of trapping")
  func wrapping() throws {
    let block = primitiveBlock { group in
      group.message(2) { dense in
        dense.message(1) { for _ in 0..<3 { $0.signed(Int64.max) } }
        dense.message(8) { for _ in 0..<3 { $0.signed(Int64.min) } }
        dense.message(9) { for _ in 0..<3 { $0.signed(Int64.max) } }
      }
    }
    #expect(try contents(of: [block]).nodes.allSatisfy { abs(Int64($0.y)) <= 900_000_000 })
  }

  @Test("a deleted node needs no coordinate")
  func deletedNode() throws {
    let block = primitiveBlock { group in
      group.message(1) { node in
        node.signedNumber(1, 4)
        node.message(4) { $0.number(6, 0) }
        node.signedNumber(8, Int64(Int32.max))
        node.signedNumber(9, Int64(Int32.max))
      }
    }
    let node = try #require(try contents(of: [block]).nodes.first)
    #expect(node.id == 4 && !node.isVisible && node.x == 0 && node.y == 0)
  }

  @Test("unknown fields and blobs of unknown types are stepped over")
  func unknown() throws {
    var block = primitiveBlock { group in
      group.message(3) { way in
        way.number(1, 8)
        way.number(99, 5)
        way.field(100, [1, 2, 3])
      }
      group.field(5, [8, 1])
    }
    // A 32-bit and a 64-bit field, which the format does not use.
    block += [0x9d, 0x06, 1, 2, 3, 4, 0xa1, 0x06, 1, 2, 3, 4, 5, 6, 7, 8]
    let bytes = usualHeader + framed("Weather", [1, 2, 3]) + framed("OSMData", block)
    let file = try TemporaryFile(bytes)
    #expect(try OSMFileContents(path: file.path).ways.map(\.id) == [8])
  }

  @Test("text that is not UTF-8 is repaired")
  func invalidText() throws {
    var block = ProtobufEncoder()
    block.message(1) { table in
      table.field(1, [])
      table.field(1, Array("name".utf8))
      table.field(1, [0x5a, 0xfc, 0x72, 0x69, 0x63, 0x68])
    }
    block.message(2) { group in
      group.message(3) { way in
        way.number(1, 8)
        way.packed(2, [1])
        way.packed(3, [2])
      }
    }
    #expect(try contents(of: [block.bytes]).ways.first?.tags == ["name": "Z\u{fffd}rich"])
  }

  @Test("ways may carry the places of their nodes, and some of them may lack it")
  func locationsOnWays() throws {
    let bytes = primitiveBlock { group in
      group.message(3) { way in
        way.number(1, 1)
        way.packedDifferences(8, [10, 11])
      }
      group.message(3) { way in
        way.number(1, 2)
        way.packedDifferences(8, [12, 13])
        way.packedDifferences(9, [471_000_000, 2_147_483_647])
        way.packedDifferences(10, [95_000_000, 2_147_483_647])
      }
      group.message(3) { way in
        way.number(1, 3)
        way.packedDifferences(8, [14])
      }
    }
    let file = try TemporaryFile(usualHeader + framed("OSMData", bytes))
    let reader = try OSMFileReader(path: file.path)
    let block = PrimitiveBlock()
    try reader.readBlock(0, into: block, .ways)
    #expect(block.ways.hasLocations)
    #expect(Array(block.ways.locations(of: 0)) == [.missing, .missing])
    #expect(Array(block.ways.locations(of: 1)) == [WayLocation(x: 95_000_000, y: 471_000_000), .missing])
    #expect(Array(block.ways.locations(of: 2)) == [.missing])
  }
}
