import GeoSupport

extension JSONWriter {
  /// Appends bytes that are written in place. The array checks its capacity once for all of them: a key with its quotes
  /// takes less than half the time of four appends.
  ///
  /// - Parameters:
  ///   - most: the maximum number of bytes.
  ///   - write: writes them from a pointer on and returns their number.
  @inline(__always)
  mutating func put(atMost most: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
    bytes.append(addingCapacity: most) { room in
      room.withUnsafeMutableBufferPointer { room, count in
        guard let start = room.baseAddress else { return }
        count += write(start + count)
      }
    }
  }

  /// Writes a text that needs no escapes, in quotes, with a comma before it if needed.
  ///
  /// - Parameter isKey: whether it is a key, followed by its value.
  mutating func putQuoted(_ text: UnsafeBufferPointer<UInt8>, isKey: Bool) {
    let needsComma = needsComma
    put(atMost: text.count + 4) { start in
      var place = start
      JSONWriter.set(UInt8(ascii: ","), where: needsComma, &place)
      JSONWriter.setQuoted(text, &place)
      JSONWriter.set(UInt8(ascii: ":"), where: isKey, &place)
      return place - start
    }
    self.needsComma = !isKey
  }

  /// Writes a key and its text, neither of which needs escapes.
  mutating func putMember(_ key: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
    let needsComma = needsComma
    put(atMost: key.count + value.count + 6) { start in
      var place = start
      JSONWriter.set(UInt8(ascii: ","), where: needsComma, &place)
      JSONWriter.setQuoted(key, &place)
      JSONWriter.set(UInt8(ascii: ":"), &place)
      JSONWriter.setQuoted(value, &place)
      return place - start
    }
    self.needsComma = true
  }

  /// Writes a decimal number without trailing zeros, with a comma before it if needed.
  ///
  /// - Parameters:
  ///   - units: the number, times `scale`.
  ///   - decimals: the number of digits after the decimal point.
  ///   - scale: 10 to the power of `decimals`.
  @inline(__always)
  mutating func putNumber(_ units: Int64, decimals: Int = 0, scale: UInt64 = 1) {
    let needsComma = needsComma
    put(atMost: 24 + decimals) { start in
      var place = start
      JSONWriter.set(UInt8(ascii: ","), where: needsComma, &place)
      JSONWriter.set(UInt8(ascii: "-"), where: units < 0, &place)
      let (whole, fraction) = units.magnitude.quotientAndRemainder(dividingBy: scale)
      JSONWriter.setDigits(of: whole, count: JSONWriter.digitCount(whole), &place)
      if fraction != 0 {
        JSONWriter.set(UInt8(ascii: "."), &place)
        JSONWriter.setDigits(of: fraction, count: decimals, &place)
        while place[-1] == UInt8(ascii: "0") { place -= 1 }
      }
      return place - start
    }
    self.needsComma = true
  }

  @inline(__always) private static func set(
    _ byte: UInt8, where isWanted: Bool = true, _ place: inout UnsafeMutablePointer<UInt8>
  ) {
    guard isWanted else { return }
    place.pointee = byte
    place += 1
  }

  @inline(__always) private static func setQuoted(
    _ text: UnsafeBufferPointer<UInt8>, _ place: inout UnsafeMutablePointer<UInt8>
  ) {
    set(UInt8(ascii: "\""), &place)
    if let base = text.baseAddress { memcpy(place, base, text.count) }
    place += text.count
    set(UInt8(ascii: "\""), &place)
  }

  @inline(__always) private static func setDigits(
    of value: UInt64, count: Int, _ place: inout UnsafeMutablePointer<UInt8>
  ) {
    var rest = value
    for index in stride(from: count - 1, through: 0, by: -1) {
      let (tens, digit) = rest.quotientAndRemainder(dividingBy: 10)
      place[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      rest = tens
    }
    place += count
  }

  @inline(__always) private static func digitCount(_ value: UInt64) -> Int {
    var (count, rest) = (1, value)
    while rest >= 10 {
      count += 1
      rest /= 10
    }
    return count
  }
}
