import GeoWire
import Testing

struct JSONWriterTests {
  @Test("control characters, quotes and backslashes are escaped, the rest is plain UTF-8")
  func escapes() {
    #expect(written { $0.string("a\"b\\c\n\t\u{1}\u{1F}\u{7F}é東😀/") } == #""a\"b\\c\n\t\u0001\u001f\#u{7F}é東😀/""#)
  }

  @Test(
    "numbers come in their shortest form",
    arguments: [
      (0.1, "0.1"), (1, "1"), (-2.5, "-2.5"), (1e300, "1e+300"), (2.5e-300, "2.5e-300"), (-0.0, "0"),
      (0.1 + 0.2, "0.30000000000000004"),
    ])
  func numbers(value: Double, text: String) {
    #expect(written { $0.number(value) } == text)
  }

  @Test(
    "degrees have at most seven decimals",
    arguments: [
      (37.7709470, "37.770947"), (-122.41007734, "-122.4100773"), (-0.00000004, "0"), (-0.0000001, "-0.0000001"),
      (180, "180"),
      (9.5204999999999, "9.5205"), (10.0000001, "10.0000001"),
    ])
  func degrees(value: Double, text: String) {
    #expect(written { $0.degrees(value) } == text)
  }

  @Test("metres have at most one decimal")
  func meters() {
    #expect(written { $0.meters(12.34) } == "12.3")
    #expect(written { $0.meters(0.04) } == "0")
    #expect(written { $0.meters(1e12) } == "1000000000000")
  }

  @Test("whole numbers of any size keep their digits")
  func integers() {
    #expect(written { $0.integer(Int64.min) } == "-9223372036854775808")
    #expect(written { $0.integer(Int64.max) } == "9223372036854775807")
    #expect(written { $0.integer(0) } == "0")
  }

  @Test("members with texts of any length have their commas, and escapes where there must be some")
  func texts() {
    let text = written { writer in
      writer.object { json in
        json.member("a", "")
        json.member("b", String?.none)
        json.member("c", "Im Städtle, Vaduz und Triesen")
        json.member("d", "\"Haus\" am Weg \\ Ende")
        json.key("e")
        json.strings(["", "é", "a long text without\ta tabulator"])
        json.member("f", Int.max)
        json.key("g")
        json.meters(-0.5)
      }
    }
    let expected = #"{"a":"","c":"Im Städtle, Vaduz und Triesen","d":"\"Haus\" am Weg \\ Ende","#
    #expect(text == expected + #""e":["","é","a long text without\ta tabulator"],"f":9223372036854775807,"g":-0.5}"#)
  }

  @Test("commas stand between members and elements only")
  func commas() {
    let text = written { writer in
      writer.beginObject()
      writer.key("a")
      writer.beginArray()
      writer.integer(1)
      writer.beginObject()
      writer.endObject()
      writer.bool(true)
      writer.endArray()
      writer.key("b")
      writer.null()
      writer.endObject()
    }
    #expect(text == #"{"a":[1,{},true],"b":null}"#)
  }
}
