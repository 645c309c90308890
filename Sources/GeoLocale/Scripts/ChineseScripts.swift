/// Converts Chinese names to the other script, character by character with ICU's tables.
package enum ChineseScripts {
  /// The name in simplified characters.
  package static func simplified(_ name: String) -> String { Transliteration.text("Hant-Hans", name) ?? name }

  /// The name in traditional characters. The excluded characters are usually kept in traditional names (塔什干, 巴厘, 布里斯班),
  /// by a count of names that are known in both scripts.
  package static func traditional(_ name: String) -> String {
    Transliteration.text("[^采舍布夸干里于占棱厘斗范谷沉志昆周] Hans-Hant", name) ?? name
  }
}
