/// Makes Cairo's SVG files identical for identical pictures. Cairo names parts of a file by surface numbers that
/// increase during the whole process.
enum SVGFile {
  /// The prefixes of such numbers.
  private static let words = ["surface", "image", "source-"].map { Array($0.utf8) }

  /// Renumbers the parts of a file in order of appearance.
  static func numbered(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    var position = 0
    while position < bytes.count {
      // Names are values, `"surface7"`, or references to them, `#surface7`.
      let isName = bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "#")
      result.append(bytes[position])
      position += 1
      guard isName, let word = words.first(where: { bytes[position...].starts(with: $0) }) else { continue }
      let start = position + word.count
      let end = bytes[start...].firstIndex { !(0x30...0x39).contains($0) } ?? bytes.count
      guard end > start else { continue }
      let number = numbers[bytes[start..<end]] ?? numbers.count + 1
      numbers[bytes[start..<end]] = number
      result += word + Array("\(number)".utf8)
      position = end
    }
    return result
  }
}
