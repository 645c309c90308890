import GeoModel

/// An event on another map.
package enum MapHappening {
  /// The region is about to change.
  case regionWillChange(animated: Bool)
  /// The visible region changed.
  case visibleRegion(MapPlace)
  /// The change of the region ended.
  case regionDidChange(MapPlace, animated: Bool)
  /// An annotation or cluster was selected.
  case selected(AnnotationID)
  /// An annotation or cluster was deselected.
  case deselected(AnnotationID)
  /// An annotation was selected by a tap; with a side, the accessory on that side of its callout was tapped.
  case tapped(AnnotationID, CalloutSide?)
  /// The drag of an annotation's view changed its state. The coordinate is the new one when the state is `ending`.
  case dragged(AnnotationID, DragState, Coordinate)
  /// The user could not be located.
  case lost(any Error)
  /// The map began to show the user's location.
  case willLocate
  /// The map stopped showing the user's location.
  case didStopLocating
  /// The user's location changed.
  case located(UserLocation.Location, heading: Double?)
  /// The tracking mode changed: whether the map follows the user.
  case tracks(UserTrackingMode, animated: Bool)
  /// The map was tapped where there is no view.
  case tap(Coordinate, ScreenPoint)
  /// A page is about to load tiles.
  case willLoad
  /// A page finished loading tiles, with an error when some failed.
  case loaded((any Error)?)
  /// A page is about to draw tiles.
  case willRender
  /// A page finished drawing tiles; false when some are missing.
  case rendered(Bool)
}

/// The visible part of a map. Numbers from the wire are rounded to thousandths.
package struct MapPlace: Hashable, Sendable {
  /// The visible rectangle, in map points.
  package var rect: MapRect
  /// The zoom level.
  package var level: Double
  /// The size of the view in points.
  package var size: ScreenSize

  /// Creates a place.
  package init(rect: MapRect, level: Double, size: ScreenSize) {
    (self.rect, self.level, self.size) = (rect, level, size)
  }

  /// The viewport of the place.
  ///
  /// The level gives the scale, because clusters depend on exact quarters of a level. If the level differs from the
  /// rectangle by rounding only, the rectangle gives the scale.
  var viewport: Viewport {
    let difference = abs(MapScale.level(size.width / rect.width) - level)
    // A level that differs by more than rounding is that of a view of another size, and counts, too.
    let usesLevel = difference < 2e-6 || difference > 0.001
    return Viewport(
      center: rect.center, zoomScale: usesLevel ? MapScale.zoomScale(level: level) : size.width / rect.width)
  }
}
