import GeoModel

/// What the areas around a point put into every placemark there, in one list of languages and up to one detail.
///
/// Points of one neighborhood share it, so it is worked out once and then copied: names, codes, time zone, which of them are
/// coarse or transliterated, water. What depends on the point or on the house is added to the copy.
final class AreaFields {
  /// The number of the namer that chose the names.
  fileprivate let namer: UInt64
  /// The finest part that is filled.
  fileprivate let detail: PlacemarkDetail
  /// The fields; its coordinate means nothing.
  let placemark: Placemark
  /// What was asked for earlier.
  fileprivate var next: AreaFields?

  /// Fields that were worked out.
  init(_ placemark: Placemark, namer: UInt64, detail: PlacemarkDetail) {
    self.placemark = placemark
    self.namer = namer
    self.detail = detail
  }
}

/// The fields of one hierarchy for the languages and details asked for lately, the newest first.
struct AreaFieldsList {
  private var first: AreaFields?
  /// A server may be asked in some languages by turns.
  private static let capacity = 4

  /// The fields in a namer's languages up to a detail; nil when they are not kept.
  func fields(namer: UInt64, detail: PlacemarkDetail) -> AreaFields? {
    var entry = first
    while let fields = entry {
      if fields.namer == namer, fields.detail == detail { return fields }
      entry = fields.next
    }
    return nil
  }

  /// Keeps fields in place of the oldest.
  mutating func insert(_ fields: AreaFields) {
    fields.next = first
    first = fields
    var last = fields
    for _ in 1..<AreaFieldsList.capacity {
      guard let next = last.next else { return }
      last = next
    }
    last.next = nil
  }
}
