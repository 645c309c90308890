import GeoModel

/// The verdicts over all points, by field and region.
struct Comparison {
  /// One point at which a field differs.
  struct Difference {
    var point: ReferencePoint
    var field: Field
    var verdict: Verdict
    var placemark: Placemark?
  }

  private(set) var differences: [Difference] = []
  private(set) var regions: [String] = []
  private var counts: [String: [Field: [Verdict: Int]]] = [:]

  /// Takes one point with our answer.
  mutating func add(_ point: ReferencePoint, _ placemark: Placemark?) {
    if counts[point.region] == nil { regions.append(point.region) }
    for field in Field.allCases {
      let ours = field.value(of: placemark)
      let reference = point.answer[field.column] ?? ""
      let verdict = Verdict(
        field: field, ours: field == .country ? ours.lowercased() : ours, reference: reference,
        fullAddress: point.answer["display_name"] ?? "")
      counts[point.region, default: [:]][field, default: [:]][verdict, default: 0] += 1
      if !verdict.isAgreement {
        differences.append(Difference(point: point, field: field, verdict: verdict, placemark: placemark))
      }
    }
  }

  /// How many points of a region (nil: of all) have one of some verdicts.
  func count(_ field: Field, region: String?, where isCounted: (Verdict) -> Bool) -> Int {
    var sum = 0
    for (name, fields) in counts where region == nil || region == name {
      for (verdict, count) in fields[field] ?? [:] where isCounted(verdict) { sum += count }
    }
    return sum
  }

  /// The part of the points at which the values agree, of those where the reference has a value or we have none.
  func agreement(_ field: Field, region: String?) -> Double? {
    let compared = count(field, region: region) { $0 != .extra }
    guard compared > 0 else { return nil }
    return Double(count(field, region: region) { $0.isAgreement }) / Double(compared)
  }
}
