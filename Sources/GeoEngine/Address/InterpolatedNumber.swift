import GeoModel
import GeoStore

/// The house number at a place of an `addr:interpolation` stretch.
///
/// 1. The part of the line's length up to the nearest place to the point, 0 to 1.
/// 2. That part of the way from the first number to the last, to the nearest number of the series: every `step`-th one, so
///    odd stays odd. Alphabetic stretches count letters.
/// 3. The place that the number has on the line.
public struct InterpolatedNumber {
  /// The number, as it would be written.
  public var text: String
  /// Where it stands on the line.
  public var place: FixedPoint

  /// The number nearest to the origin of a projection; nil when the ends of the stretch are no numbers or letters.
  public init?(on stretch: StoredInterpolation, nearestTo projection: LocalProjection) {
    guard let series = NumberSeries(first: stretch.first, last: stretch.last, step: Int(stretch.step)) else {
      return nil
    }
    let line = MeasuredLine(stretch.line, projection)
    guard let fraction = line.fractionNearestToOrigin else { return nil }
    let index = Int((fraction * Double(series.count - 1)).rounded())
    text = series.text(at: index)
    let exact = series.count > 1 ? Double(index) / Double(series.count - 1) : fraction
    place = projection.unproject(line.place(at: exact))
  }
}

/// The numbers of a stretch from first to last.
struct NumberSeries {
  /// How many numbers there are, both ends included; 1 or more.
  let count: Int
  private let prefix: String
  private let suffix: String
  private let start: Int
  private let step: Int
  private let isAlphabetic: Bool

  /// The series between two house numbers.
  ///
  /// - Parameter step: the difference between neighbours; 0 for letters.
  /// - Returns: nil when the ends do not form a series, such as `7` and `12` in steps of 2: the end is then left out.
  init?(first: String, last: String, step: Int) {
    if step == 0 {
      guard let a = first.utf8.last, let b = last.utf8.last, NumberSeries.isLetter(a), NumberSeries.isLetter(b),
        first.dropLast() == last.dropLast() || first.dropLast().isEmpty == false
      else { return nil }
      (prefix, suffix, isAlphabetic, start) = (String(first.dropLast()), "", true, Int(a))
      self.step = b >= a ? 1 : -1
      count = abs(Int(b) - Int(a)) + 1
      return
    }
    guard step > 0, let a = NumberSeries.leadingNumber(first), let b = NumberSeries.leadingNumber(last) else {
      return nil
    }
    (prefix, suffix, isAlphabetic, start) = ("", "", false, a)
    self.step = b >= a ? step : -step
    count = abs(b - a) / step + 1
  }

  /// The number at a position, 0 to ``count`` - 1.
  func text(at index: Int) -> String {
    let value = start + index * step
    guard isAlphabetic else { return String(value) }
    return prefix + String(UnicodeScalar(UInt8(clamping: value)))
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }

  /// The number a text begins with, such as 12 in `12a`.
  static func leadingNumber(_ text: String) -> Int? {
    let digits = text.utf8.prefix { (48...57).contains($0) }
    return digits.isEmpty || digits.count > 6 ? nil : digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }
}

/// A line in metres with its length.
struct MeasuredLine {
  private let points: [LocalPoint]
  private let lengthMeters: Double

  init(_ line: [FixedPoint], _ projection: LocalProjection) {
    points = line.map(projection.project)
    lengthMeters = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  /// The part of the length up to the place nearest to the origin, 0 to 1; nil for a line without points.
  var fractionNearestToOrigin: Double? {
    guard let first = points.first else { return nil }
    guard lengthMeters > 0 else { return 0 }
    var best = (squared: first.squaredLength, length: 0.0)
    var walked = 0.0
    for (from, to) in zip(points, points.dropFirst()) {
      let nearest = from.nearestToOrigin(onSegmentTo: to)
      if nearest.squaredLength < best.squared {
        best = (nearest.squaredLength, walked + from.distance(to: nearest))
      }
      walked += from.distance(to: to)
    }
    return best.length / lengthMeters
  }

  /// The place at a part of the length.
  func place(at fraction: Double) -> LocalPoint {
    var rest = fraction * lengthMeters
    for (from, to) in zip(points, points.dropFirst()) {
      let length = from.distance(to: to)
      if rest <= length, length > 0 {
        let part = rest / length
        return LocalPoint(x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y))
      }
      rest -= length
    }
    return points.last ?? LocalPoint(x: 0, y: 0)
  }
}

extension LocalPoint {
  /// Metres to another place of the same projection.
  func distance(to other: LocalPoint) -> Double {
    LocalPoint(x: other.x - x, y: other.y - y).squaredLength.squareRoot()
  }
}
