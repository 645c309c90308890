import GeoMap
import GeoModel
import GeoWire

/// A page in a browser that shows a map, with what was sent to it and what it has acknowledged.
struct MapScreen {
  /// Sends a line to the page. Callable from any thread.
  let deliver: @Sendable ([UInt8]) -> Void
  /// Closes its connection, because the map is gone.
  let end: @Sendable () -> Void
  /// Whether its gestures change nothing.
  let isViewer: Bool
  /// The size in points; nil until the page reports it.
  var size: ScreenSize?
  /// The views that it shows, as they were sent.
  var shown: [AnnotationID: [UInt8]] = [:] {
    didSet { heldBytes = shown.values.reduce(0) { $0 + $1.storageBytes + MapScreen.entryBytes } }
  }
  private static let entryBytes = 128
  /// The callout, the controls, and the place and overlays, as sent with the last frame.
  var callout: [UInt8] = []
  var controls: [UInt8] = []
  var place: [UInt8] = []
  var lastFrame = 0
  /// The last frame that the page has acknowledged.
  var seenFrame = 0
  /// Whether the page is loading tiles.
  var isLoading = false
  /// Whether something has changed since the last frame.
  var isBehind = true

  /// The bytes of the remembered contents.
  private(set) var heldBytes = 0

  /// Whether another frame may be sent: the page has reported its size and acknowledged the last frame but one.
  var isReady: Bool { size != nil && lastFrame - seenFrame < 2 }
}

/// The appearances of views. Each has a name, so that a page loads a picture once.
struct ViewLooks {
  private struct Known {
    let view: AnnotationView
    let version: Int
    let name: String
  }

  private var names: [Drawing: String] = [:]
  private var drawings: [String: (drawing: Drawing, size: ScreenSize, bytes: Int)] = [:]
  /// The bytes of all drawings.
  private(set) var byteCount = 0
  private var known: [ObjectIdentifier: Known] = [:]
  private var lastNumber = 0
  /// The prefix of all names. Browsers cache by name, even across restarts of the daemon, so the prefix is random.
  private let series = String(UInt32.random(in: 0...UInt32.max), radix: 36)

  /// The number and bytes of cached appearances beyond which unused ones are dropped.
  private static let (limit, byteLimit) = (4_096, 4 << 20)

  /// The drawing of a name, and its size in points; nil if it was dropped.
  subscript(name: String) -> (drawing: Drawing, size: ScreenSize)? { drawings[name].map { ($0.drawing, $0.size) } }

  /// The name of a view's current appearance.
  mutating func name(of view: AnnotationView) -> String {
    let id = ObjectIdentifier(view)
    if let same = known[id], same.version == view.contentVersion { return same.name }
    let name = name(of: view.drawing(), view.size)
    known[id] = Known(view: view, version: view.contentVersion, name: name)
    return name
  }

  /// The name of a picture alone.
  mutating func name(of image: MapImage) -> String {
    let context = DrawingContext()
    context.draw(image, in: ScreenRect(origin: .zero, size: image.size))
    return name(of: context.drawing, image.size)
  }

  private mutating func name(of drawing: Drawing, _ size: ScreenSize) -> String {
    if let same = names[drawing] { return same }
    lastNumber += 1
    let name = "\(series)-\(lastNumber)"
    names[drawing] = name
    let bytes = drawing.heldBytes + 512
    drawings[name] = (drawing, size, bytes)
    byteCount += bytes
    return name
  }

  /// Drops views that are no longer shown, and unused appearances if there are many.
  mutating func keepOnly(_ views: [AnnotationView]) {
    let shown = Set(views.map { ObjectIdentifier($0) })
    if known.count > shown.count { known = known.filter { shown.contains($0.key) } }
    guard drawings.count > ViewLooks.limit || byteCount > ViewLooks.byteLimit else { return }
    let used = Set(known.values.map(\.name))
    drawings = drawings.filter { used.contains($0.key) }
    names = names.filter { used.contains($0.value) }
    byteCount = drawings.values.reduce(0) { $0 + $1.bytes }
  }
}
