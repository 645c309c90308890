/// Formats numbers for users, without a locale, so that the output of a program is the same everywhere.
package enum Figures {
  /// `2,148,594`.
  package static func grouped(_ number: some BinaryInteger) -> String {
    let digits = Array("\(number.magnitude)")
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// `950`, `12.3k`, `1.2M`, `3.4G`: three figures at most.
  package static func short(_ number: Double) -> String {
    var value = number
    for suffix in ["", "k", "M", "G"] {
      if value < 999.5 { return (suffix.isEmpty || value >= 99.95 ? fixed(value, 0) : fixed(value, 1)) + suffix }
      value /= 1000
    }
    return fixed(value, 0) + "T"
  }

  /// `26.7 MB`, in powers of 1000.
  package static func bytes(_ count: Int64) -> String {
    var value = Double(count)
    for unit in ["bytes", "kB", "MB", "GB"] {
      if value < 999.5 { return (unit == "bytes" || value >= 99.95 ? fixed(value, 0) : fixed(value, 1)) + " " + unit }
      value /= 1000
    }
    return fixed(value, 1) + " TB"
  }

  /// `0:07`, `12:34`, `1:02:03`. Parts of a second are rounded up, so that 0:00 does not appear too early.
  package static func clock(seconds: Double) -> String {
    let total = Int(min(max(seconds, 0), 3_599_999).rounded(.up))
    let tail = "\(twoDigits(total % 60))"
    guard total >= 3600 else { return "\(total / 60):\(tail)" }
    return "\(total / 3600):\(twoDigits(total / 60 % 60)):\(tail)"
  }

  /// A number with a fixed number of decimals, rounded half away from zero.
  package static func fixed(_ number: Double, _ decimals: Int) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return "\(number)" }
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let units = Int((abs(number) * Double(scale)).rounded())
    let sign = number < 0 && units > 0 ? "-" : ""
    guard decimals > 0 else { return sign + "\(units)" }
    let fraction = "\(units % scale)"
    return sign + "\(units / scale)." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
