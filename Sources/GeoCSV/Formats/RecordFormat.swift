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

  /// Appends what an answer adds to a record. The same values always give the same bytes, whatever the record.
  ///
  /// - Parameter value: what is written for a field.
  func appendAnswer(to bytes: inout [UInt8], _ value: (AnswerField.Content) -> ColumnValue)

  /// Appends an answer with what the record needs around it, such as a comma or missing delimiters.
  func appendInsertion(_ answer: UnsafeRawBufferPointer, for record: LocatedRecord, to bytes: inout [UInt8])

  /// Appends what a row gets of its track, behind the answer. Tables alone have tracks.
  func appendTrack(_ row: TrackSheet.Row, to bytes: inout [UInt8])

  /// Whether the file has to be read to its end even if no later record is wanted, because something must come after the last one.
  var needsWholeInput: Bool { get }

  /// How many bytes at the beginning of a record stay when a sample leaves the record out, because they belong to the whole file.
  func remainder(of record: UnsafeRawBufferPointer) -> Int

  /// What separates a record from the one before, so that the first one written can do without; nil for most formats.
  func separator(of record: UnsafeRawBufferPointer) -> Range<Int>?
}

/// Most formats are plain sequences of records.
extension RecordFormat {
  func appendTrack(_ row: TrackSheet.Row, to bytes: inout [UInt8]) {}
  var needsWholeInput: Bool { false }
  func remainder(of record: UnsafeRawBufferPointer) -> Int { 0 }
  func separator(of record: UnsafeRawBufferPointer) -> Range<Int>? { nil }
}

/// Finds where records end in a stream of bytes that arrives in pieces.
///
/// A splitter sees the unfinished bytes again with more behind them, so its offsets count from the start of the bytes that are
/// still held; ``drop(_:)`` tells it when the finished ones are gone.
protocol RecordSplitter: Sendable {
  /// Appends the end of every record that is complete, as offsets into `bytes`, and remembers where to continue. It may be asked to go on
  /// over the same bytes.
  ///
  /// - Parameters:
  ///   - bytes: everything held and not yet dropped; earlier calls have seen a prefix of it.
  ///   - isLast: nothing follows: an unfinished record is complete now.
  ///   - enough: the first record that ends there or behind it is the last one looked for.
  ///   - ends: receives the offsets, ascending.
  /// - Throws: ``EnrichmentError`` when the bytes are not of the format at all.
  mutating func split(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, upTo enough: Int, into ends: inout [Int]
  ) throws(EnrichmentError)

  /// The first `count` bytes, which are whole records, are no longer held.
  mutating func drop(_ count: Int)

  /// Called when the held bytes exceed the longest record allowed: a chance to find an end after all, for instance by treating a
  /// quote that never closes as an ordinary character. Returns false when there is nothing to try.
  mutating func giveUpWaiting() -> Bool

  /// What is missing if the input ends behind the bytes seen so far, in words; nil when it may end there. A splitter that began between two
  /// records, as in a resumed run, says the same as one that has seen all.
  var lacking: String? { get }

  /// What follows the last record, in words, where the bytes seen so far have something that no record can be in; nil where there is no
  /// such thing. Nothing is looked for behind it.
  var excess: String? { get }
}

/// Tables and lines may end behind any row.
extension RecordSplitter {
  mutating func giveUpWaiting() -> Bool { false }
  var lacking: String? { nil }
  var excess: String? { nil }
}

/// Where a record's coordinate lies, and where its answer goes.
struct LocatedRecord {
  /// What the answer needs around it depends on the record; each format reads this in its own way.
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
  /// The fields whose names the record has already: ``NewNames``.
  var taken: NewNames.Mask = 0 { didSet { if taken != 0 { traits.insert(.hasTakenName) } } }

  init(insertion: Int) { self.insertion = Int32(insertion) }

  /// Things worth counting about a record.
  struct Traits: OptionSet {
    let rawValue: UInt16
    /// A blank line: it passes through, gets nothing and does not count as a row.
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
    /// It has a new name already, although the first records of the file do not.
    static let hasTakenName = Traits(rawValue: 64)
    /// A quote runs over lines and closes in the midst of a field: other rows are probably in it.
    static let hasRunawayQuote = Traits(rawValue: 128)
    /// Ten-millionths of a degree that may be millionths.
    static let mayBeMillionths = Traits(rawValue: 256)
    /// Nothing but the letter O, of which nobody knows whether it is east or west, keeps it from being a coordinate.
    static let hasLetterO = Traits(rawValue: 512)
  }

  /// A record that the sample leaves out, which nobody has looked at.
  static let leftOut = {
    var record = LocatedRecord(insertion: 0)
    record.traits = .leftOut
    return record
  }()

  /// Takes two numbers for the record's coordinate, or notes why they are not one.
  @inline(__always) mutating func place(latitude: Double, longitude: Double, isSwapped: Bool) {
    let (latitude, longitude) = isSwapped ? (longitude, latitude) : (latitude, longitude)
    do {
      point = PointKey(FixedPoint(try Coordinate(latitude: latitude, longitude: longitude)))
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

  /// Takes two cells for the record's coordinate.
  @inline(__always) mutating func place(latitude: DegreeText.Value, longitude: DegreeText.Value, isSwapped: Bool) {
    switch (latitude, longitude) {
    case (.degrees(let latitude), .degrees(let longitude)):
      place(latitude: latitude, longitude: longitude, isSwapped: isSwapped)
    case (.bad, _), (_, .bad): status = .badCoordinate
    case (.missing, _), (_, .missing): status = .missingCoordinate
    case (.named, _), (_, .named): place(CombinedText.pair(latitude, longitude), isSwapped: isSwapped)
    }
  }

  /// Takes two cells whose whole numbers are of another unit than degrees.
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

  /// Takes one cell with both numbers for the record's coordinate.
  mutating func place(_ combined: CombinedText.Value, isSwapped: Bool) {
    switch combined {
    case .pair(let latitude, let longitude): place(latitude: latitude, longitude: longitude, isSwapped: isSwapped)
    case .named(let latitude, let longitude): place(latitude: latitude, longitude: longitude, isSwapped: false)
    case .bad: status = .badCoordinate
    case .missing: status = .missingCoordinate
    }
  }
}
