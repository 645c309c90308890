import GeoMap
import GeoModel
import GeoWire

extension MapRoom {
  /// The maximum number of annotations, overlays or templates in one request.
  static let objects = 10_000
  /// The maximum number of templates of a map.
  static let templateLimit = 1_000

  func registerTemplates(_ json: MapParameters) throws(WireError) -> MapResult {
    guard let all = json.value("templates"), all.isObject else {
      throw WireError(.invalidQuery, "'templates' must be an object: names and views")
    }
    var looks: [(name: String, look: MapViewLook?)] = []
    for (name, view) in all.members {
      guard !name.isEmpty else { throw WireError(.invalidQuery, "the name of a template may not be empty") }
      looks.append((name, view.isNull ? nil : try MapViewLook(view)))
    }
    guard Set(templates.keys).union(looks.filter { $0.look != nil }.map(\.name)).count <= MapRoom.templateLimit else {
      throw WireError(.loadingThrottled, "a map may have \(MapRoom.templateLimit) templates")
    }
    // Annotations of a removed template get their own views.
    let undressed = looks.contains { $0.look == nil && templates[$0.name] != nil } ? map.annotationCount : 0
    try reserve(
      looks.reduce(undressed * MapView.viewBytes) {
        $0 + $1.name.heldBytes + ($1.look.map { $0.registeredBytes + $0.clusterBytes } ?? 0)
      })
    for (name, look) in looks {
      templates[name] = look
      if let look {
        look.register(name, map, images)
      } else {
        map.register(nil, forAnnotationViewWithReuseIdentifier: name)
      }
    }
    if looks.contains(where: { $0.look == nil }) { countAgain() }
    return MapRoom.done
  }

  /// The template that a request names; nil for none.
  func template(_ json: MapParameters) throws(WireError) -> String? {
    guard let name = try json.string("template") else { return nil }
    guard templates[name] != nil else {
      throw WireError(
        .invalidQuery, "no template is called '\(name)'; register it first with mapView.registerTemplates")
    }
    return name
  }

  func addAnnotations(_ json: MapParameters) throws(WireError) -> MapResult {
    let common = try template(json)
    let hasPlacemarks = try json.bool("placemark") ?? false
    if let columns = json.value("columns") {
      let columns = try AnnotationColumns(wire: MapParameters(columns))
      try makeRoom(for: columns.ids)
      try reserve(bytes(of: columns, common))
      let dressed = common == nil && !templates.isEmpty ? columns.ids.filter { map.template(of: $0) != nil } : []
      do throws(MapError) { try map.addAnnotations(columns, template: common) } catch {
        throw WireError(.invalidQuery, error.description)
      }
      // Adding an existing annotation replaces it. If the new one has no template, the earlier template no longer
      // applies.
      for id in dressed { map.forgetView(of: id) }
      if hasPlacemarks { geocode(columns.ids) }
      return counted(columns.count)
    }
    guard let list = json.value("annotations"), list.isArray else {
      throw WireError(.invalidQuery, "'annotations' must be an array of objects, or 'columns' an object of arrays")
    }
    var annotations: [(WireAnnotation, String?)] = []
    for element in list.elements {
      try MapRoom.check(annotations.count)
      let annotation = try WireAnnotation(element, overlay: map.overlay(for:))
      let own = try template(MapParameters(element)) ?? common
      // A view of its own takes precedence over a template.
      annotations.append((annotation, annotation.view == nil ? own : nil))
    }
    try makeRoom(for: annotations.map(\.0.id))
    try reserve(bytes(of: annotations))
    put(annotations)
    if hasPlacemarks { geocode(annotations.map(\.0.id)) }
    return counted(annotations.count)
  }

  /// The bytes of the rows of columns.
  private func bytes(of columns: AnnotationColumns, _ template: String?) -> Int {
    let texts = (columns.titles ?? []) + (columns.subtitles ?? [])
    let held = texts.reduce(columns.ids.reduce(0) { $0 + $1.heldBytes }) { $0 + $1.heldBytes }
    let beside = columns.subtitles == nil && columns.headings == nil ? 0 : MapRoom.extraBytes
    return held + columns.count * (MapRoom.rowBytes + beside + dressedBytes(template))
  }

  /// The bytes of annotations.
  func bytes(of annotations: [(WireAnnotation, String?)]) -> Int {
    annotations.reduce(0) { sum, one in
      let dressed = one.0.view == nil ? dressedBytes(one.1) : MapView.viewBytes
      return sum + MapRoom.rowBytes + MapRoom.extraBytes + MapRoom.objectBytes + one.0.heldBytes + dressed
    }
  }

  /// The bytes for the view of an annotation. With a template it has a view only while it is visible.
  private func dressedBytes(_ template: String?) -> Int {
    guard let look = template.flatMap({ templates[$0] }) else { return MapView.viewBytes }
    return look.clusteringIdentifier == nil ? 0 : MapView.memberBytes
  }

  private static func check(_ count: Int) throws(WireError) {
    guard count < objects else {
      throw WireError(.invalidQuery, "a request may hold \(objects) objects at most; send several, or columns")
    }
  }

  /// Checks whether annotations may be added. Existing ones need no more room.
  func makeRoom(for ids: [AnnotationID]) throws(WireError) {
    let options = rooms.options
    guard
      map.annotationCount + ids.count > options.annotationsPerMap
        || rooms.annotationCount + ids.count > options.annotationsInAll
    else { return }
    let new = Set(ids.filter { map.annotation(for: $0) == nil }).count
    guard new > 0 else { return }
    guard map.annotationCount + new <= options.annotationsPerMap else {
      throw WireError(.loadingThrottled, "a map may have \(options.annotationsPerMap) annotations; remove some first")
    }
    guard rooms.annotationCount + new <= options.annotationsInAll else {
      throw WireError(.loadingThrottled, "the server has too many annotations; remove some, or try again later")
    }
  }

  func moveAnnotations(_ json: MapParameters) throws(WireError) -> MapResult {
    let numbers = "an array of numbers, one for each id"
    let ids = try json.annotationIDs("ids") ?? []
    let latitudes = try json.needed("latitudes", numbers) { $0.doubles }
    let longitudes = try json.needed("longitudes", numbers) { $0.doubles }
    guard ids.count <= AnnotationColumns.wireRows else {
      throw WireError(.invalidQuery, "a request may move \(AnnotationColumns.wireRows) annotations; send several")
    }
    let headings = try json.member("headings", numbers) { $0.doubles }
    let hasPlacemarks = try json.bool("placemark") ?? false
    if let headings { try reserve(MapRoom.rowBytes * headings.count) }
    let unknown: [AnnotationID]
    do throws(MapError) {
      unknown = try map.moveAnnotations(ids, latitudes: latitudes, longitudes: longitudes, headings: headings)
    } catch { throw WireError(.invalidQuery, error.description) }
    if hasPlacemarks { geocode(ids) }
    return unknowns(unknown)
  }

  func updateAnnotations(_ json: MapParameters) throws(WireError) -> MapResult {
    guard let list = json.value("annotations"), list.isArray else {
      throw WireError(.invalidQuery, "'annotations' must be an array of objects with 'id' and what has changed")
    }
    var unknown: [AnnotationID] = []
    var changes: [(annotation: WireAnnotation, template: String?, isDressed: Bool)] = []
    for element in list.elements {
      try MapRoom.check(changes.count + unknown.count)
      let json = MapParameters(element)
      let id = try json.annotationID("id")
      guard id.isClients, map.annotation(for: id) != nil else {
        unknown.append(id)
        continue
      }
      var change = try WireAnnotation(element, known: map.annotation(for:), overlay: map.overlay(for:))
      let (said, hasView) = (try template(json), json.value("view") != nil)
      // If both are given, the view wins; a template alone replaces an earlier view.
      if said != nil, !hasView { change.view = nil }
      changes.append((change, hasView ? nil : said, hasView || said != nil))
    }
    try reserve(bytes(of: changes.map { ($0.annotation, $0.template) }))
    var views: [(id: AnnotationID, view: AnnotationView?)] = []
    for change in changes {
      if change.isDressed {
        views += put(change.annotation, change.template)
      } else {
        do throws(MapError) { try map.update(change.annotation.id, change.annotation) } catch {
          throw WireError(.internalError, error.description)
        }
      }
    }
    if !views.isEmpty { map.setViews(views) }
    return unknowns(unknown)
  }

  /// Adds annotations with their templates, or replaces existing ones.
  func put(_ annotations: [(WireAnnotation, String?)]) {
    let views = annotations.flatMap { put($0.0, $0.1) }
    if !views.isEmpty { map.setViews(views) }
  }

  /// - Returns: the new view of a visible annotation, if it differs.
  private func put(_ annotation: WireAnnotation, _ template: String?) -> [(id: AnnotationID, view: AnnotationView?)] {
    let (old, oldTemplate) = (map.annotation(for: annotation.id), map.template(of: annotation.id))
    map.addAnnotation(annotation, id: annotation.id, template: template)
    guard let old, template == nil else { return [] }
    // Its earlier appearance does not apply any more.
    let wasDressed = annotation.view == nil && (old as? WireAnnotation)?.view != nil
    if oldTemplate != nil || wasDressed { map.forgetView(of: annotation.id) }
    return changedView(of: annotation, from: old).map { [(annotation.id, $0)] } ?? []
  }

  /// The new view of an updated annotation, if it differs and the annotation is visible; an invisible one gets its view
  /// later.
  private func changedView(of annotation: WireAnnotation, from old: (any Annotation)?) -> AnnotationView? {
    guard let view = annotation.view, view != (old as? WireAnnotation)?.view else { return nil }
    guard map.view(for: annotation.id) != nil else {
      map.forgetView(of: annotation.id)
      return nil
    }
    return view.view(of: annotation, map, images)
  }

  func removeAnnotations(_ json: MapParameters) throws(WireError) -> MapResult {
    let before = map.annotationCount
    if let ids = try json.annotationIDs("ids") {
      map.removeAnnotations(ids)
    } else if try json.bool("all") == true {
      map.removeAllAnnotations()
    } else {
      throw WireError(.invalidQuery, "'ids' is missing, or 'all'")
    }
    let removed = before - map.annotationCount
    if removed * 4 > before || removed * MapRoom.rowBytes > 1 << 20 { countAgain() }
    return counted(removed)
  }

  func annotationsInMapRect(_ json: MapParameters) throws(WireError) -> MapResult {
    let limit = Int(try json.number("limit", in: 0...100_000) ?? 10_000)
    let (region, mapRect) = (try json.region("region"), try json.mapRect("mapRect"))
    guard let rect = region.map({ MapRect($0) }) ?? mapRect else {
      throw WireError(.invalidQuery, "'mapRect' or 'region' is missing")
    }
    let ids = map.annotations(in: rect)
    return { json in
      json.object { json in
        json.member("ids", array: ids.prefix(limit)) { $0.annotationID($1) }
        json.member("count", ids.count)
      }
    }
  }

  /// The annotation that a request names: `{"clusterOf":id}` names the cluster that contains an annotation.
  private func annotation(_ json: MapParameters) throws(WireError) -> AnnotationID {
    guard let member = json.value("annotation")?.member("clusterOf") else { return try json.annotationID("annotation") }
    map.layout()
    guard let id = member.annotationID, let cluster = map.cluster(of: id) else {
      throw WireError(.invalidQuery, "'clusterOf' must be the id of an annotation for which a cluster stands now")
    }
    return cluster
  }

  func select(_ json: MapParameters) throws(WireError) -> MapResult {
    let id = try annotation(json)
    map.layout()
    let animated = try json.bool("animated") ?? false
    let isSelected = map.selectAnnotation(id, animated: animated)
    return { json in
      json.object { json in
        json.member("selected", isSelected)
      }
    }
  }

  func deselect(_ json: MapParameters) throws(WireError) -> MapResult {
    map.deselectAnnotation(try annotation(json), animated: try json.bool("animated") ?? false)
    return MapRoom.done
  }

  func setView(_ json: MapParameters) throws(WireError) -> MapResult {
    guard let list = try json.member("views", "an array of objects with 'annotation' and 'view'", { $0.all { $0 } })
    else { return try setOneView(json) }
    try MapRoom.check(list.count - 1)
    var views: [(MapParameters, MapViewLook?)] = []
    for node in list {
      let element = MapParameters(node)
      views.append((element, try element.value("view").map { (view) throws(WireError) in try MapViewLook(view) }))
    }
    try reserve(views.reduce(0) { $0 + ($1.1.map { $0.heldBytes + $0.clusterBytes } ?? 0) })
    // Annotations removed meanwhile are skipped, as in answers.
    map.setViews(
      views.compactMap { json, look in
        guard let id = try? annotation(json), let annotation = map.annotation(for: id) else { return nil }
        return (id, view(look, of: annotation))
      })
    return MapRoom.done
  }

  private func setOneView(_ json: MapParameters) throws(WireError) -> MapResult {
    let id = try annotation(json)
    let look = try json.value("view").map { (node) throws(WireError) in try MapViewLook(node) }
    guard let annotation = map.annotation(for: id) else {
      throw WireError(.invalidQuery, MapError.unknownAnnotation(id).description)
    }
    try reserve(look.map { $0.heldBytes + $0.clusterBytes } ?? 0)
    do throws(MapError) { try map.setView(view(look, of: annotation), for: id) } catch {
      throw WireError(.invalidQuery, error.description)
    }
    return MapRoom.done
  }

  /// The view for an annotation: with the given look, or else its own; nil for that of its template, or the default.
  private func view(_ look: MapViewLook?, of annotation: any Annotation) -> AnnotationView? {
    (look ?? (annotation as? WireAnnotation)?.view)?.view(of: annotation, map, images)
  }

  func setDragState(_ json: MapParameters) throws(WireError) -> MapResult {
    let id = try json.annotationID("annotation")
    guard let state: DragState = try json.word("state") else {
      throw MapParameters.wrong("state", "the name of a state")
    }
    guard let view = map.view(for: id) as? any WireView, view.handlesDragState else {
      throw WireError(.invalidQuery, "annotation '\(id)' has no view that is shown and has 'handlesDragState'")
    }
    switch (view.dragState, state) {
    case (.starting, .dragging), (.ending, .none), (.canceling, .none): view.dragState = state
    // The user has dropped it meanwhile, or the state is already set.
    case (.ending, .dragging), (.canceling, .dragging): break
    case (let old, let new) where old == new: break
    case (let old, _):
      throw WireError(
        .invalidQuery,
        "a view that is '\(old.rawValue)' cannot become '\(state.rawValue)': the map begins and ends drags, and a client says 'dragging' after 'starting', and 'none' after 'ending' and 'canceling'"
      )
    }
    return MapRoom.done
  }

  func counted(_ count: Int) -> MapResult { { json in json.object { $0.member("count", count) } } }

  private func unknowns(_ ids: [AnnotationID]) -> MapResult {
    { json in json.object { $0.member("unknown", array: ids) { $0.annotationID($1) } } }
  }
}

extension JSONWriter {
  /// Writes an annotation as it was given, as members of an open object.
  mutating func annotationMembers(_ id: AnnotationID, _ annotation: any Annotation) {
    key("id")
    annotationID(id)
    key("coordinate")
    coordinate(annotation.coordinate)
    member("title", annotation.title)
    member("subtitle", annotation.subtitle)
    if let heading = (annotation as? any HeadedAnnotation)?.heading {
      key("heading")
      rounded(heading)
    }
    guard let data = (annotation as? WireAnnotation)?.data else { return }
    key("data")
    raw(data)
  }
}
