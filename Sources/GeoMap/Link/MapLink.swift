import GeoModel

/// Keeps another map, such as one of a daemon, in step with a ``MapView``. The view is whole by itself: all that a program asks of it is done
/// at once. What it has noted in its ``MapJournal`` is passed on, and what has happened on the other map is done here, too.
package protocol MapLink: AnyObject {
  /// The address of a page that shows the map; nil when there is none.
  var page: String? { get }
  /// The address of a page that cannot change it; nil when there is none.
  var viewerPage: String? { get }
  /// Passes on what has changed. Called whenever the map was laid out.
  func passOn(from map: MapView)
  /// Does to the map what has happened on the other one, without waiting.
  func deliver(to map: MapView)
  /// Delivers until the other map is closed, or the task is canceled.
  nonisolated(nonsending) func run(_ map: MapView) async throws
  /// Waits until the other map has taken everything, and delivers what it says of it.
  nonisolated(nonsending) func synchronize(_ map: MapView) async throws
  /// Lets go of the other map.
  func close()
}

/// What has changed on a map since its link has looked, where that is not seen by comparing.
package struct MapJournal {
  /// What was done with annotations. What they say and where they stand is looked up when it is passed on.
  package enum Action {
    case said, moved, removed
  }

  /// Annotations with which the same was done.
  package struct Change {
    /// What was done.
    package let action: Action
    /// With which.
    package var ids: [AnnotationID] = []
    /// Those that were said by columns, and the template of all of them.
    package var columns: AnnotationColumns?
    package var template: String?
  }

  /// Changes of annotations, in their order.
  package private(set) var changes: [Change] = []
  /// Names of templates that were registered.
  package var templates: [String] = []
  /// Overlays that were added or replaced.
  package var overlays: Set<OverlayID> = []
  /// Overlays whose renderer is another one, or draws something else.
  package var redrawn: Set<OverlayID> = []
  /// Whether the last change of the region was animated.
  package var isAnimated = false
  /// Why the user was not located.
  package var failure: String?
  /// States that views of programs' own classes gave themselves while they were dragged.
  package var dragStates: [(id: AnnotationID, state: DragState)] = []

  /// Nothing has changed.
  package init() {}

  mutating func add(_ columns: AnnotationColumns, template: String?) {
    changes.append(Change(action: .said, columns: columns, template: template))
  }

  mutating func note(_ action: Action, _ ids: some Collection<AnnotationID>) {
    if changes.last?.action != action || changes.last?.columns != nil { changes.append(Change(action: action)) }
    changes[changes.count - 1].ids.append(contentsOf: ids)
  }

  mutating func note(_ action: Action, _ id: AnnotationID) {
    if id != .userLocation { note(action, CollectionOfOne(id)) }
  }
}
