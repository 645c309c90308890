import GeoRender

/// Encodes a picture as sixels: columns of six pixels, one color at a time, from a cube of 216 colors.
enum SixelPicture {
  static func encode(_ picture: PixelPicture) -> [UInt8] {
    var result = Array("\u{1B}Pq\"1;1;\(picture.width);\(picture.height)".utf8)
    for color in 0..<216 {
      let parts = [color / 36, color / 6 % 6, color % 6].map { $0 * 20 }
      result += Array("#\(color);2;\(parts[0]);\(parts[1]);\(parts[2])".utf8)
    }
    for top in stride(from: 0, to: picture.height, by: 6) {
      var rows: [Int: [UInt8]] = [:]
      for y in top..<min(top + 6, picture.height) {
        for x in 0..<picture.width {
          let pixel = picture[x, y]
          func step(_ value: UInt8) -> Int { (Int(value) * 5 + 127) / 255 }
          let color = step(pixel.red) * 36 + step(pixel.green) * 6 + step(pixel.blue)
          rows[color, default: [UInt8](repeating: 0, count: picture.width)][x] |= 1 << UInt8(y - top)
        }
      }
      for (color, bits) in rows.sorted(by: { $0.key < $1.key }) {
        result += Array("#\(color)".utf8)
        append(bits, to: &result)
        result.append(UInt8(ascii: "$"))
      }
      result.append(UInt8(ascii: "-"))
    }
    return result + Array("\u{1B}\\\n".utf8)
  }

  /// Appends columns, with run-length encoding.
  private static func append(_ bits: [UInt8], to result: inout [UInt8]) {
    var start = 0
    while start < bits.count {
      var end = start
      while end < bits.count, bits[end] == bits[start] { end += 1 }
      let letter = 63 + bits[start]
      if end - start > 3 {
        result += Array("!\(end - start)".utf8) + [letter]
      } else {
        result += [UInt8](repeating: letter, count: end - start)
      }
      start = end
    }
  }
}
