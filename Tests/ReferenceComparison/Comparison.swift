import GeoEngine
import GeoModel

/// The verdicts over all points, by field and region.
struct Comparison {
  /// One point at which a field differs.
  struct Difference {
    var point: ReferencePoint
    var field: Field
    var verdict: Verdict
    var placemark: Placemark?
    /// The distance of the reference's choice from the point, in meters by our measure; nil when unknown.
    var referenceMeters: Double?
    /// The reason why our value is right.
    var reason: Reason
  }

  private(set) var differences: [Difference] = []
  private(set) var regions: [String] = []
  private var counts: [String: [Field: [Verdict: Int]]] = [:]

  /// Adds one point with our answer.
  ///
  /// - Parameter others: further candidates around the point, to find the distance of the reference's choice.
  mutating func add(
    _ point: ReferencePoint, _ placemark: Placemark?, others: [Placemark], _ surroundings: Surroundings,
    _ engine: PlacemarkEngine
  ) throws {
    let finder = ReasonFinder(point: point, placemark: placemark, surroundings: surroundings, engine: engine)
    let meters = point.distance(among: others)
    if counts[point.region] == nil { regions.append(point.region) }
    for field in Field.allCases {
      let ours = field.value(of: placemark)
      let reference = point.answer[field.column] ?? ""
      let verdict = Verdict(
        field: field, ours: field == .country ? ours.lowercased() : ours, reference: reference,
        fullAddress: point.answer["display_name"] ?? "")
      counts[point.region, default: [:]][field, default: [:]][verdict, default: 0] += 1
      if !verdict.isAgreement {
        differences.append(
          Difference(
            point: point, field: field, verdict: verdict, placemark: placemark, referenceMeters: meters,
            reason: try finder.reason(field, referenceMeters: meters)))
      }
    }
  }

  /// How many points of a region (nil: of all) have one of these verdicts.
  func count(_ field: Field, region: String?, where isCounted: (Verdict) -> Bool) -> Int {
    var sum = 0
    for (name, fields) in counts where region == nil || region == name {
      for (verdict, count) in fields[field] ?? [:] where isCounted(verdict) { sum += count }
    }
    return sum
  }

  /// The same as ``agreement(_:region:)``, but counts differences in which the map supports our value as agreement.
  func agreementOrRight(_ field: Field, region: String?) -> Double? {
    let compared = count(field, region: region) { $0 != .extra }
    let right = differences.filter {
      $0.field == field && $0.verdict != .extra && $0.reason.speaksForUs && (region == nil || $0.point.region == region)
    }.count
    guard compared > 0 else { return nil }
    return Double(count(field, region: region) { $0.isAgreement } + right) / Double(compared)
  }

  /// The share of the points at which the values agree, among those where the reference has a value or we have none.
  func agreement(_ field: Field, region: String?) -> Double? {
    let compared = count(field, region: region) { $0 != .extra }
    guard compared > 0 else { return nil }
    return Double(count(field, region: region) { $0.isAgreement }) / Double(compared)
  }
}

extension ReferencePoint {
  /// The distance of the object that the reference chose, if it is among the candidates; streets are compared by name.
  fileprivate func distance(among candidates: [Placemark]) -> Double? {
    let chosen = candidates.first { candidate in
      candidate.source.map { "\($0.type.rawValue)/\($0.id)" == object } ?? false
    }
    let sameStreet = candidates.first { $0.match == .street && $0.thoroughfare == answer["road"] }
    return (chosen ?? ((answer["house_number"] ?? "").isEmpty ? sameStreet : nil))?.distanceMeters
  }
}
