/// Why a text is no coordinate. The caller's fault, with advice.
public enum CoordinateTextError: Error, Hashable, Sendable {
  /// A part of the text is not a number; it is quoted as written.
  case notANumber(String)
  /// There are fewer than two numbers.
  case tooFewNumbers(found: Int)
  /// There are more than two numbers; `hasCommas` when commas may have been meant as decimal points.
  case tooManyNumbers(found: Int, hasCommas: Bool)
  /// Minutes or seconds of 60 and more, or out of order; the angle is quoted as written.
  case badAngle(String)
  /// Both angles carry letters of the same axis, or a sign and a letter contradict each other.
  case badHemisphere(String)
  /// A `geo:` address asks for another reference system than WGS84.
  case unknownReferenceSystem(String)
  /// The numbers are no coordinate.
  case invalid(CoordinateError)
}

extension CoordinateTextError: CustomStringConvertible {
  /// One sentence for a person: what is wrong with which part, and what to do.
  public var description: String {
    switch self {
    case .notANumber(let text): "'\(text)' is not a number"
    case .tooFewNumbers(0): "a coordinate is needed: latitude and longitude in degrees"
    case .tooFewNumbers: "one number is missing: a coordinate is a latitude and a longitude"
    case .tooManyNumbers(let found, let hasCommas):
      "a coordinate is two numbers, not \(found)"
        + (hasCommas ? "; write decimals with a point, as a comma separates latitude and longitude" : "")
    case .badAngle(let text): "'\(text)' is not an angle: minutes and seconds go from 0 to 59"
    case .badHemisphere(let text): "the compass letters in '\(text)' contradict each other"
    case .unknownReferenceSystem(let name): "the reference system '\(name)' is not known; only wgs84 is"
    case .invalid(let error): error.description
    }
  }
}
