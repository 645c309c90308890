import GeoMap
import GeoModel
import GeoWire
import NIOCore

/// The annotations with addresses as titles that were added or moved and not geocoded since.
struct MapPlacemarks {
  private var order: [AnnotationID] = []
  private var waiting: Set<AnnotationID> = []
  /// Whether queries are with the workers.
  var isAsking = false

  /// The number of queries at once. An annotation that moves meanwhile is geocoded once, at its latest position.
  private static let batch = 256

  mutating func add(_ id: AnnotationID) { if waiting.insert(id).inserted { order.append(id) } }

  /// Removes and returns the next annotations to geocode.
  mutating func next() -> [AnnotationID] {
    let ids = Array(order.prefix(MapPlacemarks.batch))
    order.removeFirst(ids.count)
    waiting.subtract(ids)
    return ids
  }
}

extension MapRoom {
  /// Sets the title and subtitle of annotations to the address of their position, once it is known.
  func geocode(_ ids: [AnnotationID]) {
    for id in ids { placemarks.add(id) }
    askForPlacemarks()
  }

  private func askForPlacemarks() {
    guard !placemarks.isAsking else { return }
    let asked = placemarks.next().compactMap { id in map.annotation(for: id).map { (id: id, place: $0.coordinate) } }
    let queries = asked.map { asked in
      var query = PlacemarkQuery(coordinate: asked.place)
      query.languages = map.languages
      return query
    }
    guard !queries.isEmpty else { return }
    placemarks.isAsking = true
    let (seat, ids) = (seat, asked.map(\.id))
    rooms.geocode(queries, for: account) { answers in
      seat.loop.execute {
        seat.ifThere { room in
          room.placemarks.isAsking = false
          room.take(answers, of: ids)
          room.askForPlacemarks()
          room.settle()
        }
      }
    }
  }

  /// Sets the titles of annotations to addresses. Without an address they get none.
  private func take(_ answers: [Result<[Placemark], GeocodingError>], of ids: [AnnotationID]) {
    var changed: [(id: AnnotationID, title: String?, subtitle: String?)] = []
    for (answer, id) in zip(answers, ids) {
      guard let old = map.annotation(for: id) else { continue }
      var placemark: Placemark?
      switch answer {
      case .success(let found): placemark = found.first
      // A failed query is repeated with the next move.
      case .failure(let error) where error.code != .placemarkNotFound: continue
      case .failure: break
      }
      guard old.title != placemark?.title || old.subtitle != placemark?.subtitle else { continue }
      if !(old is WireAnnotation) {
        guard (try? reserve(MapRoom.objectBytes + MemoryLayout<WireAnnotation>.stride)) != nil else { continue }
      }
      var new = old as? WireAnnotation ?? WireAnnotation(id: id, coordinate: old.coordinate, title: nil)
      new.heading = (old as? any HeadedAnnotation)?.heading
      (new.title, new.subtitle) = (placemark?.title, placemark?.subtitle)
      try? map.update(id, new)
      changed.append((id, new.title, new.subtitle))
    }
    guard !changed.isEmpty else { return }
    recorder.add(.didChangePlacemarks) { json in
      json.member("annotations", array: changed) { json, one in
        json.object { json in
          json.key("id")
          json.annotationID(one.id)
          json.member("title", one.title)
          json.member("subtitle", one.subtitle)
        }
      }
    }
  }
}
