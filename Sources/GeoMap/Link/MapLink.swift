import GeoModel

/// Keeps another map, such as one of a daemon, in step with a ``MapView``. The view is complete by itself and carries
/// out all calls at once. The link passes on the changes noted in the view's ``MapJournal``, and applies events of the
/// other map to the view.
package protocol MapLink: AnyObject {
  /// The URL of a page that shows the map; nil when there is none.
  var page: String? { get }
  /// The URL of a page that shows the map but cannot change it; nil when there is none.
  var viewerPage: String? { get }
  /// Passes on what has changed. Called after each layout.
  func passOn(from map: MapView)
  /// Applies the events of the other map to this one, without waiting.
  func deliver(to map: MapView)
  /// Delivers events until the other map is closed or the task is canceled.
  nonisolated(nonsending) func run(_ map: MapView) async throws
  /// Waits until the other map has processed everything, then delivers its responses.
  nonisolated(nonsending) func synchronize(_ map: MapView) async throws
  /// Closes the link to the other map.
  func close()
}

/// The changes of a map since its link last took them, except those that the link finds by comparing.
package struct MapJournal {
  /// A change of annotations. Their contents and positions are looked up when it is passed on.
  package enum Action {
    case said, moved, removed
  }

  /// A run of annotations with the same action.
  package struct Change {
    /// The action.
    package let action: Action
    /// The annotations.
    package var ids: [AnnotationID] = []
    /// The columns of annotations that were added as columns, and their template.
    package var columns: AnnotationColumns?
    package var template: String?
  }

  /// Changes of annotations, in order.
  package private(set) var changes: [Change] = []
  /// The names of templates that were registered.
  package var templates: [String] = []
  /// Overlays that were added or replaced.
  package var overlays: Set<OverlayID> = []
  /// Overlays that got another renderer, or whose renderer draws something else.
  package var redrawn: Set<OverlayID> = []
  /// Whether the last change of the region was animated.
  package var isAnimated = false
  /// The reason the user was not located.
  package var failure: String?
  /// Drag states that views of programs' own classes set themselves during a drag.
  package var dragStates: [(id: AnnotationID, state: DragState)] = []

  /// Creates an empty journal.
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
