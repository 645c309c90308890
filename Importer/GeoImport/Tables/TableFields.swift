/// The fields of a row of text. If a field begins with a quote, separators and line breaks up to the next quote are
/// text, and two quotes stand for one.
struct TableFields {
  private static let quote = UInt8(ascii: "\"")

  private let separator: UInt8
  /// The texts of all fields, and the end of each.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Whether the row ends within quotes, so that it continues on the next line.
  private(set) var isOpen = false

  /// Creates fields without a row, for a table with this separator.
  init(separator: UInt8) { self.separator = separator }

  /// The number of fields in the row.
  var count: Int { ends.count }

  /// Reads the first line of a row.
  mutating func begin(_ line: [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    isOpen = false
    read(line)
  }

  /// Reads the next line of an open row. The line break becomes a space.
  mutating func goOn(_ line: [UInt8]) {
    bytes.append(0x20)
    ends.removeLast()
    read(line)
  }

  /// The text of a field, empty if the row has fewer; nil if it is not UTF-8.
  func text(_ field: Int) -> String? {
    guard field < ends.count else { return "" }
    return String(validating: bytes[(field > 0 ? ends[field - 1] : 0)..<ends[field]], as: UTF8.self)
  }

  private mutating func read(_ line: [UInt8]) {
    var (isStart, isClosed, index) = (!isOpen, false, 0)
    while index < line.count {
      let byte = line[index]
      index += 1
      if isOpen {
        if byte != TableFields.quote {
          bytes.append(byte)
        } else if index < line.count, line[index] == TableFields.quote {
          bytes.append(byte)
          index += 1
        } else {
          (isOpen, isClosed) = (false, true)
        }
      } else if byte == separator {
        ends.append(bytes.count)
        (isStart, isClosed) = (true, false)
      } else if isStart, byte == TableFields.quote {
        (isOpen, isStart) = (true, false)
      } else if !isClosed {
        bytes.append(byte)
        isStart = false
      }
    }
    ends.append(bytes.count)
  }
}
