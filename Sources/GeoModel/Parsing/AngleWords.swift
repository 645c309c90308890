// Angles are also written with words: `北緯35度41分22秒 東経139度41分30秒`, `55°45′21″ с. ш. 37°37′04″ в. д.`, `48° 51′ 24″
// Nord`.
//
// 1. Digits of other scripts and wide digits become ASCII digits.
// 2. Words for degrees, minutes and seconds become their signs; words for compass points become the English letters.
// 3. A text without any of these is left alone, as it was rejected for another reason.

/// The words for the signs and letters of angles in other languages.
package enum AngleWords {
  /// The coordinate of a text with such words; nil when it has none, or is not a coordinate after the replacement
  /// either.
  static func coordinate(_ text: Substring) throws(CoordinateTextError) -> Coordinate? {
    guard let plain = replaced(in: String(text)) else { return nil }
    var scanner = AngleScanner(plain[...])
    guard let angles = try? scanner.angles(), angles.count == 2 else { return try AngleGroups.coordinate(plain[...]) }
    return try Coordinate(angles: angles, text: String(text), hasCommas: false)
  }

  /// The text with signs, letters and digits in place of the words; nil when it has none of them.
  package static func replaced(in text: String) -> String? {
    let scalars = text.unicodeScalars.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : folded($0) }
    var result = String.UnicodeScalarView()
    var hasWord = false
    var index = 0
    while index < scalars.count {
      if let digit = digit(scalars[index]) {
        result.append(digit)
        hasWord = hasWord || digit != scalars[index]
        index += 1
      } else if let (length, sign) = word(at: index, in: scalars) {
        result.append(sign)
        hasWord = true
        index += length
      } else {
        result.append(scalars[index])
        index += 1
      }
    }
    return hasWord ? String(result) : nil
  }

  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower[lower.startIndex] : scalar
  }

  /// The ASCII form of a digit of any script, or of a wide or Arabic sign around digits; nil for other characters.
  private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "．", "٫": return "."
    case "，", "、", "،": return ","
    case "－": return "-"
    default: break
    }
    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
    return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
  }

  /// The longest word that begins at a position: its length and its sign.
  private static func word(at index: Int, in scalars: [Unicode.Scalar]) -> (length: Int, sign: Unicode.Scalar)? {
    let rest = scalars[index...]
    guard let candidates = words[scalars[index]] else { return nil }
    for (word, sign) in candidates where rest.starts(with: word) {
      // In alphabets such as Latin and Cyrillic only whole words count: not `est` in `west`.
      let end = index + word.count
      let isPart = word[0].value < 0x3000 && (isLetter(index - 1, scalars) || isLetter(end, scalars))
      if !isPart { return (word.count, sign) }
    }
    return nil
  }

  private static func isLetter(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    scalars.indices.contains(index) && scalars[index].properties.isAlphabetic
  }

  /// The words by first letter, longest first.
  private static let words: [Unicode.Scalar: [(word: [Unicode.Scalar], sign: Unicode.Scalar)]] = {
    var words: [Unicode.Scalar: [(word: [Unicode.Scalar], sign: Unicode.Scalar)]] = [:]
    func add(_ text: String, _ sign: Unicode.Scalar) {
      let word = Array(text.unicodeScalars)
      words[word[0], default: []].append((word, sign))
    }
    for row in table.split(separator: "\n") {
      let texts = row.split(separator: " ")
      let sign = texts[0].unicodeScalars.first ?? "°"
      for text in texts.dropFirst() {
        // The two initials of "northern latitude" may have full stops and a blank between, or not.
        let initials = text.split(separator: ".", omittingEmptySubsequences: true)
        guard initials.count == 2 else {
          add(String(text), sign)
          continue
        }
        for (middle, end) in [(". ", "."), (".", "."), (". ", ""), (".", "")] {
          add(initials[0] + middle + initials[1] + end, sign)
        }
      }
    }
    return words.mapValues { $0.sorted { $0.word.count > $1.word.count } }
  }()

  /// Each row has a sign and its words in lowercase: East Asia; English, French, German, Spanish, Portuguese and
  /// Italian; Russian, Belarusian and Bulgarian; Ukrainian.
  private static let table = """
    ° 度 도 degrees degree degrés degré grad grados graus gradi
    ′ 分 분 minutes minute minuten minutos minuti
    ″ 秒 초 seconds second secondes seconde sekunden segundos secondi
    n 北緯 北纬 북위 north nord norte с.ш. пн.ш. сев.ш.
    s 南緯 南纬 남위 south sud süd sur sul ю.ш. пд.ш. юж.ш.
    e 東経 东经 東經 동경 east est ost este leste в.д. сх.д. вост.д.
    w 西経 西经 西經 서경 west ouest oeste ovest з.д. зх.д. зап.д.
    """
}
