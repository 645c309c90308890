import Testing

@testable import GeoUpdate

/// The test suite of RFC 1321, A.5.
struct MD5Tests {
  @Test(
    "the sums of the standard, whatever the pieces",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
      ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a"
      ),
    ])
  func standard(text: String, expected: String) {
    for size in [1, 7, 63, 64, 100] {
      var sum = MD5()
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        Array(rest.prefix(size)).withUnsafeBytes { sum.add($0) }
        rest = rest.dropFirst(size)
      }
      #expect(sum.text() == expected)
    }
  }
}
