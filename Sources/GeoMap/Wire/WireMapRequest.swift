import GeoWire

/// The requests of a map, by their names on the wire.
package enum MapMethod: String, Sendable, CaseIterable {
  /// Opens a map, or finds it by its name.
  case open = "mapView.open"
  /// Lets go of a map.
  case close = "mapView.close"
  /// Takes over the role of the delegate.
  case claim = "mapView.claim"
  /// Chooses which callbacks come.
  case subscribe = "mapView.subscribe"
  /// What is shown, and how much there is.
  case state = "mapView.state"
  /// Has the map below everything look otherwise.
  case setBaseMap = "mapView.setBaseMap"
  /// Limits what gestures and requests may show.
  case setLimits = "mapView.setLimits"
  /// Changes what is shown.
  case setRegion = "mapView.setRegion"
  /// Shows all annotations, or some.
  case showAnnotations = "mapView.showAnnotations"
  /// Coordinates to points of the view, and back.
  case convert = "mapView.convert"
  /// Says what kinds of annotations look like.
  case registerTemplates = "mapView.registerTemplates"
  /// Adds annotations, as objects or in columns.
  case addAnnotations = "mapView.addAnnotations"
  /// Moves annotations.
  case moveAnnotations = "mapView.moveAnnotations"
  /// Changes what annotations say.
  case updateAnnotations = "mapView.updateAnnotations"
  /// Takes annotations off.
  case removeAnnotations = "mapView.removeAnnotations"
  /// Which annotations stand in a rectangle.
  case annotationsInMapRect = "mapView.annotationsInMapRect"
  /// Selects an annotation or cluster.
  case selectAnnotation = "mapView.selectAnnotation"
  /// Deselects it.
  case deselectAnnotation = "mapView.deselectAnnotation"
  /// Adds overlays on top of a level.
  case addOverlays = "mapView.addOverlays"
  /// Adds an overlay at a certain place.
  case insertOverlay = "mapView.insertOverlay"
  /// Has a line or area go on.
  case extendOverlay = "mapView.extendOverlay"
  /// Swaps two overlays.
  case exchangeOverlays = "mapView.exchangeOverlays"
  /// Takes overlays off.
  case removeOverlays = "mapView.removeOverlays"
  /// Gives an annotation another view.
  case setView = "mapView.setView"
  /// Says how a drag goes on whose view handles that itself.
  case setDragState = "mapView.setDragState"
  /// Gives an overlay another renderer.
  case setRenderer = "mapView.setRenderer"
  /// Has an overlay that a program draws drawn anew.
  case setNeedsDisplay = "mapView.setNeedsDisplay"
  /// Adds points and shapes of GeoJSON.
  case addGeoJSON = "mapView.addGeoJSON"
  /// Gives a picture for views.
  case putImage = "mapView.putImage"
  /// Which pictures are there.
  case hasImages = "mapView.hasImages"
  /// Shows the user's location, or not.
  case setShowsUserLocation = "mapView.setShowsUserLocation"
  /// Says where the user is.
  case updateUserLocation = "mapView.updateUserLocation"
  /// Whether the map goes along with the user.
  case setUserTrackingMode = "mapView.setUserTrackingMode"
  /// Something that a user does.
  case gesture = "mapView.gesture"
  /// A tap on an accessory of the open callout.
  case tapCalloutAccessory = "mapView.tapCalloutAccessory"
  /// What stays in the corners of pages.
  case setControls = "mapView.setControls"
  /// A picture of the map as it is now.
  case snapshot = "mapView.snapshot"
}

extension MapMethod {
  /// What they all begin with, and the parameter with the map's number on the connection.
  package static let kind = "mapView"
}

/// A request of a map, or an answer to a question of one.
package struct WireMapRequest: Sendable {
  /// What is asked; nil: it answers a question of the map.
  package var method: MapMethod?
  /// The number of the question that is answered; 0 for requests.
  package var question = 0
  /// `params`, or the result of an answer, as JSON, which was checked.
  package var params: [UInt8]

  /// A request as it came.
  ///
  /// - Throws: ``WireError`` when maps have no such method.
  package init(_ request: GuestRequest) throws(WireError) {
    if let name = request.method {
      guard let method = MapMethod(rawValue: name) else { throw WireError(noMethod: name) }
      self.method = method
    }
    (question, params) = (request.question, request.params)
  }

  /// The name of the map that is to be opened; nil for a new one.
  ///
  /// - Throws: ``WireError`` for a name that cannot be one.
  package func name() throws(WireError) -> String? {
    var parser = JSONParser()
    let name: Result<String?, WireError>? = try? parser.parse(params) { root in
      guard let value = root.member("name"), !value.isNull else { return .success(nil) }
      guard let text = value.string, !text.isEmpty, text.utf8.count <= WireMapRequest.nameBytes else {
        let sentence = "'name' must be a text of 1 to \(WireMapRequest.nameBytes) bytes"
        return .failure(WireError(.invalidQuery, sentence))
      }
      return .success(text)
    }
    return try name?.get()
  }

  /// The longest name of a map in bytes.
  private static let nameBytes = 128
}
