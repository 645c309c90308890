import GeoModel

/// A problem with a map: a call that it cannot carry out, or something that could not be loaded or drawn. After a
/// refused call the map is unchanged.
public enum MapError: Error, Hashable, Sendable {
  /// The requested part of the map has numbers that are NaN, infinite or out of range.
  case invalidRegion
  /// A size is not positive, or a side exceeds ``ScreenSize/longestSide``.
  case invalidSize
  /// A heading or pitch other than 0 was requested.
  case unsupportedCamera
  /// The range of distances or the boundary is empty or invalid.
  case invalidLimit
  /// No annotation of the map has this id.
  case unknownAnnotation(AnnotationID)
  /// No overlay of the map has this id.
  case unknownOverlay(OverlayID)
  /// No template was registered under this name.
  case unknownTemplate(String)
  /// No class was registered for this reuse identifier.
  case unknownReuseIdentifier(String)
  /// The type of the annotation does not adopt ``MovableAnnotation``.
  case notMovable(AnnotationID)
  /// A column, named here, does not have as many rows as there are ids.
  case columnLengths(String)
  /// A row of the columns has an invalid coordinate.
  case invalidRow(Int, CoordinateError)
  /// The delegate's cluster annotation has different members from those it was given.
  case foreignClusterMembers
  /// A view set its own drag state from `starting` to `none`.
  case dragStateForbidden(from: DragState, to: DragState)
  /// A reuse identifier was dequeued repeatedly, but no view ever had it.
  case reuseIdentifierNeverUsed(String)
  /// A delegate changed the map in each of its callbacks, without end.
  case endlessChanges
  /// A gradient needs as many locations as colors, in ascending order and each from 0 to 1.
  case invalidGradient
  /// A tile has no source: neither a template nor a loader.
  case tileWithoutSource
  /// A tile could not be loaded.
  case tileFailed(TilePath, String)
  /// The base map could not be drawn, with the reason.
  case baseMapFailed(String)
  /// The daemon, whose map follows this one, refused something; the text is its reason.
  case refusedByDaemon(String)
}

extension MapError: CustomStringConvertible {
  /// A sentence for users: what is wrong and how to fix it.
  public var description: String {
    switch self {
    case .invalidRegion:
      "the region has edges that are not latitudes or longitudes; make it of a coordinate and a span of finite degrees"
    case .invalidSize: "a size needs a width and height of more than 0 and at most 16384 points"
    case .unsupportedCamera: "heading and pitch are always 0 here; rotate or tilt nothing"
    case .invalidLimit: "the limit is empty; the smaller distance comes first, and a boundary is a valid region"
    case .unknownAnnotation(let id): "no annotation has the id '\(id)'; add it first"
    case .unknownOverlay(let id): "no overlay has the id '\(id)'; add it first"
    case .unknownTemplate(let name): "no template is called '\(name)'; register it first"
    case .unknownReuseIdentifier(let name): "no class is registered for the reuse identifier '\(name)'"
    case .notMovable(let id):
      "annotation '\(id)' cannot be moved, as its type does not adopt MovableAnnotation; update it with a new value"
    case .columnLengths(let name): "the column '\(name)' is not as long as the ids"
    case .invalidRow(let row, let error): "row \(row): \(error)"
    case .foreignClusterMembers: "a cluster annotation must have exactly the members that the delegate was given"
    case .dragStateForbidden(let from, let to):
      "a view cannot go from \(from) to \(to) by itself; set isDraggable to false to prevent a drag"
    case .reuseIdentifierNeverUsed(let name):
      "views are dequeued with the reuse identifier '\(name)', but none was ever made with it, so nothing is reused"
    case .endlessChanges: "the delegate changes the map in each callback; some changes were left out"
    case .invalidGradient: "a gradient needs as many locations as colors, ascending from 0 to 1"
    case .tileWithoutSource: "the tile overlay has neither a URL template nor a loader"
    case .tileFailed(let path, let reason): "tile \(path.z)/\(path.x)/\(path.y) could not be loaded: \(reason)"
    case .baseMapFailed(let reason): "the base map could not be drawn: \(reason)"
    case .refusedByDaemon(let reason): "the daemon does not take what is on the map: \(reason)"
    }
  }
}
