import GeoModel

/// A file format: finds the ends of records and the coordinate of a record, and writes an answer into it.
///
/// All formats share one idea: **the output is the input with insertions**. A format never writes a record. It returns
/// the offset of an insertion, and the number of bytes that it replaces (such as a `null`). All other bytes therefore
/// reach the output unchanged.
protocol RecordFormat: Sendable {
  associatedtype Splitter: RecordSplitter

  /// A splitter at the beginning of the records.
  var splitter: Splitter { get }

  /// Finds the coordinate of a record and the place for the answer.
  func locate(_ record: UnsafeRawBufferPointer) -> LocatedRecord

  /// Appends the new values of an answer. The same values always give the same bytes, independent of the record.
  ///
  /// - Parameter value: returns the value of a field.
  func appendAnswer(to bytes: inout [UInt8], _ value: (AnswerField.Content) -> ColumnValue)

  /// Appends an answer with the bytes that the record needs around it, such as a comma or missing delimiters.
  func appendInsertion(_ answer: UnsafeRawBufferPointer, for record: LocatedRecord, to bytes: inout [UInt8])

  /// Appends the columns of a row's track, behind the answer. Only tables have them.
  func appendTrack(_ row: TrackSheet.Row, to bytes: inout [UInt8])

  /// Whether the file has to be read to its end even if no later record is needed, because closing bytes must follow
  /// the last one.
  var needsWholeInput: Bool { get }

  /// How many bytes at the beginning of a record must remain when a sample leaves the record out, because they belong
  /// to the whole file.
  func remainder(of record: UnsafeRawBufferPointer) -> Int

  /// The separator from the previous record, which the first record in the output must lose; nil for most formats.
  func separator(of record: UnsafeRawBufferPointer) -> Range<Int>?
}

/// Most formats are plain sequences of records.
extension RecordFormat {
  func appendTrack(_ row: TrackSheet.Row, to bytes: inout [UInt8]) {}
  var needsWholeInput: Bool { false }
  func remainder(of record: UnsafeRawBufferPointer) -> Int { 0 }
  func separator(of record: UnsafeRawBufferPointer) -> Range<Int>? { nil }
}

/// Finds the ends of records in a stream of bytes that arrives in pieces.
///
/// A splitter receives the unfinished bytes again with more behind them, so its offsets count from the start of the
/// buffered bytes. ``drop(_:)`` reports that finished bytes were removed.
protocol RecordSplitter: Sendable {
  /// Appends the end of every complete record as an offset into `bytes`, and remembers where to continue.
  ///
  /// Further calls may continue with the same bytes.
  ///
  /// - Parameters:
  ///   - bytes: all buffered bytes; earlier calls have seen a prefix of them.
  ///   - isLast: whether the input ends here, which completes an unfinished record.
  ///   - enough: the offset after which no further record is searched; the first record that ends at or behind it is
  ///     the last.
  ///   - ends: receives the offsets, ascending.
  /// - Throws: ``EnrichmentError`` when the bytes are not of this format at all.
  mutating func split(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, upTo enough: Int, into ends: inout [Int]
  ) throws(EnrichmentError)

  /// Reports that the first `count` bytes, which are complete records, are no longer buffered.
  mutating func drop(_ count: Int)

  /// Tries to find an end after all when the buffered bytes exceed the longest allowed record, for instance by treating
  /// a quote that never closes as an ordinary character.
  ///
  /// Returns false when there is nothing to try.
  mutating func giveUpWaiting() -> Bool

  /// Describes what is missing if the input ends behind the bytes seen so far; nil when it may end there.
  ///
  /// A splitter that began between two records, as in a resumed run, gives the same result as one that has seen all
  /// bytes.
  var lacking: String? { get }

  /// Describes the bytes behind the last record that cannot belong to any record; nil when there are none.
  ///
  /// The scan stops before them.
  var excess: String? { get }
}

/// The defaults, which fit most splitters.
extension RecordSplitter {
  mutating func giveUpWaiting() -> Bool { false }
  var lacking: String? { nil }
  var excess: String? { nil }
}

/// The coordinate of a record and the place for its answer.
struct LocatedRecord {
  /// The bytes that the answer needs around it. Each format gives the number its own meaning.
  typealias Frame = Int32

  /// The point; meaningless unless ``status`` is `.ok`.
  var point = PointKey(bits: 0)
  /// `.ok` when there is a point to look up, or else the problem with the row.
  var status = RowStatus.ok
  /// The offset in the record at which the answer is inserted.
  var insertion: Int32
  /// How many bytes at that offset the answer replaces.
  var replaced: Int32 = 0
  /// The bytes that the answer needs around it.
  var frame: Frame = 0
  /// Traits to count.
  var traits = Traits()
  /// The fields whose names the record already has: ``NewNames``.
  var taken: NewNames.Mask = 0 { didSet { if taken != 0 { traits.insert(.hasTakenName) } } }

  init(insertion: Int) { self.insertion = Int32(insertion) }

  /// Traits of a record to count.
  struct Traits: OptionSet {
    let rawValue: UInt16
    /// A blank line, which passes through unchanged and does not count as a row.
    static let blank = Traits(rawValue: 1)
    /// The record has fewer fields than the header.
    static let short = Traits(rawValue: 2)
    /// The record has more fields than the header.
    static let long = Traits(rawValue: 4)
    /// The coordinate is out of range and would fit when swapped.
    static let looksSwapped = Traits(rawValue: 8)
    /// The coordinate is exactly 0, 0.
    static let atZero = Traits(rawValue: 16)
    /// The sample leaves the record out.
    static let leftOut = Traits(rawValue: 32)
    /// The record already has a new name, although the first records of the file do not.
    static let hasTakenName = Traits(rawValue: 64)
    /// A quote spans several lines and closes in the middle of a field, so the field probably contains other rows.
    static let hasRunawayQuote = Traits(rawValue: 128)
    /// The ten-millionths of a degree may be millionths.
    static let mayBeMillionths = Traits(rawValue: 256)
    /// The coordinate would be valid if it were known whether its letter O means east or west.
    static let hasLetterO = Traits(rawValue: 512)
  }

  /// A record that the sample leaves out, which was not located.
  static let leftOut = {
    var record = LocatedRecord(insertion: 0)
    record.traits = .leftOut
    return record
  }()

  /// Sets the point from two numbers, or the status if they are not a coordinate.
  @inline(__always) mutating func place(latitude: Double, longitude: Double, isSwapped: Bool) {
    let (latitude, longitude) = isSwapped ? (longitude, latitude) : (latitude, longitude)
    do {
      point = PointKey(FixedPoint(asked: try Coordinate(latitude: latitude, longitude: longitude)))
      if latitude == 0, longitude == 0 { traits.insert(.atZero) }
    } catch {
      if let degrees = Coordinate.tenMillionths(latitude: latitude, longitude: longitude) {
        if WholeUnits.mayBeMillionths(latitude: degrees.latitude, longitude: degrees.longitude) {
          traits.insert(.mayBeMillionths)
        }
        return place(latitude: degrees.latitude, longitude: degrees.longitude, isSwapped: false)
      }
      status = .outOfRange
      if case .outOfRange(_, _, looksSwapped: true) = error { traits.insert(.looksSwapped) }
    }
  }

  /// Sets the point from two cells.
  @inline(__always) mutating func place(latitude: DegreeText.Value, longitude: DegreeText.Value, isSwapped: Bool) {
    switch (latitude, longitude) {
    case (.degrees(let latitude), .degrees(let longitude)):
      place(latitude: latitude, longitude: longitude, isSwapped: isSwapped)
    case (.bad, _), (_, .bad): status = .badCoordinate
    case (.missing, _), (_, .missing): status = .missingCoordinate
    case (.named, _), (_, .named): place(CombinedText.pair(latitude, longitude), isSwapped: isSwapped)
    }
  }

  /// Sets the point from two cells whose whole numbers have a unit other than degrees.
  mutating func place(
    latitude: DegreeText.Value, longitude: DegreeText.Value, in units: WholeUnits, isSwapped: Bool
  ) {
    let (first, second) = (units.degrees(latitude), units.degrees(longitude))
    if units == .tenMillionths, first != latitude, second != longitude, case .degrees(let y) = first,
      case .degrees(let x) = second, WholeUnits.mayBeMillionths(latitude: y, longitude: x)
    {
      traits.insert(.mayBeMillionths)
    }
    place(latitude: first, longitude: second, isSwapped: isSwapped)
  }

  /// Sets the point from one cell that holds both numbers.
  mutating func place(_ combined: CombinedText.Value, isSwapped: Bool) {
    switch combined {
    case .pair(let latitude, let longitude): place(latitude: latitude, longitude: longitude, isSwapped: isSwapped)
    case .named(let latitude, let longitude): place(latitude: latitude, longitude: longitude, isSwapped: false)
    case .bad: status = .badCoordinate
    case .missing: status = .missingCoordinate
    }
  }
}
