import CGeocode
import GeoModel
import GeoSupport

// Arrow's C data interface: https://arrow.apache.org/docs/format/CDataInterface.html. Each structure owns what its `private_data` keeps, and
// its children and dictionary, whose memory goes when it is released.

/// Keeps the memory of an array's buffers and of its children.
private final class ArrayOwner {
  let buffers: UnsafeMutablePointer<UnsafeRawPointer?>
  let bufferCount: Int
  let children: [UnsafeMutablePointer<ArrowArray>]
  let childList: UnsafeMutablePointer<UnsafeMutablePointer<ArrowArray>?>
  let dictionary: UnsafeMutablePointer<ArrowArray>?
  let owned: [UnsafeMutableRawPointer]
  /// Buffers that belong to the columns.
  let columns: AnswerColumns?

  init(
    _ buffers: [UnsafeRawPointer?], owned: [UnsafeMutableRawPointer] = [], columns: AnswerColumns? = nil,
    children: [ArrowArray] = [], dictionary: ArrowArray? = nil
  ) {
    self.buffers = .allocate(capacity: max(1, buffers.count))
    self.buffers.initialize(from: buffers, count: buffers.count)
    bufferCount = buffers.count
    self.owned = owned
    self.columns = columns
    self.children = children.map(onHeap)
    childList = .allocate(capacity: max(1, children.count))
    for (position, child) in self.children.enumerated() { (childList + position).initialize(to: child) }
    self.dictionary = dictionary.map(onHeap)
  }

  deinit {
    for child in children + (dictionary.map { [$0] } ?? []) {
      if let release = child.pointee.release { release(child) }
      child.deallocate()
    }
    buffers.deallocate()
    childList.deallocate()
    for memory in owned { memory.deallocate() }
  }

  /// The structure, which owns this.
  func array(length: Int, nulls: Int) -> ArrowArray {
    var array = ArrowArray()
    array.length = Int64(length)
    array.null_count = Int64(nulls)
    array.n_buffers = Int64(bufferCount)
    array.n_children = Int64(children.count)
    array.buffers = UnsafeMutablePointer(buffers)
    array.children = children.isEmpty ? nil : childList
    array.dictionary = dictionary
    array.release = { array in
      guard let array, let owner = array.pointee.private_data else { return }
      array.pointee.release = nil
      Unmanaged<ArrayOwner>.fromOpaque(owner).release()
    }
    array.private_data = Unmanaged.passRetained(self).toOpaque()
    return array
  }
}

/// Keeps the texts of a schema and its children.
private final class SchemaOwner {
  let format: UnsafeMutablePointer<CChar>?
  let name: UnsafeMutablePointer<CChar>?
  let children: [UnsafeMutablePointer<ArrowSchema>]
  let childList: UnsafeMutablePointer<UnsafeMutablePointer<ArrowSchema>?>
  let dictionary: UnsafeMutablePointer<ArrowSchema>?

  init(_ format: String, name: String, children: [ArrowSchema] = [], dictionary: ArrowSchema? = nil) {
    self.format = cText(format)
    self.name = cText(name)
    self.children = children.map(onHeap)
    childList = .allocate(capacity: max(1, children.count))
    for (position, child) in self.children.enumerated() { (childList + position).initialize(to: child) }
    self.dictionary = dictionary.map(onHeap)
  }

  deinit {
    for child in children + (dictionary.map { [$0] } ?? []) {
      if let release = child.pointee.release { release(child) }
      child.deallocate()
    }
    childList.deallocate()
    free(format)
    free(name)
  }

  /// The structure, which owns this.
  func schema(isNullable: Bool) -> ArrowSchema {
    var schema = ArrowSchema()
    schema.format = UnsafePointer(format)
    schema.name = UnsafePointer(name)
    schema.flags = isNullable ? Int64(ARROW_FLAG_NULLABLE) : 0
    schema.n_children = Int64(children.count)
    schema.children = children.isEmpty ? nil : childList
    schema.dictionary = dictionary
    schema.release = { schema in
      guard let schema, let owner = schema.pointee.private_data else { return }
      schema.pointee.release = nil
      Unmanaged<SchemaOwner>.fromOpaque(owner).release()
    }
    schema.private_data = Unmanaged.passRetained(self).toOpaque()
    return schema
  }
}

private func onHeap<Value>(_ value: Value) -> UnsafeMutablePointer<Value> {
  let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  place.initialize(to: value)
  return place
}

/// Answers as a struct array of Arrow.
enum ArrowExport {
  /// The array with a child for each column.
  ///
  /// - Throws: ``CallFailure`` when the texts of a column are too long for 32-bit offsets.
  static func array(_ columns: AnswerColumns, _ texts: [TextColumn]) throws(CallFailure) -> ArrowArray {
    for (column, texts) in zip(columns.columns, texts) where texts.bytes.count > Int(Int32.max) {
      throw CallFailure(
        GEOCODE_INVALID, "the texts of \(column.name) take more than 2 GB; ask for fewer points at once")
    }
    let children = columns.columns.indices.map { position in
      columns.columns[position].isNumeric
        ? numbers(columns, position) : references(columns, position, texts[position])
    }
    return ArrayOwner([nil], children: children).array(length: columns.count, nulls: 0)
  }

  /// The schema of the same.
  static func schema(_ columns: [OutputColumn]) -> ArrowSchema {
    let children = columns.map { column in
      let isNullable = column != .status
      if column.isNumeric { return SchemaOwner("g", name: column.name).schema(isNullable: isNullable) }
      let texts = SchemaOwner("u", name: "").schema(isNullable: false)
      return SchemaOwner("i", name: column.name, dictionary: texts).schema(isNullable: isNullable)
    }
    return SchemaOwner("+s", name: "", children: children).schema(isNullable: false)
  }

  private static func numbers(_ columns: AnswerColumns, _ position: Int) -> ArrowArray {
    let values = columns.doubles(position)
    let (bits, nulls) = validity(columns.count) { !values[$0].isNaN }
    return ArrayOwner(
      [UnsafeRawPointer(bits), UnsafeRawPointer(values)], owned: bits.map { [$0] } ?? [], columns: columns
    )
    .array(length: columns.count, nulls: nulls)
  }

  private static func references(_ columns: AnswerColumns, _ position: Int, _ texts: TextColumn) -> ArrowArray {
    let numbers = columns.numbers(position)
    let (bits, nulls) = validity(columns.count) { numbers[$0] >= 0 }
    // What a null refers to should exist.
    if nulls > 0 { for row in 0..<columns.count where numbers[row] < 0 { numbers[row] = 0 } }
    return ArrayOwner(
      [UnsafeRawPointer(bits), UnsafeRawPointer(numbers)], owned: bits.map { [$0] } ?? [], columns: columns,
      dictionary: dictionary(texts)
    ).array(length: columns.count, nulls: nulls)
  }

  private static func dictionary(_ texts: TextColumn) -> ArrowArray {
    let count = texts.ends.count
    let offsets = UnsafeMutablePointer<Int32>.allocate(capacity: count + 1)
    offsets[0] = 0
    for number in 0..<count { offsets[number + 1] = Int32(texts.ends[number]) }
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: max(1, texts.bytes.count), alignment: 64)
    texts.bytes.withUnsafeBytes {
      bytes.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(bytes), byteCount: $0.count)
    }
    return ArrayOwner(
      [nil, UnsafeRawPointer(offsets), UnsafeRawPointer(bytes)], owned: [UnsafeMutableRawPointer(offsets), bytes]
    )
    .array(length: count, nulls: 0)
  }

  /// A bit for each row that is known, and how many are not; nil when all are.
  private static func validity(_ count: Int, _ isKnown: (Int) -> Bool) -> (UnsafeMutableRawPointer?, nulls: Int) {
    let size = (count + 7) / 8
    let bits = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, size))
    bits.initialize(repeating: 0, count: max(1, size))
    var known = 0
    for row in 0..<count where isKnown(row) {
      bits[row >> 3] |= 1 << UInt8(row & 7)
      known += 1
    }
    guard known < count else {
      bits.deallocate()
      return (nil, 0)
    }
    return (UnsafeMutableRawPointer(bits), count - known)
  }
}
