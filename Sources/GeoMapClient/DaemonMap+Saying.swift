import GeoMap
import GeoModel
import GeoWire

// Sends annotations to the daemon, in requests of accepted size.
extension DaemonMap {
  /// The approximate largest size of a request in bytes; the daemon refuses lines of a megabyte.
  static let lineBytes = 400_000
  /// The largest number of objects in a request.
  private static let objects = 5_000

  func inParts(
    _ ids: [AnnotationID], _ method: MapMethod, _ members: (inout JSONWriter, ArraySlice<AnnotationID>) -> Void
  ) {
    for start in stride(from: 0, to: ids.count, by: DaemonMap.objects) {
      let part = ids[start..<min(ids.count, start + DaemonMap.objects)]
      ask(method) { members(&$0, part) }
    }
  }

  /// Sends objects in as many requests as needed to keep each line within the accepted size.
  ///
  /// - Parameters:
  ///   - most: the largest number of objects in a request.
  ///   - name: the member that contains the objects.
  ///   - members: writes the members that all requests share.
  func inLines<Object>(
    _ objects: some Sequence<Object>, most: Int, _ method: MapMethod, _ name: StaticString,
    members: (inout JSONWriter) -> Void = { _ in }, _ write: (inout JSONWriter, Object) -> Void
  ) {
    var (waiting, bytes) = ([[UInt8]](), 0)
    func send() {
      guard !waiting.isEmpty else { return }
      ask(method) { json in
        members(&json)
        json.member(name, array: waiting) { $0.raw($1) }
      }
      (waiting, bytes) = ([], 0)
    }
    for object in objects {
      var writer = JSONWriter()
      write(&writer, object)
      if bytes + writer.bytes.count > DaemonMap.lineBytes || waiting.count == most { send() }
      waiting.append(writer.bytes)
      bytes += writer.bytes.count
    }
    send()
  }

  func move(_ ids: [AnnotationID], _ map: MapView) {
    func move(_ moved: [(id: AnnotationID, annotation: any Annotation)], hasHeadings: Bool) {
      guard !moved.isEmpty else { return }
      ask(.moveAnnotations) { json in
        json.member("ids", array: moved) { $0.annotationID($1.id) }
        json.member("latitudes", array: moved) { $0.number($1.annotation.coordinate.latitude) }
        json.member("longitudes", array: moved) { $0.number($1.annotation.coordinate.longitude) }
        if hasHeadings { json.member("headings", array: moved) { $0.number($1.annotation.knownHeading ?? 0) } }
      }
    }
    for start in stride(from: 0, to: ids.count, by: DaemonMap.objects) {
      let part = ids[start..<min(ids.count, start + DaemonMap.objects)]
      let moved = part.compactMap { id in map.annotation(for: id).map { (id: id, annotation: $0) } }
      move(moved.filter { $0.annotation.knownHeading == nil }, hasHeadings: false)
      move(moved.filter { $0.annotation.knownHeading != nil }, hasHeadings: true)
    }
  }

  /// Sends annotations in their current state; those from columns go as columns again.
  func say(_ ids: [AnnotationID], _ map: MapView) {
    var objects: [(id: AnnotationID, annotation: any Annotation)] = []
    var rows: [RowKind: [(id: AnnotationID, row: ColumnAnnotation)]] = [:]
    for id in ids {
      guard let annotation = map.annotation(for: id) else { continue }
      if let row = annotation as? ColumnAnnotation {
        rows[RowKind(template: map.template(of: id), hasHeading: row.heading != nil), default: []].append((id, row))
      } else {
        objects.append((id, annotation))
      }
    }
    for start in stride(from: 0, to: objects.count, by: 1_000) {
      let part = objects[start..<min(objects.count, start + 1_000)]
      var views: [AnnotationID: AnnotationView] = [:]
      for (id, _) in part where map.template(of: id) == nil { views[id] = map.view(for: id) }
      let looks = views.mapValues { look(of: $0) }
      inLines(part, most: 1_000, .addAnnotations, "annotations") { json, said in
        json.object { json in
          json.key("id")
          json.annotationID(said.id)
          json.key("coordinate")
          json.exactCoordinate(said.annotation.coordinate)
          json.member("title", said.annotation.title)
          json.member("subtitle", said.annotation.subtitle)
          json.member("heading", number: said.annotation.knownHeading)
          json.member("template", map.template(of: said.id))
          guard let look = looks[said.id] else { return }
          json.key("view")
          json.raw(look)
        }
      }
      // Views sent earlier for annotations with a template are superseded by the template.
      for (id, _) in part { known.views[id] = nil }
      for (id, view) in views { known.views[id] = ToldView(view, look: looks[id]?.hashValue) }
    }
    for (kind, said) in rows {
      let rows = said.map(\.row)
      let columns = try? AnnotationColumns(
        ids: said.map(\.id), latitudes: rows.map(\.coordinate.latitude), longitudes: rows.map(\.coordinate.longitude),
        titles: rows.contains { $0.title != nil } ? rows.map { $0.title ?? "" } : nil,
        subtitles: rows.contains { $0.subtitle != nil } ? rows.map { $0.subtitle ?? "" } : nil,
        headings: kind.hasHeading ? rows.map { $0.heading ?? 0 } : nil)
      if let columns { say(columns, kind.template) }
    }
  }

  /// The properties that all rows of a request share.
  private struct RowKind: Hashable {
    let template: String?
    let hasHeading: Bool
  }

  func say(_ columns: AnnotationColumns, _ template: String?) {
    var start = 0
    while start < columns.count {
      var (end, bytes) = (start, 0)
      while end < columns.count, bytes < DaemonMap.lineBytes, end - start < 50_000 {
        if case .text(let text) = columns.ids[end] { bytes += text.utf8.count }
        bytes += 64 + (columns.titles?[end].utf8.count ?? 0) + (columns.subtitles?[end].utf8.count ?? 0)
        end += 1
      }
      let rows = start..<end
      ask(.addAnnotations) { json in
        json.member("template", template)
        json.member("columns") { json in
          json.annotationIDs("ids", columns.ids[rows])
          json.member("latitudes", array: columns.latitudes[rows]) { $0.number($1) }
          json.member("longitudes", array: columns.longitudes[rows]) { $0.number($1) }
          if let titles = columns.titles { json.member("titles", array: titles[rows]) { $0.string($1) } }
          if let texts = columns.subtitles { json.member("subtitles", array: texts[rows]) { $0.string($1) } }
          if let headings = columns.headings { json.member("headings", array: headings[rows]) { $0.number($1) } }
        }
      }
      start = end
    }
  }
}

extension Annotation {
  /// The heading in degrees as the daemon accepts it; nil when unknown.
  fileprivate var knownHeading: Double? {
    guard let heading = (self as? any HeadedAnnotation)?.heading, heading.isFinite else { return nil }
    return heading.truncatingRemainder(dividingBy: 360)
  }
}
