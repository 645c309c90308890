import GeoMap
import GeoModel
import GeoSupport
import GeoWire

// Passes changes of the program's map on to the daemon's.
extension DaemonMap {
  func passOn(from map: MapView) {
    // While the daemon is away, only removals are recorded; once it is back, everything else is sent again.
    let journal = map.takeJournal()
    guard isReady else {
      for change in journal.changes where change.action == .removed { unpassedRemovals.formUnion(change.ids) }
      return
    }
    passOnLook(map)
    passOnLimits(map)
    passOn(templates: journal.templates, map)
    for change in journal.changes {
      if let columns = change.columns, let template = change.template, map.sampleView(ofTemplate: template) != nil {
        say(columns, template)
      } else if let columns = change.columns {
        // On this map the annotations keep their templates; the daemon needs them by name.
        say(columns.ids, map)
      } else {
        switch change.action {
        case .said: say(change.ids, map)
        case .moved: move(change.ids, map)
        case .removed: inParts(change.ids, .removeAnnotations) { $0.annotationIDs("ids", $1) }
        }
      }
    }
    passOnViews(map)
    passOnOverlays(journal, map)
    // Only annotations in sight can be selected. So the selection goes before the region change if the daemon shows the
    // annotation now, and after it otherwise.
    let selected = map.selectedAnnotations.first.flatMap { map.annotation(for: $0) }
    if selected.map(isKnownInSight) ?? false { passOnSelection(map) }
    passOnPlace(journal, map)
    passOnLocation(journal, map)
    passOnSelection(map)
    for (id, state) in journal.dragStates {
      ask(.setDragState) { json in
        json.annotation("annotation", id, map)
        json.member("state", state.rawValue)
      }
    }
  }

  /// Sends the complete map after the daemon has opened it, for the first time or again.
  func passOnAll(from map: MapView) {
    var journal = map.takeJournal()
    passOnLook(map)
    passOnLimits(map)
    passOn(templates: map.templateNames, map)
    let gone = unpassedRemovals.filter { map.annotation(for: $0) == nil }
    if !gone.isEmpty { inParts(Array(gone), .removeAnnotations) { $0.annotationIDs("ids", $1) } }
    unpassedRemovals = []
    say(map.annotationIDs.filter { $0 != .userLocation }, map)
    journal.overlays = Set(map.overlays)
    passOnOverlays(journal, map)
  }

  /// Sends the look of the base map after a change. Other clients may change the look, too, so unchanged parts are left
  /// out.
  private func passOnLook(_ map: MapView) {
    let look = (map.baseMap as? DaemonBaseMap ?? known.base, map.userInterfaceStyle, map.languages)
    guard look != (known.base, known.style, known.languages) else { return }
    let old = (known.base, known.style, known.languages)
    (known.base, known.style, known.languages) = look
    ask(.setBaseMap) { json in
      if look.0 != old.0 { json.member("baseMap", look.0?.rawValue) }
      if look.1 != old.1 { json.member("userInterfaceStyle", look.1.rawValue) }
      if look.2 != old.2 { json.member("languages", array: look.2) { $0.string($1) } }
    }
  }

  private func passOn(templates: [String], _ map: MapView) {
    guard !templates.isEmpty else { return }
    let views = templates.map { name in (name, map.sampleView(ofTemplate: name)) }
    for case (_, let view?) in views { giveImages(of: view) }
    ask(.registerTemplates) { json in
      json.member("templates") { json in
        for (name, view) in views {
          json.dynamicKey(name)
          if let view { json.view(view) { $0.format == .symbol ? nil : $0.key } } else { json.null() }
        }
      }
    }
  }

  // MARK: Views

  /// Sends the looks of visible views that have changed since they were last sent. Views of templates are not sent, as
  /// the template describes them.
  private func passOnViews(_ map: MapView) {
    let views = map.answeredViews
    var changed: [(id: AnnotationID, look: [UInt8])] = []
    var told: [AnnotationID: ToldView] = [:]
    for (id, view) in views {
      let old = known.views[id]
      // A hidden view is sent once it is visible.
      guard view.isShown, old?.isOf(view) != true else {
        told[id] = old
        continue
      }
      var now = ToldView(view)
      if !view.isUsual {
        let look = look(of: view)
        now.look = look.hashValue
        // A view that has only moved looks the same.
        if old?.view != now.view || old?.look != now.look { changed.append((id, look)) }
      }
      told[id] = now
    }
    inLines(changed, most: 500, .setView, "views") { json, told in
      json.object { json in
        json.annotation("annotation", told.id, map)
        json.key("view")
        json.raw(told.look)
      }
    }
    known.views = told
  }

  /// Encodes the look of a view as JSON, after sending its images to the daemon.
  func look(of view: AnnotationView) -> [UInt8] {
    giveImages(of: view)
    var json = JSONWriter()
    json.view(view) { $0.format == .symbol ? nil : $0.key }
    return json.bytes
  }

  /// Sends the images of a view that the daemon does not have.
  func giveImages(of view: AnnotationView) {
    let marker = view as? MarkerAnnotationView
    let accessories = [view.leftCalloutAccessory, view.rightCalloutAccessory, view.detailCalloutAccessory]
    let inCallout = accessories.map { accessory -> MapImage? in
      if case .image(let image)? = accessory?.kind { image } else { nil }
    }
    give(([view.image, marker?.glyphImage, marker?.selectedGlyphImage] + inCallout).compactMap(\.self))
  }

  /// Sends images that the daemon does not have.
  func give(_ images: [MapImage]) {
    for image in images {
      guard image.format != .symbol, known.images.insert(image.key).inserted else { continue }
      ask(.putImage) { json in
        json.key("data")
        json.string(String(decoding: Base64.encode(image.bytes), as: UTF8.self))
        json.key("size")
        json.point(ScreenPoint(x: image.size.width, y: image.size.height))
      }
    }
  }

  // MARK: Region, selection and location

  private func passOnPlace(_ journal: MapJournal, _ map: MapView) {
    guard let place = known.place, !map.shows(place) else { return }
    known.place = map.place
    ask(.setRegion, .region) { json in
      if place.size != map.size {
        json.key("size")
        json.point(ScreenPoint(x: map.size.width, y: map.size.height))
      }
      if map.level >= 0 {
        json.key("center")
        json.exactCoordinate(map.centerCoordinate)
        json.member("level", number: map.level)
      } else {
        json.key("visibleMapRect")
        json.exactMapRect(map.visibleMapRect)
      }
      json.flag("animated", journal.isAnimated)
    }
  }

  /// Whether the place of an annotation is visible on the daemon's map, as far as this program knows.
  private func isKnownInSight(_ annotation: any Annotation) -> Bool {
    known.place?.rect.contains(MapPoint(annotation.coordinate)) ?? false
  }

  private func passOnSelection(_ map: MapView) {
    let selection = map.selectedAnnotations.first
    guard selection != known.selection else { return }
    if let selection {
      ask(.selectAnnotation, .selection) { $0.annotation("annotation", selection, map) }
    } else if let old = known.selection {
      ask(.deselectAnnotation, .selection) { $0.annotation("annotation", old, map) }
    }
    known.selection = selection
  }

  private func passOnLocation(_ journal: MapJournal, _ map: MapView) {
    let user = map.userLocation
    if map.showsUserLocation != known.showsLocation {
      known.showsLocation = map.showsUserLocation
      (known.location, known.heading) = (nil, nil)
      ask(.setShowsUserLocation, .location) { $0.flag("shows", known.showsLocation, unless: !known.showsLocation) }
    }
    if let location = user.location, location != known.location || user.heading != known.heading {
      (known.location, known.heading) = (location, user.heading)
      ask(.updateUserLocation, .location) { json in
        json.key("coordinate")
        json.exactCoordinate(location.coordinate)
        json.member("accuracyMeters", number: location.accuracyMeters)
        json.member("timestamp", number: location.timestamp)
        json.member("heading", number: user.heading)
      }
    }
    if let failure = journal.failure, map.showsUserLocation {
      ownFailures += 1
      ask(.updateUserLocation, .location) { $0.member("error", failure) }
    }
    if map.userTrackingMode != known.tracking {
      known.tracking = map.userTrackingMode
      ask(.setUserTrackingMode, .location) { $0.member("mode", known.tracking.rawValue) }
    }
  }
}

extension DaemonMap.ToldView {
  init(_ view: AnnotationView, look: Int? = nil) {
    self.init(view: ObjectIdentifier(view), version: view.contentVersion, look: look)
  }
}

extension AnnotationView {
  /// Whether the daemon makes such a view itself: that of a cluster or of the user's location.
  var isUsual: Bool { isOfMap && (annotation is ClusterAnnotation || annotation is UserLocation) }
}

extension JSONWriter {
  /// Writes the id of an annotation. A cluster is named by one of its members, because its number on the daemon is a
  /// different one.
  mutating func annotation(_ name: StaticString, _ id: AnnotationID, _ map: MapView) {
    key(name)
    if case .cluster = id, let member = (map.annotation(for: id) as? ClusterAnnotation)?.memberIDs.first {
      object { json in
        json.key("clusterOf")
        json.annotationID(member)
      }
    } else {
      annotationID(id)
    }
  }

  mutating func annotationIDs(_ name: StaticString, _ ids: some Collection<AnnotationID>) {
    member(name, array: ids) { $0.annotationID($1) }
  }

  /// Writes a rectangle of map points in full precision.
  mutating func exactMapRect(_ rect: MapRect) {
    object { json in
      json.member("x", number: rect.minX)
      json.member("y", number: rect.minY)
      json.member("width", number: rect.width)
      json.member("height", number: rect.height)
    }
  }
}
