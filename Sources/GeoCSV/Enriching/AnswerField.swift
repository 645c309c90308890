import GeoModel

/// One thing that is added to every record: its name in the file, and what it says.
struct AnswerField: Sendable, Equatable {
  /// What it says.
  enum Content: Sendable, Equatable {
    case column(OutputColumn)
    case template(ColumnTemplate)
  }

  /// The header, key or element name.
  var name: String
  var content: Content

  /// Whether its values are numbers, which may begin with a minus sign.
  var isNumber: Bool {
    switch content {
    case .column(.distanceMeters), .column(.matchLatitude), .column(.matchLongitude): true
    default: false
    }
  }

  /// The value for a row that was answered.
  @inline(__always) func appendPlain(_ placemark: Placemark, to bytes: inout [UInt8]) {
    switch content {
    case .column(.status): bytes.append(RowStatus.ok.word)
    case .column(let column): column.value(of: placemark).appendPlain(to: &bytes)
    case .template(let template): template.appendPlain(placemark, to: &bytes)
    }
  }

  /// The value for a row that was not: just the status.
  @inline(__always) func appendPlain(_ status: RowStatus, to bytes: inout [UInt8]) {
    if content == .column(.status) { bytes.append(status.word) }
  }
}

extension AnswerField {
  /// All that is added, with names that are not in the file yet.
  ///
  /// The template comes behind the columns, and the status last unless the user put it elsewhere.
  ///
  /// - Parameters:
  ///   - existing: the names in the file.
  ///   - note: told of every name that had to give way.
  static func fields(_ options: EnrichmentOptions, existing: [String], note: (String) -> Void) -> [AnswerField] {
    var contents = options.columns.map(Content.column)
    if let template = options.template {
      contents.insert(.template(template), at: contents.last == .column(.status) ? contents.count - 1 : contents.count)
    }
    var taken = Set(existing.map { $0.lowercased() })
    return contents.map { content in
      let wanted = options.prefix + content.usualName
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

extension AnswerField.Content {
  fileprivate var usualName: String {
    switch self {
    case .column(let column): column.rawValue
    case .template(let template): template.name
    }
  }
}
