/// SVG files as Cairo writes them, the same for the same picture: Cairo counts its surfaces as long as the process lives, and calls parts of the
/// file by those numbers.
enum SVGFile {
  /// What stands before such a number.
  private static let words = ["surface", "image", "source-"].map { Array($0.utf8) }

  /// The file with its parts numbered in the order in which they come.
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
