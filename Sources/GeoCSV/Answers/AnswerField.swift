import GeoModel

/// One new column: its name in the output and the kind of value that fills it.
struct AnswerField: Sendable, Equatable {
  /// The kind of value.
  enum Content: Sendable, Equatable {
    case column(OutputColumn)
    /// Indirect, so that copying a column costs no reference counting.
    indirect case template(ColumnTemplate)
    /// A value of the row's track, independent of the answer.
    case track(TrackColumn)

    /// Its name without a prefix.
    var name: String {
      switch self {
      case .column(let column): column.name
      case .template(let template): template.name
      case .track(let column): column.rawValue
      }
    }

    /// The value for a row that has an answer; `none` for a template without any value.
    @inline(__always) func value(of placemark: borrowing Placemark) -> ColumnValue {
      switch self {
      case .column(.status): .text(RowStatus.ok.word)
      case .column(let column): column.value(of: placemark)
      case .template(let template): template.value(of: placemark)
      case .track: .none
      }
    }

    /// The value for a row without an answer: only the status has one.
    func value(of status: RowStatus) -> ColumnValue { self == .column(.status) ? .text(status.word) : .none }
  }

  /// The header, key or element name.
  var name: String
  var content: Content

  /// Whether the value comes from the row's track instead of the answer.
  var isOfTrack: Bool { if case .track = content { true } else { false } }

  /// All new columns, with names that the file does not have yet.
  ///
  /// The template follows the columns. The status is last unless the user put it elsewhere. The columns of tracks come
  /// at the end.
  ///
  /// - Parameters:
  ///   - existing: the names in the file.
  ///   - note: receives every name that had to change.
  static func fields(_ options: EnrichmentOptions, existing: [String], note: (String) -> Void) -> [AnswerField] {
    var contents = options.columns.map(Content.column)
    if let template = options.template {
      contents.insert(.template(template), at: contents.last == .column(.status) ? contents.count - 1 : contents.count)
    }
    if options.tracks != nil { contents += TrackColumn.allCases.map(Content.track) }
    var taken = Set(existing.map { $0.lowercased() })
    return contents.map { content in
      let wanted = options.prefix + content.name
      let name = freeName(wanted, taken: taken)
      if name != wanted {
        note("there is a column \"\(wanted)\" already; the new one is called \"\(name)\" (--prefix changes all names)")
      }
      taken.insert(name.lowercased())
      return AnswerField(name: name, content: content)
    }
  }

  private static func freeName(_ wanted: String, taken: Set<String>) -> String {
    guard taken.contains(wanted.lowercased()) else { return wanted }
    let marked = "geocode_" + wanted
    var name = marked
    var number = 2
    while taken.contains(name.lowercased()) {
      name = "\(marked)_\(number)"
      number += 1
    }
    return name
  }
}
