import GeoWire

/// The methods of maps, by their names on the wire.
package enum MapMethod: String, Sendable, CaseIterable {
  /// Opens a map, or finds one by its name.
  case open = "mapView.open"
  /// Closes a map for the client.
  case close = "mapView.close"
  /// Takes over the role of the delegate.
  case claim = "mapView.claim"
  /// Chooses which callbacks are sent.
  case subscribe = "mapView.subscribe"
  /// Returns what is shown, and how many annotations and overlays there are.
  case state = "mapView.state"
  /// Changes the look of the base map.
  case setBaseMap = "mapView.setBaseMap"
  /// Limits what gestures and requests may show.
  case setLimits = "mapView.setLimits"
  /// Changes what is shown.
  case setRegion = "mapView.setRegion"
  /// Shows all annotations, or some.
  case showAnnotations = "mapView.showAnnotations"
  /// Converts between coordinates and points of the view.
  case convert = "mapView.convert"
  /// Describes what kinds of annotations look like.
  case registerTemplates = "mapView.registerTemplates"
  /// Adds annotations, as objects or in columns.
  case addAnnotations = "mapView.addAnnotations"
  /// Moves annotations.
  case moveAnnotations = "mapView.moveAnnotations"
  /// Changes annotations: their coordinates, texts, headings, views and data.
  case updateAnnotations = "mapView.updateAnnotations"
  /// Removes annotations.
  case removeAnnotations = "mapView.removeAnnotations"
  /// Returns the annotations in a rectangle.
  case annotationsInMapRect = "mapView.annotationsInMapRect"
  /// Selects an annotation or cluster.
  case selectAnnotation = "mapView.selectAnnotation"
  /// Deselects an annotation or cluster.
  case deselectAnnotation = "mapView.deselectAnnotation"
  /// Adds overlays on top of a level.
  case addOverlays = "mapView.addOverlays"
  /// Inserts an overlay at an index.
  case insertOverlay = "mapView.insertOverlay"
  /// Extends a line or area.
  case extendOverlay = "mapView.extendOverlay"
  /// Swaps two overlays.
  case exchangeOverlays = "mapView.exchangeOverlays"
  /// Removes overlays.
  case removeOverlays = "mapView.removeOverlays"
  /// Sets the view of an annotation.
  case setView = "mapView.setView"
  /// Sets the drag state of an annotation whose view handles drags itself.
  case setDragState = "mapView.setDragState"
  /// Sets the renderer of an overlay.
  case setRenderer = "mapView.setRenderer"
  /// Redraws an overlay that a program draws.
  case setNeedsDisplay = "mapView.setNeedsDisplay"
  /// Adds the points and shapes of a GeoJSON text.
  case addGeoJSON = "mapView.addGeoJSON"
  /// Stores an image for views.
  case putImage = "mapView.putImage"
  /// Returns which of some images are not stored yet.
  case hasImages = "mapView.hasImages"
  /// Shows or hides the user's location.
  case setShowsUserLocation = "mapView.setShowsUserLocation"
  /// Updates the user's location.
  case updateUserLocation = "mapView.updateUserLocation"
  /// Sets whether the map follows the user.
  case setUserTrackingMode = "mapView.setUserTrackingMode"
  /// Performs a gesture of a user.
  case gesture = "mapView.gesture"
  /// Taps an accessory of the open callout.
  case tapCalloutAccessory = "mapView.tapCalloutAccessory"
  /// Chooses the controls in the corners of pages.
  case setControls = "mapView.setControls"
  /// Returns a picture of the current map.
  case snapshot = "mapView.snapshot"
}

extension MapMethod {
  /// The prefix of all method names, and the parameter with the map's number on the connection.
  package static let kind = "mapView"
}

/// A request to a map, or a response to a question of one.
package struct WireMapRequest: Sendable {
  /// The method; nil for a response to a question of the map.
  package var method: MapMethod?
  /// The number of the question that is answered; 0 for requests.
  package var question = 0
  /// The `params`, or the result of a response, as validated JSON.
  package var params: [UInt8]

  /// Creates a request from the wire.
  ///
  /// - Throws: ``WireError`` when maps have no such method.
  package init(_ request: GuestRequest) throws(WireError) {
    if let name = request.method {
      guard let method = MapMethod(rawValue: name) else { throw WireError(noMethod: name) }
      self.method = method
    }
    (question, params) = (request.question, request.params)
  }

  /// Returns the name of the map to open; nil for a new one.
  ///
  /// - Throws: ``WireError`` for an invalid name.
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
