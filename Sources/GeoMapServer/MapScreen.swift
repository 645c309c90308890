import GeoMap
import GeoModel
import GeoWire

/// A page in a browser that shows a map: what it has been shown, and what it has seen of it.
struct MapScreen {
  /// Takes a line. Callable from anywhere.
  let deliver: @Sendable ([UInt8]) -> Void
  /// Ends its connection: the map is gone.
  let end: @Sendable () -> Void
  /// Whether no gesture on it changes anything.
  let isViewer: Bool
  /// Points; nil until it has said so.
  var size: ScreenSize?
  /// Views that it shows, as they were said.
  var shown: [AnnotationID: [UInt8]] = [:] {
    didSet { heldBytes = shown.values.reduce(0) { $0 + $1.storageBytes + MapScreen.entryBytes } }
  }
  private static let entryBytes = 128
  /// The callout, the controls, and the place and overlays, of the last frame.
  var callout: [UInt8] = []
  var controls: [UInt8] = []
  var place: [UInt8] = []
  var lastFrame = 0
  /// The last frame that it has acknowledged.
  var seenFrame = 0
  /// Whether it loads tiles.
  var isLoading = false
  /// Whether something has changed since the last frame.
  var isBehind = true

  /// Bytes of what it has been shown.
  private(set) var heldBytes = 0

  /// Whether it may be sent another frame: it has seen the last but one.
  var isReady: Bool { size != nil && lastFrame - seenFrame < 2 }
}

/// What views look like, each kept under a name, so that a page loads a picture once.
struct ViewLooks {
  private struct Known {
    let view: AnnotationView
    let version: Int
    let name: String
  }

  private var names: [Drawing: String] = [:]
  private var drawings: [String: (drawing: Drawing, size: ScreenSize, bytes: Int)] = [:]
  /// Bytes of all drawings.
  private(set) var byteCount = 0
  private var known: [ObjectIdentifier: Known] = [:]
  private var lastNumber = 0
  /// Before all names: browsers keep what they had under a name, also of a daemon before this one.
  private let series = String(UInt32.random(in: 0...UInt32.max), radix: 36)

  /// Looks that are kept at most, and bytes of them, when nobody has them.
  private static let (limit, byteLimit) = (4_096, 4 << 20)

  /// What is drawn under a name, and its size in points; nil when nobody shows it any more.
  subscript(name: String) -> (drawing: Drawing, size: ScreenSize)? { drawings[name].map { ($0.drawing, $0.size) } }

  /// The name of what a view looks like now.
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

  /// Forgets views that are not shown any more, and looks that nobody has when there are many.
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
