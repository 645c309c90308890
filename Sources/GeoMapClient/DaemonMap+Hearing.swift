import GeoMap
import GeoModel
import GeoWire

// Receives messages from the daemon.
extension DaemonMap {
  /// Handles a callback or question.
  func hear(_ message: JSONNode, _ map: MapView) {
    guard let params = message.member("params"), let method = message.member("method")?.string else { return }
    if let question = message.member("id")?.string { return answer(method, question, params, map) }
    let isOurs: Subject =
      switch method {
      case "mapView.regionWillChange", "mapView.didChangeVisibleRegion", "mapView.regionDidChange": .region
      case "mapView.didSelectAnnotationView", "mapView.didDeselectAnnotationView": .selection
      case "mapView.willStartLocatingUser", "mapView.didStopLocatingUser", "mapView.didUpdateUserLocation",
        "mapView.didChangeUserTrackingMode":
        .location
      default: .other
      }
    // A change of this program is still on its way to the daemon and supersedes the callback.
    if isOurs != .other, underWay[isOurs, default: 0] > 0 { return }
    if method == "mapView.didFailToLocateUser", ownFailures > 0 { return ownFailures -= 1 }
    if method == "mapView.didRefuse" { return map.reportRefusal(params.member("error")?.string ?? "") }
    if let happening = happening(method, params, map) { map.adopt(happening) }
  }

  private func happening(_ method: String, _ params: JSONNode, _ map: MapView) -> MapHappening? {
    let animated = params.member("animated")?.bool ?? false
    switch method {
    case "mapView.regionWillChange": return .regionWillChange(animated: animated)
    case "mapView.didChangeVisibleRegion", "mapView.regionDidChange":
      guard let place = place(params, map) else { return nil }
      known.place = place
      return method == "mapView.regionDidChange" ? .regionDidChange(place, animated: animated) : .visibleRegion(place)
    case "mapView.didSelectAnnotationView":
      guard let id = annotation(params, map) else { return nil }
      known.selection = id
      return .selected(id)
    case "mapView.didDeselectAnnotationView":
      guard let id = annotation(params, map) else { return nil }
      if known.selection == id { known.selection = nil }
      return .deselected(id)
    case "mapView.calloutAccessoryControlTapped":
      return annotation(params, map).map { id in
        .tapped(id, params.member("side")?.string.flatMap(CalloutSide.init(rawValue:)))
      }
    case "mapView.didChangeDragState":
      guard let id = annotation(params, map), let state = params.member("state")?.string.flatMap(DragState.init),
        let place = params.member("coordinate").flatMap({ try? RequestParameters.coordinate($0) })
      else { return nil }
      return .dragged(id, state, place)
    case "mapView.willStartLocatingUser":
      known.showsLocation = true
      return .willLocate
    case "mapView.didStopLocatingUser":
      (known.showsLocation, known.location, known.heading) = (false, nil, nil)
      return .didStopLocating
    case "mapView.didUpdateUserLocation": return located(params)
    case "mapView.didFailToLocateUser": return .lost(DaemonFailure(description: params.member("error")?.string ?? ""))
    case "mapView.didChangeUserTrackingMode":
      guard let mode = params.member("mode")?.string.flatMap(UserTrackingMode.init(rawValue:)) else { return nil }
      known.tracking = mode
      return .tracks(mode, animated: animated)
    case "mapView.didTap":
      guard let point = params.member("point")?.point,
        let place = params.member("coordinate").flatMap({ try? RequestParameters.coordinate($0) })
      else { return nil }
      return .tap(place, point)
    case "mapView.willStartLoadingMap": return .willLoad
    case "mapView.didFinishLoadingMap": return .loaded(nil)
    case "mapView.didFailLoadingMap": return .loaded(DaemonFailure(description: params.member("error")?.string ?? ""))
    case "mapView.willStartRenderingMap": return .willRender
    case "mapView.didFinishRenderingMap": return .rendered(params.member("fullyRendered")?.bool ?? true)
    default: return nil
    }
  }

  /// The reason another client could not locate the user, or a page could not load tiles.
  private struct DaemonFailure: Error, CustomStringConvertible {
    let description: String
  }

  /// The user's new location; nil if this program reported it itself.
  private func located(_ params: JSONNode) -> MapHappening? {
    guard let told = params.member("location"),
      let place = told.member("coordinate").flatMap({ try? RequestParameters.coordinate($0) })
    else { return nil }
    let accuracy = told.member("accuracyMeters")?.double ?? 0
    if let own = known.location, abs(own.coordinate.latitude - place.latitude) < 1e-6,
      abs(own.coordinate.longitude - place.longitude) < 1e-6, abs(own.accuracyMeters - accuracy) < 0.001
    {
      return nil
    }
    let heading = told.member("heading")?.double
    let location = UserLocation.Location(
      coordinate: place, accuracyMeters: accuracy, timestamp: told.member("timestamp")?.double)
    (known.location, known.heading) = (location, heading)
    return .located(location, heading: heading)
  }

  /// The annotation of a message, by the id on this map; nil for a cluster that this map does not have.
  private func annotation(_ node: JSONNode, _ map: MapView) -> AnnotationID? {
    guard let id = node.member("annotation")?.annotationID else { return nil }
    return ours(id, member: node.member("member")?.annotationID, map)
  }

  /// Translates an id of the daemon to this map; a cluster is found by one of its members.
  func ours(_ id: AnnotationID, member: AnnotationID?, _ map: MapView) -> AnnotationID? {
    guard case .cluster(let number) = id else { return id }
    if let member { clusterMembers[number] = member }
    return clusterMembers[number].flatMap { map.cluster(of: $0) }
  }
}
