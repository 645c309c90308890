import GeoModel

/// What a user does on a screen, in points of the view. Times are seconds of any clock that does not go back.
public enum Gesture: Hashable, Sendable {
  /// A finger or button goes down.
  case press(ScreenPoint, time: Double)
  /// It moves while it is down.
  case move(ScreenPoint, time: Double)
  /// It goes up.
  case release(ScreenPoint, time: Double)
  /// It is lost: the gesture does not count.
  case cancel(time: Double)
  /// A press and release that the screen has recognized itself.
  case tap(ScreenPoint)
  /// A wheel, or two fingers: so many levels nearer, or away if negative; the place under the point stays.
  case wheel(ScreenPoint, levels: Double)
  /// A key.
  case key(Key)
  /// A screen that pans and zooms by itself shows another place now; `isLast` when its gesture is over.
  case show(Coordinate, level: Double, time: Double, isLast: Bool)
  /// A screen that recognizes drags itself lifts a view that may be dragged; ``carry(_:)`` and ``release(_:time:)`` or ``cancel(time:)`` follow.
  case lift(AnnotationID)
  /// What was lifted is carried over a place.
  case carry(Coordinate)

  /// Keys that mean something to a map.
  public enum Key: String, Hashable, Sendable, CaseIterable {
    /// Gives up a drag.
    case escape
    /// A level nearer.
    case plus
    /// A level away.
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
  /// What it does.
  enum Phase {
    /// Nothing yet: it may become a tap.
    case pressed
    /// The view has taken it.
    case taken
    /// The map is panned.
    case panning
    /// The view is dragged.
    case dragging
    /// It has moved where nothing moves.
    case ignored
  }

  let start: ScreenPoint
  let time: Double
  /// The view that it began on, or another one that its annotation has got since.
  var view: AnnotationView?
  /// What was shown when panning began.
  var viewport: Viewport
  var phase = Phase.pressed

  /// Points that it may move and still be a tap.
  static let slop = 5.0
}
