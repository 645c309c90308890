import GeoModel

// Functions of a map that is also shown elsewhere. They work on maps without a link too, so a program need not know
// where its map is.
extension MapView {
  /// The URL of a page that shows the map, with its token; nil for a map of this process, and where no HTTP is served.
  public var page: String? { link?.page }

  /// The URL of a page that shows the map but cannot change it; nil when ``page`` is nil.
  public var viewerPage: String? { link?.viewerPage }

  /// Lays out the map, passes on what has changed, and calls the delegate for the events that have arrived from the
  /// map's pages.
  ///
  /// Does not wait for events. For a map of this process, the function is the same as ``layout()``.
  public func deliverCallbacks() {
    layout()
    guard let link else { return }
    link.deliver(to: self)
    layout()
  }

  /// Calls the delegate for events on the map's pages until the task is canceled or the client is closed.
  ///
  /// Changes made by the delegate are passed on. For a map of this process the function returns at once, as no events
  /// occur there.
  ///
  /// - Throws: `CancellationError`; or the reason the daemon cannot be reached any more.
  public nonisolated(nonsending) func run() async throws {
    deliverCallbacks()
    try await link?.run(self)
  }

  /// Waits until the daemon has processed all changes, and delivers its callbacks.
  ///
  /// Call it before a program ends. For a map of this process, the function is the same as ``layout()``.
  ///
  /// - Throws: `CancellationError`; or the reason the daemon cannot be reached any more.
  public nonisolated(nonsending) func synchronize() async throws {
    deliverCallbacks()
    try await link?.synchronize(self)
  }

  /// Disconnects from the map of a daemon.
  ///
  /// The daemon keeps its map for the time given on opening, and the view continues by itself. Does nothing for a map
  /// of this process.
  public func close() {
    link?.close()
    (link, journal) = (nil, nil)
  }

  /// The link to another map; nil for a map of this process.
  package var mapLink: (any MapLink)? { link }

  /// Begins to keep another map in step.
  package func connect(to link: any MapLink) {
    self.link = link
    journal = MapJournal()
  }

  /// Returns the changes since the last call.
  package func takeJournal() -> MapJournal {
    let taken = journal ?? MapJournal()
    journal = MapJournal()
    return taken
  }

  /// The name of the template of an annotation; nil when it has none.
  package func template(of id: AnnotationID) -> String? {
    layer.store.slot(of: id).flatMap { layer.template(of: $0) }
  }

  /// The name of the template of an annotation; nil also where a view was set over it.
  package func answeredTemplate(of id: AnnotationID) -> String? {
    layer.store.slot(of: id).flatMap { layer.views.coveredTemplates[$0] == nil ? layer.template(of: $0) : nil }
  }

  /// Creates a view of a template without an annotation; nil when there is no such template.
  package func sampleView(ofTemplate name: String) -> AnnotationView? {
    layer.viewSource.templates[name]?.make()
  }

  /// The names of all templates, in the order of their first registration.
  package var templateNames: [String] { layer.viewSource.templates.names }

  /// The view of an annotation or cluster, shown or not. For an annotation without one, asks the delegate; nil when the
  /// view comes later.
  package func answeredView(for id: AnnotationID) -> AnnotationView? {
    if let cluster = layer.clusters[id] { return cluster.view }
    guard let slot = layer.store.slot(of: id) else { return nil }
    if layer.views[slot] == nil, !layer.layoutState.awaited.contains(slot) { ask([slot]) }
    return layer.views[slot]
  }

  /// The view of an annotation or cluster, shown or not, without asking the delegate.
  package func knownView(for id: AnnotationID) -> AnnotationView? {
    layer.clusters[id]?.view ?? layer.store.slot(of: id).flatMap { layer.views[$0] }
  }

  /// The views of annotations that have no template, and of clusters, shown or not.
  package var answeredViews: [(id: AnnotationID, view: AnnotationView)] {
    let own = layer.views.bySlot.values.filter { $0.slot.map { layer.indexes.kind(of: $0).template < 0 } ?? false }
    return (own + layer.clusters.all.compactMap(\.view)).compactMap { view in view.annotationID.map { ($0, view) } }
  }

  /// The renderer of an overlay. For an overlay without one, asks the delegate once; nil for none, or when it comes
  /// later.
  package func answeredRenderer(for id: OverlayID) -> OverlayRenderer? {
    guard let entry = overlayList[id] else { return nil }
    if entry.renderer == nil, !entry.isAsked {
      overlayList.noteAsked(id)
      if case .renderer(let renderer) = delegate?.mapView(self, renderersFor: [(id, entry.overlay)]).first {
        try? setRenderer(renderer, for: id)
      }
    }
    return overlayList[id]?.renderer
  }

  /// Reports that another map refused something.
  package func reportRefusal(_ problem: String) { report(.refusedByDaemon(problem)) }
}

extension AnnotationView {
  /// Whether its class is one of the map's own, whose drawing and dragging are standard.
  package var isOfMap: Bool {
    let own: [AnnotationView.Type] = [
      AnnotationView.self, PinAnnotationView.self, MarkerAnnotationView.self, ClusterView.self, UserLocationView.self,
    ]
    return own.contains { $0 == type(of: self) }
  }

  /// Whether the user may drag it.
  package var canBeDragged: Bool { isDraggable && (mapView?.canDrag(self) ?? true) }

  /// Whether ``displayPriority`` was set explicitly, to any value.
  package var hasOwnPriority: Bool { isPrioritySet }
}
