import GeoMap
import GeoModel
import GeoWire

/// The appearance of a view, as a client has set it.
struct MapViewLook: Hashable, Sendable {
  /// The kinds of views.
  enum Kind: String, CaseIterable {
    case pin, marker, image, drawing
  }

  /// An accessory of a callout: a picture by its key, or an accessory without a picture.
  enum Accessory: Hashable, Sendable {
    case picture(String)
    case other(CalloutAccessory)
  }

  var kind = Kind.pin
  var reuseIdentifier: String?
  var size: ScreenSize?
  var centerOffset: ScreenPoint?
  var calloutOffset: ScreenPoint?
  var tint: Color?
  var glyphText: String?
  /// The color of letters in a marker.
  var glyphTint: Color?
  var titleVisibility: FeatureVisibility?
  var subtitleVisibility: FeatureVisibility?
  /// Whether pages animate the view when it is added.
  var animates = false
  var rotation: ViewRotation?
  var isEnabled = true
  var isDraggable = false
  /// Whether the client controls the state of a drag (`mapView.setDragState`).
  var handlesDragState = false
  /// The key of its picture; for a marker, of the one in the balloon.
  var image: String?
  /// The key of the picture in the balloon of a selected marker.
  var selectedImage: String?
  /// The maximum bytes of the drawing of a view in a request.
  private static let drawingBytes = 16_384

  /// The drawing, in points from its upper left corner.
  var drawing: Drawing?
  var canShowCallout = false
  var accessories: [CalloutSide: Accessory] = [:]
  var displayPriority: DisplayPriority?
  var zPriority: ZPriority?
  var selectedZPriority: ZPriority?
  var collisionMode: CollisionMode?
  var clusteringIdentifier: String?

  /// A balloon in a color.
  init(marker color: Color) { (kind, tint) = (.marker, color) }

  /// Reads a view.
  init(_ node: JSONNode) throws(WireError) {
    guard node.isObject else { throw WireError(.invalidQuery, "a view is an object, such as {\"kind\":\"marker\"}") }
    let json = MapParameters(node)
    image = try json.string("image")
    kind = try json.word("kind") ?? (image == nil ? .pin : .image)
    if kind == .drawing {
      guard let said = json.value("drawing"), said.text.count <= MapViewLook.drawingBytes,
        let read = Drawing(said, image: { _ in nil })
      else {
        throw WireError(
          .invalidQuery,
          "'drawing' must be an array of steps, such as [\"fill\",\"M0 0L9 0L9 9Z\",\"#ff0000\"], of \(MapViewLook.drawingBytes) bytes at most"
        )
      }
      drawing = read
    }
    if kind == .marker {
      image = try json.string("glyphImage")
      selectedImage = try json.string("selectedGlyphImage")
      glyphTint = try json.color("glyphTintColor")
    }
    reuseIdentifier = try json.string("reuseIdentifier")
    size = try json.size()
    centerOffset = try json.member("centerOffset", "[x,y] in points, a million at most") { $0.point }
    calloutOffset = try json.member("calloutOffset", "[x,y] in points, a million at most") { $0.point }
    // MapKit's three words mean the colors of its pins, even where other colors have the same names.
    let pin = kind == .pin ? json.node.member("pinColor")?.string.flatMap(PinAnnotationView.PinColor.init) : nil
    tint = pin?.color
    if pin == nil { tint = try json.color(kind == .pin ? "pinColor" : "markerTintColor") }
    glyphText = try json.string("glyphText")
    titleVisibility = try json.word("titleVisibility")
    subtitleVisibility = try json.word("subtitleVisibility")
    animates = try json.bool(kind == .marker ? "animatesWhenAdded" : "animatesDrop") ?? false
    rotation = try json.member("rotation", "degrees from -360 to 360, or 'heading'") { node in
      node.equals("heading") ? .heading : node.double.flatMap { abs($0) <= 360 ? .degrees($0) : nil }
    }
    isEnabled = try json.bool("enabled") ?? true
    isDraggable = try json.bool("draggable") ?? false
    handlesDragState = try json.bool("handlesDragState") ?? false
    canShowCallout = try json.bool("canShowCallout") ?? false
    accessories[.left] = try json.value("leftCalloutAccessory").map(MapViewLook.accessory)
    accessories[.right] = try json.value("rightCalloutAccessory").map(MapViewLook.accessory)
    accessories[.detail] = try json.value("detailCalloutAccessory").map(MapViewLook.accessory)
    displayPriority = try json.number("displayPriority", in: 0...1_000).map { DisplayPriority(rawValue: Float($0)) }
    zPriority = try json.number("zPriority", in: 0...1_000).map { ZPriority(rawValue: Float($0)) }
    selectedZPriority = try json.number("selectedZPriority", in: 0...1_000).map { ZPriority(rawValue: Float($0)) }
    collisionMode = try json.word("collisionMode")
    clusteringIdentifier = try json.string("clusteringIdentifier")
  }

  private enum AccessoryKind: String, CaseIterable {
    case button, text, image
  }

  private static func accessory(_ node: JSONNode) throws(WireError) -> Accessory {
    let json = MapParameters(node)
    let kind = try json.word("kind", AccessoryKind.self) ?? .button
    if kind == .image { return .picture(try json.needed("image", "the key of a picture") { $0.string }) }
    let title = try json.string("title")
    if kind == .text { return .other(.text(title ?? "")) }
    let id = try json.needed("id", "a text that names the button") { $0.string }
    if let title { return .other(.button(title: title, id: id)) }
    return .other(.button(try json.word("symbol") ?? .detailDisclosure, id: id))
  }

  /// The accessory at a side of the callout; nil for none, or if its picture is missing.
  private func accessory(_ side: CalloutSide, _ images: MapImages) -> CalloutAccessory? {
    switch accessories[side] {
    case .picture(let key): images[key].map { .image($0) }
    case .other(let accessory): accessory
    case nil: nil
    }
  }

  /// The class of its views.
  private var type: AnnotationView.Type {
    switch kind {
    case .pin: WirePinView.self
    case .marker: WireMarkerView.self
    case .image, .drawing: WireImageView.self
    }
  }

  /// Registers a template whose views have this appearance.
  func register(_ name: String, _ map: MapView, _ images: MapImages) {
    switch kind {
    case .pin: map.registerTemplate(name, WirePinView.self) { apply(to: $0, images) }
    case .marker: map.registerTemplate(name, WireMarkerView.self) { apply(to: $0, images) }
    case .image, .drawing: map.registerTemplate(name, WireImageView.self) { apply(to: $0, images) }
    }
  }

  /// Returns a view for an annotation, reused if possible.
  func view(of annotation: any Annotation, _ map: MapView, _ images: MapImages) -> AnnotationView {
    // The identifier contains the priority, because a view's priority cannot be reset.
    let identifier = "\(kind.rawValue) \(displayPriority?.rawValue ?? -1) \(reuseIdentifier ?? "")"
    let view =
      map.waitingView(withIdentifier: identifier)
      ?? type.init(annotation: annotation, reuseIdentifier: identifier)
    view.annotation = annotation
    apply(to: view, images)
    return view
  }

  /// Gives a new or reused view this appearance.
  private func apply(to view: AnnotationView, _ images: MapImages) {
    let fresh = type.init(annotation: nil, reuseIdentifier: nil)
    if kind == .image {
      view.image = image.flatMap { images[$0] }
      fresh.image = view.image
    }
    (view as? WireImageView)?.drawing = drawing
    view.size = size ?? fresh.size
    view.centerOffset = centerOffset ?? fresh.centerOffset
    view.calloutOffset = calloutOffset ?? fresh.calloutOffset
    view.rotation = rotation ?? fresh.rotation
    view.isEnabled = isEnabled
    view.isDraggable = isDraggable
    (view as? any WireView)?.look = self
    view.canShowCallout = canShowCallout
    view.leftCalloutAccessory = accessory(.left, images)
    view.rightCalloutAccessory = accessory(.right, images)
    view.detailCalloutAccessory = accessory(.detail, images)
    if let displayPriority { view.displayPriority = displayPriority }
    view.zPriority = zPriority ?? fresh.zPriority
    view.selectedZPriority = selectedZPriority ?? fresh.selectedZPriority
    view.collisionMode = collisionMode ?? fresh.collisionMode
    view.clusteringIdentifier = clusteringIdentifier
    if let pin = view as? PinAnnotationView {
      pin.pinTintColor = tint ?? .systemRed
      pin.animatesDrop = animates
    } else if let marker = view as? MarkerAnnotationView {
      marker.markerTintColor = tint ?? .systemRed
      marker.glyphText = glyphText
      marker.glyphImage = image.flatMap { images[$0] }
      marker.selectedGlyphImage = selectedImage.flatMap { images[$0] }
      marker.glyphTintColor = glyphTint ?? .white
      marker.titleVisibility = titleVisibility ?? .adaptive
      marker.subtitleVisibility = subtitleVisibility ?? .adaptive
      marker.animatesWhenAdded = animates
    }
  }
}

/// A view with an appearance set by a client.
protocol WireView: QueuedView {
  /// The appearance; nil before it was set.
  var look: MapViewLook? { get set }
}

extension WireView {
  func prepareForQueue() {
    look = nil
    image = nil
    (self as? WireImageView)?.drawing = nil
    (leftCalloutAccessory, rightCalloutAccessory, detailCalloutAccessory) = (nil, nil, nil)
    clusteringIdentifier = nil
    guard let marker = self as? MarkerAnnotationView else { return }
    (marker.glyphText, marker.glyphImage, marker.selectedGlyphImage) = (nil, nil, nil)
  }

  /// Whether the client controls the state of a drag.
  var handlesDragState: Bool { look?.handlesDragState ?? false }
}

private final class WirePinView: PinAnnotationView, WireView {
  var look: MapViewLook?

  override func setDragState(_ state: DragState, animated: Bool) {
    if !handlesDragState { super.setDragState(state, animated: animated) }
  }
}

private final class WireMarkerView: MarkerAnnotationView, WireView {
  var look: MapViewLook?

  override func setDragState(_ state: DragState, animated: Bool) {
    if !handlesDragState { super.setDragState(state, animated: animated) }
  }
}

private final class WireImageView: AnnotationView, WireView {
  var look: MapViewLook?
  var drawing: Drawing? { didSet { if drawing != oldValue { setNeedsDisplay() } } }

  override func draw(in context: DrawingContext) {
    if let drawing { context.replay(drawing) } else { super.draw(in: context) }
  }

  override func setDragState(_ state: DragState, animated: Bool) {
    if !handlesDragState { super.setDragState(state, animated: animated) }
  }
}

extension MapParameters {
  /// `#rrggbb`, `#rrggbbaa`, or the name of a system color.
  func color(_ name: StaticString) throws(WireError) -> Color? {
    try member(name, "a color: '#rrggbb', '#rrggbbaa', or a name such as 'systemBlue' or 'black'") { node in
      node.string.flatMap { Color($0) }
    }
  }
}
