/// How important it is that a view is seen (`MKFeatureDisplayPriority`), 0 to 1000. Of two views that collide the lower one is hidden; of
/// equal ones the one farther from the middle of the map.
public struct DisplayPriority: RawRepresentable, Hashable, Comparable, Sendable {
  /// 0 to 1000.
  public let rawValue: Float

  /// A priority; values beyond 0 and 1000 are cut off, what is not a number is 0.
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

/// Which of two overlapping views is in front (`MKAnnotationViewZPriority`), 0 to 1000: the higher one; of equal ones the one that is
/// farther south.
public struct ZPriority: RawRepresentable, Hashable, Comparable, Sendable {
  /// 0 to 1000.
  public let rawValue: Float

  /// A priority; values beyond 0 and 1000 are cut off, what is not a number is 0.
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

/// How a view's frame is read when it may collide (`MKAnnotationView.CollisionMode`).
public enum CollisionMode: String, Hashable, Sendable, CaseIterable {
  /// The whole frame.
  case rectangle
  /// The circle of the frame's width around its middle.
  case circle
  /// Never collides, neither clusters; its priority is ignored.
  case none
}

/// What a drag is doing (`MKAnnotationView.DragState`).
public enum DragState: String, Hashable, Sendable, CaseIterable {
  /// No drag: the default.
  case none
  /// The map saw that a drag begins; the view is being lifted.
  case starting
  /// The view follows the pointer.
  case dragging
  /// The drag was given up; the view goes back.
  case canceling
  /// The view was dropped; its coordinate is the new one.
  case ending
}

/// Whether text of a marker is shown (`MKFeatureVisibility`).
public enum FeatureVisibility: String, Hashable, Sendable, CaseIterable {
  /// While there is room, and when it is selected.
  case adaptive
  /// Never.
  case hidden
  /// Always.
  case visible
}
