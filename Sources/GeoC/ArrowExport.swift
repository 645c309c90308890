import CGeocode
import GeoModel
import GeoSupport

// Arrow's C data interface: https://arrow.apache.org/docs/format/CDataInterface.html. A structure's `private_data` owns
// its memory, including its children and dictionary, and frees it when the structure is released.

/// A structure of Arrow.
private protocol ArrowStructure: SendableMetatype {
  /// Calls its `release`, unless the structure has been moved or released.
  static func release(_ structure: UnsafeMutablePointer<Self>)
}

extension ArrowArray: ArrowStructure {
  fileprivate static func release(_ structure: UnsafeMutablePointer<ArrowArray>) {
    if let release = structure.pointee.release { release(structure) }
  }
}

extension ArrowSchema: ArrowStructure {
  fileprivate static func release(_ structure: UnsafeMutablePointer<ArrowSchema>) {
    if let release = structure.pointee.release { release(structure) }
  }
}

/// Owns the children and the dictionary of a structure.
private final class Descendants<Structure: ArrowStructure> {
  let children: UnsafeMutablePointer<UnsafeMutablePointer<Structure>?>?
  let count: Int
  let dictionary: UnsafeMutablePointer<Structure>?

  init(_ structures: [Structure], _ dictionary: Structure?) {
    count = structures.count
    children = structures.isEmpty ? nil : .allocate(capacity: count)
    for (position, child) in structures.enumerated() {
      (children! + position).initialize(to: Descendants.onHeap(child))
    }
    self.dictionary = dictionary.map(Descendants.onHeap)
  }

  deinit {
    for position in 0..<count { Descendants.giveBack(children![position]) }
    Descendants.giveBack(dictionary)
    children?.deallocate()
  }

  private static func onHeap(_ structure: Structure) -> UnsafeMutablePointer<Structure> {
    let place = UnsafeMutablePointer<Structure>.allocate(capacity: 1)
    place.initialize(to: structure)
    return place
  }

  private static func giveBack(_ structure: UnsafeMutablePointer<Structure>?) {
    guard let structure else { return }
    Structure.release(structure)
    structure.deallocate()
  }
}

/// Owns the memory of an array.
private final class ArrayOwner {
  let buffers: UnsafeMutablePointer<UnsafeRawPointer?>
  let bufferCount: Int
  let descendants: Descendants<ArrowArray>
  let owned: [UnsafeMutableRawPointer]
  /// The owner of buffers that belong to the columns.
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
    descendants = Descendants(children, dictionary)
  }

  deinit {
    buffers.deallocate()
    for memory in owned { memory.deallocate() }
  }

  /// Makes the structure, which owns this object.
  func array(length: Int, nulls: Int) -> ArrowArray {
    var array = ArrowArray()
    array.length = Int64(length)
    array.null_count = Int64(nulls)
    array.n_buffers = Int64(bufferCount)
    array.n_children = Int64(descendants.count)
    array.buffers = UnsafeMutablePointer(buffers)
    array.children = descendants.children
    array.dictionary = descendants.dictionary
    array.release = { array in
      guard let array, let owner = array.pointee.private_data else { return }
      array.pointee.release = nil
      Unmanaged<ArrayOwner>.fromOpaque(owner).release()
    }
    array.private_data = Unmanaged.passRetained(self).toOpaque()
    return array
  }
}

/// Owns the texts of a schema.
private final class SchemaOwner {
  let format: UnsafeMutablePointer<CChar>?
  let name: UnsafeMutablePointer<CChar>?
  let descendants: Descendants<ArrowSchema>

  init(_ format: String, name: String, children: [ArrowSchema] = [], dictionary: ArrowSchema? = nil) {
    self.format = cText(format)
    self.name = cText(name)
    descendants = Descendants(children, dictionary)
  }

  deinit {
    free(format)
    free(name)
  }

  /// Makes the structure, which owns this object.
  func schema(isNullable: Bool) -> ArrowSchema {
    var schema = ArrowSchema()
    schema.format = UnsafePointer(format)
    schema.name = UnsafePointer(name)
    schema.flags = isNullable ? Int64(ARROW_FLAG_NULLABLE) : 0
    schema.n_children = Int64(descendants.count)
    schema.children = descendants.children
    schema.dictionary = descendants.dictionary
    schema.release = { schema in
      guard let schema, let owner = schema.pointee.private_data else { return }
      schema.pointee.release = nil
      Unmanaged<SchemaOwner>.fromOpaque(owner).release()
    }
    schema.private_data = Unmanaged.passRetained(self).toOpaque()
    return schema
  }
}

/// Exports answers as an Arrow struct array.
enum ArrowExport {
  /// Makes the array, with a child for each column.
  ///
  /// - Throws: ``CallFailure`` when the texts of a column are too long for 32-bit offsets.
  static func array(_ columns: AnswerColumns, _ texts: [TextColumn]) throws(CallFailure) -> ArrowArray {
    for (column, texts) in zip(columns.columns, texts) where texts.bytes.count > Int(Int32.max) {
      throw CallFailure(
        GEOCODE_INVALID, "the texts of \(column.name) take more than 2 GB; ask for fewer points at once")
    }
    let children = zip(columns.values, texts).map { values, texts in
      switch values {
      case .numbers(let numbers): ArrowExport.numbers(columns, numbers)
      case .texts(let numbers): references(columns, numbers, texts)
      }
    }
    return ArrayOwner([nil], children: children).array(length: columns.count, nulls: 0)
  }

  /// Makes the array's schema.
  static func schema(_ columns: [OutputColumn]) -> ArrowSchema {
    let children = columns.map { column in
      let isNullable = column != .status
      if column.isNumeric { return SchemaOwner("g", name: column.name).schema(isNullable: isNullable) }
      let texts = SchemaOwner("u", name: "").schema(isNullable: false)
      return SchemaOwner("i", name: column.name, dictionary: texts).schema(isNullable: isNullable)
    }
    return SchemaOwner("+s", name: "", children: children).schema(isNullable: false)
  }

  private static func numbers(_ columns: AnswerColumns, _ values: UnsafeMutablePointer<Double>) -> ArrowArray {
    let (bits, nulls) = validity(columns.count) { !values[$0].isNaN }
    return ArrayOwner(
      [UnsafeRawPointer(bits), UnsafeRawPointer(values)], owned: bits.map { [$0] } ?? [], columns: columns
    )
    .array(length: columns.count, nulls: nulls)
  }

  private static func references(
    _ columns: AnswerColumns, _ numbers: UnsafeMutablePointer<Int32>, _ texts: TextColumn
  ) -> ArrowArray {
    let (bits, nulls) = validity(columns.count) { numbers[$0] >= 0 }
    // The text that a null refers to should exist.
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

  /// A bitmap of the rows with a value, and the number of rows without one; a nil bitmap when all rows have one.
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
