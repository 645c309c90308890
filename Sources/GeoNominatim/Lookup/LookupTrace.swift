import GeoModel

/// Notes how an answer came about, for `debug=1`; does nothing unless it is asked to.
struct LookupTrace {
  /// A step and what came of it.
  struct Entry {
    var step: String
    var text: String
    var source: SourceReference?
  }

  /// The steps in their order.
  private(set) var entries: [Entry] = []
  /// Whether steps are noted at all.
  private let isOn: Bool

  /// A trace that notes, or one that does nothing.
  init(isOn: Bool) { self.isOn = isOn }

  /// Notes a step.
  mutating func note(_ step: @autoclosure () -> String, _ text: @autoclosure () -> String) {
    guard isOn else { return }
    entries.append(Entry(step: step(), text: text(), source: nil))
  }

  /// Notes an object.
  mutating func note(_ step: @autoclosure () -> String, _ object: KnownObject, _ meters: Double) {
    guard isOn else { return }
    let tag = object.object.mainTag
    let name = object.name("name").map { " \($0)" } ?? ""
    let ranks = object.object.ranks
    entries.append(
      Entry(
        step: step(),
        text:
          "\(tag.key)=\(tag.value)\(name) at \(Int(meters.rounded())) m, ranks \(ranks.search) and \(ranks.address)",
        source: object.object.source))
  }
}
