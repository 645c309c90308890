import GeoModel

/// A user's input on a screen, in points of the view. Times are seconds of any clock that does not go backward.
public enum Gesture: Hashable, Sendable {
  /// A finger or button goes down.
  case press(ScreenPoint, time: Double)
  /// The finger or button moves while it is down.
  case move(ScreenPoint, time: Double)
  /// The finger or button goes up.
  case release(ScreenPoint, time: Double)
  /// The input was lost, so the gesture does not count.
  case cancel(time: Double)
  /// A press and release that the screen itself has recognized as a tap.
  case tap(ScreenPoint)
  /// A wheel or pinch step: zooms in by so many levels, or out if negative, and keeps the place under the point.
  case wheel(ScreenPoint, levels: Double)
  /// A key press.
  case key(Key)
  /// A screen that pans and zooms by itself now shows another place; `isLast` when its gesture has ended.
  case show(Coordinate, level: Double, time: Double, isLast: Bool)
  /// A screen that recognizes drags itself lifts a draggable view. ``carry(_:)`` and then ``release(_:time:)`` or
  /// ``cancel(time:)`` follow.
  case lift(AnnotationID)
  /// The lifted view is carried to a place.
  case carry(Coordinate)

  /// The keys that a map understands.
  public enum Key: String, Hashable, Sendable, CaseIterable {
    /// Cancels a drag.
    case escape
    /// Zooms in by a level.
    case plus
    /// Zooms out by a level.
    case minus
    /// Pans by an eighth of the view.
    case left
    /// See ``left``.
    case right
    /// See ``left``.
    case up
    /// See ``left``.
    case down
  }
}

/// A finger or button that is down.
struct Touch {
  /// The effect of the touch.
  enum Phase {
    /// It has done nothing yet and may become a tap.
    case pressed
    /// The view handles it.
    case taken
    /// It pans the map.
    case panning
    /// It drags the view.
    case dragging
    /// It has moved too far for a tap, and panning is disabled.
    case ignored
  }

  let start: ScreenPoint
  let time: Double
  /// The view on which it began, or the view that replaced it for the same annotation.
  var view: AnnotationView?
  /// The viewport when panning began.
  var viewport: Viewport
  var phase = Phase.pressed

  /// How far it may move and still be a tap, in points.
  static let slop = 5.0
}
