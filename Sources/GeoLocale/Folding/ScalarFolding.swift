import CICU
@_spi(_Unicode) import Swift
import Synchronization

/// Folds characters outside ASCII for keys: to lowercase, without accents, as UTF-8.
///
/// ICU is called once for each character up to U+1FFFF. Its results are kept in pages of 256 characters, which are
/// created at the first use and never freed. Thread-safe.
enum ScalarFolding {
  /// Up to seven bytes of UTF-8, the first in the lowest bits, or one of the marks below.
  typealias Folded = UInt64

  /// The character is dropped: an accent, an apostrophe, an invisible sign.
  static let nothing: Folded = 0
  /// The character ends a word.
  static let separator: Folded = 0x20
  /// The bit of a known result; a new page is all zeros.
  private static let known: Folded = 1 << 63

  /// The folded form of a character.
  static func folded(_ scalar: UInt32) -> Folded {
    let number = Int(scalar >> 8)
    guard number < pageCount else { return compute(scalar) }
    let address = (pages + number).pointee.load(ordering: .acquiring)
    let page = UnsafeMutablePointer<Atomic<Folded>>(bitPattern: address) ?? makePage(number)
    // Two threads may compute the same character at once, with the same result.
    let entry = page + Int(scalar & 0xFF)
    let kept = entry.pointee.load(ordering: .relaxed)
    if kept != 0 { return kept & ~known }
    let folded = compute(scalar)
    entry.pointee.store(folded | known, ordering: .relaxed)
    return folded
  }

  /// The number of pages in the planes with letters.
  private static let pageCount = 0x200
  /// The addresses of the pages; 0 for pages not created yet. Unsafe because a pointer is not Sendable; the memory
  /// behind it is atomic.
  private nonisolated(unsafe) static let pages = {
    let pages = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: pageCount)
    for number in 0..<pageCount { (pages + number).initialize(to: Atomic(0)) }
    return pages
  }()

  /// Creates a page. Two threads may create the same page at once; the first to store it wins, and the other page is
  /// freed.
  private static func makePage(_ number: Int) -> UnsafeMutablePointer<Atomic<Folded>> {
    let page = UnsafeMutablePointer<Atomic<Folded>>.allocate(capacity: 256)
    for low in 0..<256 { (page + low).initialize(to: Atomic(0)) }
    let (stored, winner) = (pages + number).pointee.compareExchange(
      expected: 0, desired: UInt(bitPattern: page), ordering: .acquiringAndReleasing)
    if stored { return page }
    page.deallocate()
    return UnsafeMutablePointer(bitPattern: winner)!
  }
}

extension ScalarFolding {
  /// Folds a character with ICU's data.
  static func compute(_ scalar: UInt32) -> Folded {
    if let letters = letters[scalar] { return pack(letters.unicodeScalars.map(\.value)) ?? nothing }
    var result: [UInt32] = []
    for part in decomposition(of: scalar) {
      let folded = fold(part)
      if folded == nil { return separator }
      result += folded!
    }
    return pack(result) ?? pack([lower(scalar)])!
  }

  /// Folds one character of a decomposition: empty when it is dropped, nil when it ends a word.
  private static func fold(_ scalar: UInt32) -> [UInt32]? {
    if let letters = letters[scalar] { return letters.unicodeScalars.map(\.value) }
    switch Category(scalar) {
    case .mark: return vanishes(mark: scalar) ? [] : [scalar]
    case .invisible: return []
    case .letter:
      let folded = lower(scalar)
      return letters[folded].map { $0.unicodeScalars.map(\.value) } ?? [folded]
    case .other: return nil
    }
  }

  /// Letters that Unicode does not decompose but people write in ASCII, apostrophes, and letters that are used
  /// interchangeably. The letters are those that the Unicode collation (DUCET) treats as variants, and the dotless i.
  private static let letters: [UInt32: String] = [
    0xDF: "ss", 0x1E9E: "ss", 0xE6: "ae", 0xC6: "ae", 0xF8: "o", 0xD8: "o", 0x153: "oe", 0x152: "oe", 0x142: "l",
    0x141: "l", 0x111: "d", 0x110: "d", 0xF0: "d", 0xD0: "d", 0x127: "h", 0x126: "h", 0x131: "i", 0x138: "k",
    0x167: "t", 0x166: "t", 0x1C2: "", 0x268: "i", 0x289: "u", 0x248: "j", 0x249: "j", 0x180: "b", 0x1E5: "g",
    0x1E4: "g", 0x2019: "", 0x2018: "", 0x2BC: "", 0x2BB: "", 0x2B9: "", 0x2C8: "", 0xB4: "", 0xB7: "", 0x674: "ء",
    0x5F3: "",
    0x5F4: "", 0x640: "", 0x649: "ي", 0x6CC: "ي", 0x6A9: "ك", 0x629: "ه", 0x5DA: "כ", 0x5DD: "מ", 0x5DF: "נ",
    0x5E3: "פ", 0x5E5: "צ", 0x491: "г", 0x490: "г", 0xBA: "o", 0xAA: "a",
  ]

  /// The compatible decomposition: base letters first, then their marks.
  private static func decomposition(of scalar: UInt32) -> [UInt32] {
    // A Hangul syllable stays whole, as its parts add nothing.
    if (0xAC00...0xD7A3).contains(scalar) { return [scalar] }
    guard UnicodeLibrary.isThere else { return Unicode.Scalar(scalar).map { String($0)._nfd.map(\.value) } ?? [scalar] }
    var status: Int32 = 0
    var text = [UInt16](repeating: 0, count: 64)
    let length = icu_compatible_decomposition(scalar, &text, 64, &status)
    guard length > 0, status <= 0 else { return [scalar] }
    return String(decoding: text[..<Int(length)], as: UTF16.self).unicodeScalars.map(\.value)
  }

  /// The lowercase character by simple case folding, one for one.
  private static func lower(_ scalar: UInt32) -> UInt32 {
    if UnicodeLibrary.isThere { return icu_fold_case(scalar) }
    guard let lower = Unicode.Scalar(scalar)?.properties.lowercaseMapping.unicodeScalars else { return scalar }
    return lower.count == 1 ? lower.first!.value : scalar
  }

  /// Whether a mark is dropped. Accents and vowel points are; vowels that other scripts write as marks count as
  /// letters, and so do the voicing marks of kana.
  private static func vanishes(mark: UInt32) -> Bool {
    let vowelsAndVirama: Set<UInt8> = [8, 9, 84, 91, 103, 118, 129, 130, 132]
    let combiningClass =
      UnicodeLibrary.isThere
      ? icu_combining_class(mark) : Unicode.Scalar(mark)?.properties.canonicalCombiningClass.rawValue ?? 0
    return combiningClass != 0 && !vowelsAndVirama.contains(combiningClass)
  }

  /// Packs the UTF-8 of characters into one integer; nil when it is longer than seven bytes.
  private static func pack(_ scalars: [UInt32]) -> Folded? {
    let text = scalars.compactMap(Unicode.Scalar.init).map(String.init).joined()
    guard text.utf8.count <= 7 else { return nil }
    return text.utf8.reversed().reduce(0) { $0 << 8 | Folded($1) }
  }

  /// The general categories that folding distinguishes.
  private enum Category {
    case letter, mark, invisible, other

    init(_ scalar: UInt32) {
      guard UnicodeLibrary.isThere else {
        self = Unicode.Scalar(scalar).map { Category($0.properties.generalCategory) } ?? .other
        return
      }
      switch Int32(icu_char_type(scalar)) {
      case 1...5, 9...11: self = .letter
      case 6...8: self = .mark
      case 16: self = .invisible
      default: self = .other
      }
    }

    private init(_ category: Unicode.GeneralCategory) {
      switch category {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber, .otherNumber:
        self = .letter
      case .nonspacingMark, .enclosingMark, .spacingMark: self = .mark
      case .format: self = .invisible
      default: self = .other
      }
    }
  }
}
