import GeoMap
import GeoModel
import GeoWire

// Clients' requests about the user's location.
extension MapRoom {
  func setShowsUserLocation(_ json: MapParameters) throws(WireError) -> MapResult {
    // The connection checks whether the watch exists.
    _ = try json.member("source", "'client', 'screen' or {\"watch\":n}, n being the number of a watch") { node in
      node.equals("client") || node.equals("screen") || node.member("watch")?.integer != nil ? true : nil
    }
    map.showsUserLocation = try json.needed("shows", "true or false") { $0.bool }
    return MapRoom.done
  }

  func updateUserLocation(_ json: MapParameters) throws(WireError) -> MapResult {
    guard map.showsUserLocation else {
      throw WireError(.invalidQuery, "the location is not shown; ask for it with mapView.setShowsUserLocation")
    }
    if let error = try json.string("error") {
      map.failToLocateUser(ClientFailure(description: error))
      return MapRoom.done
    }
    guard let coordinate = try json.coordinate("coordinate") else {
      throw WireError(.invalidQuery, "'coordinate' is missing, or 'error', a text")
    }
    map.updateUserLocation(
      UserLocation.Location(
        coordinate: coordinate, accuracyMeters: try json.number("accuracyMeters", in: 0...1e8) ?? 0,
        timestamp: try json.number("timestamp")),
      heading: try json.number("heading", in: -360...360))
    return MapRoom.done
  }

  private struct ClientFailure: Error, CustomStringConvertible {
    let description: String
  }

  func setUserTrackingMode(_ json: MapParameters) throws(WireError) -> MapResult {
    guard let mode: UserTrackingMode = try json.word("mode") else {
      throw MapParameters.wrong("mode", "'none' or 'follow'")
    }
    map.setUserTrackingMode(mode, animated: try json.bool("animated") ?? false)
    return MapRoom.done
  }
}
