import GeoModel

/// One kind of file: where its records end, where a record's coordinate is, and how an answer is written into it.
///
/// All formats share one idea: **the output is the input with insertions**. A format never writes a record; it says at which offset
/// bytes are put in (and how many bytes of a `null` they replace). So everything else comes through untouched by construction.
protocol RecordFormat: Sendable {
  associatedtype Splitter: RecordSplitter

  /// A splitter at the beginning of the records.
  var splitter: Splitter { get }

  /// Finds the coordinate of a record and where the answer goes.
  func locate(_ record: UnsafeRawBufferPointer) -> LocatedRecord

  /// Appends what a placemark adds to a record. The same placemark always gives the same bytes, whatever the record.
  func appendAnswer(_ placemark: Placemark, to bytes: inout [UInt8])

  /// Appends what a row without a placemark gets.
  func appendAnswer(_ status: RowStatus, to bytes: inout [UInt8])

  /// Appends an answer with what the record needs around it, such as a comma or missing delimiters.
  func appendInsertion(_ answer: UnsafeRawBufferPointer, for record: LocatedRecord, to bytes: inout [UInt8])

  /// Whether the file has to be read to its end even if no later record is wanted, as something has to come behind the last one.
  var needsWholeInput: Bool { get }

  /// How many bytes at the beginning of a record stay when a sample leaves the record out, because they belong to the whole file.
  func remainder(of record: UnsafeRawBufferPointer) -> Int

  /// What at the beginning of a record separates it from the one before, so that the first that is written does without; nil for most.
  func separator(of record: UnsafeRawBufferPointer) -> Range<Int>?
}

/// Most formats are plain sequences of records.
extension RecordFormat {
  var needsWholeInput: Bool { false }
  func remainder(of record: UnsafeRawBufferPointer) -> Int { 0 }
  func separator(of record: UnsafeRawBufferPointer) -> Range<Int>? { nil }
}

/// Where a record's coordinate lies, and where its answer goes.
struct LocatedRecord {
  /// What around the answer depends on the record; each format reads it in its own way.
  typealias Frame = Int32

  /// The point; meaningless unless ``status`` is `.ok`.
  var point = PointKey(bits: 0)
  /// `.ok` when there is a point to ask about, else what is wrong with the row.
  var status = RowStatus.ok
  /// Offset in the record at which the answer is put in.
  var insertion: Int32
  /// How many bytes there are replaced by it.
  var replaced: Int32 = 0
  /// What the answer needs around it.
  var frame: Frame = 0
  /// Things worth counting.
  var traits = Traits()

  init(insertion: Int) { self.insertion = Int32(insertion) }

  /// Things worth counting about a record.
  struct Traits: OptionSet {
    let rawValue: UInt8
    /// A blank line: it passes through, gets nothing and is no row.
    static let blank = Traits(rawValue: 1)
    /// Fewer fields than the header.
    static let short = Traits(rawValue: 2)
    /// More fields than the header.
    static let long = Traits(rawValue: 4)
    /// Out of range, and fitting the other way round.
    static let looksSwapped = Traits(rawValue: 8)
    /// Exactly 0, 0.
    static let atZero = Traits(rawValue: 16)
    /// The sample leaves it out.
    static let leftOut = Traits(rawValue: 32)
  }

  /// A record that the sample leaves out, which nobody has looked at.
  static let leftOut = {
    var record = LocatedRecord(insertion: 0)
    record.traits = .leftOut
    return record
  }()
}

extension LocatedRecord {
  /// Takes two numbers for the record's coordinate, or notes why they are none.
  @inline(__always) mutating func place(latitude: Double, longitude: Double, isSwapped: Bool) {
    let (latitude, longitude) = isSwapped ? (longitude, latitude) : (latitude, longitude)
    do {
      point = PointKey(FixedPoint(try Coordinate(latitude: latitude, longitude: longitude)))
      if latitude == 0, longitude == 0 { traits.insert(.atZero) }
    } catch {
      status = .outOfRange
      if case .outOfRange(_, _, looksSwapped: true) = error { traits.insert(.looksSwapped) }
    }
  }

  /// Takes two cells for the record's coordinate.
  @inline(__always) mutating func place(latitude: DegreeText.Value, longitude: DegreeText.Value, isSwapped: Bool) {
    switch (latitude, longitude) {
    case (.degrees(let latitude), .degrees(let longitude)):
      place(latitude: latitude, longitude: longitude, isSwapped: isSwapped)
    case (.bad, _), (_, .bad): status = .badCoordinate
    default: status = .missingCoordinate
    }
  }

  /// Takes one cell with both numbers for the record's coordinate.
  mutating func place(_ combined: CombinedText.Value, isSwapped: Bool) {
    switch combined {
    case .pair(let latitude, let longitude): place(latitude: latitude, longitude: longitude, isSwapped: isSwapped)
    case .bad: status = .badCoordinate
    case .missing: status = .missingCoordinate
    }
  }
}
