import GeoModel

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

/// A request of a map. Its parameters are read where the map lives, as they may be long.
package struct WireMapRequest: Sendable {
  /// What is asked; nil: it answers a question of the map.
  package var method: MapMethod?
  /// The number of the question that is answered; 0 for requests.
  package var question = 0
  /// The map's number on the connection; 0 for ``MapMethod/open``.
  package var mapView: Int
  /// The name of the map that is opened; nil for a new one.
  package var name: String?
  /// `params`, or the result of an answer, as JSON, which was checked.
  package var params: [UInt8]

  /// The id of a question: its map's number on the connection, then its own.
  package static func questionID(mapView: Int, question: Int) -> String { "q\(mapView).\(question)" }

  /// An answer to a question; nil when the object is none. An error counts as an answer that says nothing.
  init?(answer node: JSONNode) {
    guard let id = node.member("id")?.string, id.first == "q", node.member("method") == nil,
      node.member("result") != nil || node.member("error") != nil
    else { return nil }
    let numbers = id.dropFirst().split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let map = numbers[0], let question = numbers[1] else { return nil }
    let result = node.member("result").flatMap { $0.isObject ? Array($0.text) : nil }
    (method, mapView, self.question, params) = (nil, map, question, result ?? Array("{}".utf8))
  }

  /// A request with parameters that are known to be JSON.
  package init(method: MapMethod, mapView: Int, params: [UInt8]) {
    (self.method, self.mapView, self.params) = (method, mapView, params)
  }
}

extension RequestParameters {
  /// The longest name of a map in bytes.
  static let mapNameBytes = 128

  /// What must be known of a request of a map to find the map.
  func mapRequest(_ method: MapMethod) throws(WireError) -> WireMapRequest {
    let params = node.map { $0.isNull ? Array("{}".utf8) : Array($0.text) } ?? Array("{}".utf8)
    guard method == .open else {
      return WireMapRequest(method: method, mapView: try handle("mapView"), params: params)
    }
    var request = WireMapRequest(method: method, mapView: 0, params: params)
    guard let name = value("name") else { return request }
    guard let text = name.string, !text.isEmpty, text.utf8.count <= RequestParameters.mapNameBytes else {
      throw WireError(.invalidQuery, "'name' must be a text of 1 to \(RequestParameters.mapNameBytes) bytes")
    }
    request.name = text
    return request
  }
}
