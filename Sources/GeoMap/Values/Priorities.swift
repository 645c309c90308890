/// The importance of a view (`MKFeatureDisplayPriority`), 0 to 1000. Of two colliding views the less important one is
/// hidden; of equally important ones, the one farther from the middle of the map.
public struct DisplayPriority: RawRepresentable, Hashable, Comparable, Sendable {
  /// 0 to 1000.
  public let rawValue: Float

  /// Creates a priority. Values are clamped to 0 to 1000; NaN counts as 0.
  public init(rawValue: Float) { self.rawValue = rawValue > 0 ? min(1000, rawValue) : 0 }

  /// Never hidden: 1000.
  public static let required = DisplayPriority(rawValue: 1000)
  /// 750.
  public static let defaultHigh = DisplayPriority(rawValue: 750)
  /// 250.
  public static let defaultLow = DisplayPriority(rawValue: 250)

  /// Lower values are less important.
  public static func < (a: DisplayPriority, b: DisplayPriority) -> Bool { a.rawValue < b.rawValue }
}

/// The depth order of overlapping views (`MKAnnotationViewZPriority`), 0 to 1000. The higher view is in front; of equal
/// ones, the one farther south.
public struct ZPriority: RawRepresentable, Hashable, Comparable, Sendable {
  /// 0 to 1000.
  public let rawValue: Float

  /// Creates a priority. Values are clamped to 0 to 1000; NaN counts as 0.
  public init(rawValue: Float) { self.rawValue = rawValue > 0 ? Swift.min(1000, rawValue) : 0 }

  /// 1000, for the selected view.
  public static let max = ZPriority(rawValue: 1000)
  /// 500, for views that are not selected.
  public static let defaultUnselected = ZPriority(rawValue: 500)
  /// 0.
  public static let min = ZPriority(rawValue: 0)

  /// Lower values are farther behind.
  public static func < (a: ZPriority, b: ZPriority) -> Bool { a.rawValue < b.rawValue }
}

/// The shape of a view's frame in collisions (`MKAnnotationView.CollisionMode`).
public enum CollisionMode: String, Hashable, Sendable, CaseIterable {
  /// The whole frame.
  case rectangle
  /// A circle around the middle of the frame, with the frame's width as diameter.
  case circle
  /// Takes part in neither collisions nor clusters; its priority is ignored.
  case none
}

/// The state of a drag (`MKAnnotationView.DragState`).
public enum DragState: String, Hashable, Sendable, CaseIterable {
  /// No drag: the default.
  case none
  /// The map recognized a drag; the view is being lifted.
  case starting
  /// The view follows the pointer.
  case dragging
  /// The drag was canceled; the view returns to its place.
  case canceling
  /// The view was dropped; its coordinate is already the new one.
  case ending
}

/// Whether a text of a marker is shown (`MKFeatureVisibility`).
public enum FeatureVisibility: String, Hashable, Sendable, CaseIterable {
  /// While there is room, and when selected.
  case adaptive
  /// Never.
  case hidden
  /// Always.
  case visible
}
