import Testing

@testable import make_default_data

@Suite("Chinese names of the world layer")
struct ChineseNameTests {
  @Test(
    "a name in one script, or in the wrong one, is there in both where they differ",
    arguments: [
      (["zh-Hans": "加利福尼亚州"], "California", "加利福尼亚州", "加利福尼亞州"), (["zh-Hans": "羅德島州"], "Rhode Island", "罗德岛州", "羅德島州"),
      (["zh-Hant": "釜山廣域市"], "부산", "釜山广域市", "釜山廣域市"), (["zh-Hant": "圣玛丽亚"], "Santa Maria", "圣玛丽亚", "聖瑪麗亞"),
      (["zh-Hans": "曼谷"], "กรุงเทพ", "曼谷", nil), (["zh-Hans": "塔什干"], "Toshkent", "塔什干", nil),
      (["zh-Hans": "巴厘岛"], "Bali", "巴厘岛", "巴厘島"),
      (["zh-Hans": "舍尔纳克省"], "Şırnak", "舍尔纳克省", "舍爾納克省"), ([:], "广州", "广州", "廣州"),
      (["zh-Hans": "台北"], "臺北", "台北", "臺北"), ([:], "Paris", nil, nil),
    ] as [([String: String], String, String?, String?)])
  func both(names: [String: String], local: String, simplified: String?, traditional: String?) {
    let completed = ChineseNames.completed(names, local: local)
    #expect(completed["zh-Hans"] == simplified)
    #expect(completed["zh-Hant"] == traditional)
  }

  @Test("the name in the local script is kept beside the other, which would be shown before it")
  func local() {
    var names = PlaceNames()
    names.add("广州", language: "zh-Hans", to: "1")
    #expect(
      names.tags(of: "1", name: "广州", english: nil) == ["name": "广州", "name:zh-Hans": "广州", "name:zh-Hant": "廣州"])
    names.add("北京", language: "zh-Hans", to: "2")
    #expect(names.tags(of: "2", name: "北京", english: nil) == ["name": "北京"])
  }
}
