import GeoModel

// A map that is shown elsewhere, too. Everything is there for maps without a link, so that a program need not know where its map is.
extension MapView {
  /// The address of a page that shows the map, with the token that it needs; nil for a map of this process, and where no HTTP is served.
  public var page: String? { link?.page }

  /// The address of a page that shows the map and cannot change it; nil where ``page`` is.
  public var viewerPage: String? { link?.viewerPage }

  /// Lays the map out, passes on what has changed, and calls the delegate for all that has happened on the pages of the map since, without
  /// waiting. Of a map of this process it is ``layout()``.
  public func deliverCallbacks() {
    layout()
    guard let link else { return }
    link.deliver(to: self)
    layout()
  }

  /// Calls the delegate for what happens on the pages of the map, until the task is canceled or the client is closed; what the delegate changes
  /// is passed on. Returns at once for a map of this process, on which nothing happens by itself.
  ///
  /// - Throws: `CancellationError`; or why the daemon cannot be reached any more.
  public nonisolated(nonsending) func run() async throws {
    deliverCallbacks()
    try await link?.run(self)
  }

  /// Waits until the daemon has taken everything that has changed, and delivers its callbacks: before a program ends. Of a map of this process
  /// it is ``layout()``.
  ///
  /// - Throws: `CancellationError`; or why the daemon cannot be reached any more.
  public nonisolated(nonsending) func synchronize() async throws {
    deliverCallbacks()
    try await link?.synchronize(self)
  }

  /// Lets go of the map of a daemon, which stays for as long as it was opened for; nothing for a map of this process. The view goes on by
  /// itself.
  public func close() {
    link?.close()
    (link, journal) = (nil, nil)
  }

  /// What keeps another map in step; nil for a map of this process.
  package var mapLink: (any MapLink)? { link }

  /// Keeps another map in step from now on.
  package func connect(to link: any MapLink) {
    self.link = link
    journal = MapJournal()
  }

  /// What has changed since the last call.
  package func takeJournal() -> MapJournal {
    let taken = journal ?? MapJournal()
    journal = MapJournal()
    return taken
  }

  /// The name of the template of an annotation; nil when it has none.
  package func template(of id: AnnotationID) -> String? {
    store.slot(of: id).flatMap { template(of: $0) }
  }

  /// The same; nil also for one over which a view was set.
  package func answeredTemplate(of id: AnnotationID) -> String? {
    store.slot(of: id).flatMap { coveredTemplates[$0] == nil ? template(of: $0) : nil }
  }

  /// A view of a template, which shows nothing; nil when there is no such template.
  package func sampleView(ofTemplate name: String) -> AnnotationView? {
    templateNumbers[name].map { templates[$0].make() }
  }

  /// The names of all templates, in the order in which they were registered first.
  package var templateNames: [String] { templates.map(\.name).filter { templateNumbers[$0] != nil } }

  /// The view of an annotation or cluster, shown or not. Who has none is asked for; nil when it comes later.
  package func answeredView(for id: AnnotationID) -> AnnotationView? {
    if let key = clusterKeys[id] { return clusters[key]?.view }
    guard let slot = store.slot(of: id) else { return nil }
    if views[slot] == nil, !awaited.contains(slot) { ask([slot]) }
    return views[slot]
  }

  /// The view that an annotation or cluster has, shown or not; nobody is asked.
  package func knownView(for id: AnnotationID) -> AnnotationView? {
    clusterKeys[id].flatMap { clusters[$0]?.view } ?? store.slot(of: id).flatMap { views[$0] }
  }

  /// The views of annotations that have no template, and of clusters, shown or not.
  package var answeredViews: [(id: AnnotationID, view: AnnotationView)] {
    let own = views.values.filter { $0.slot.map { kinds[Int(store[$0].kind)].template < 0 } ?? false }
    return (own + clusters.values.compactMap(\.view)).compactMap { view in view.annotationID.map { ($0, view) } }
  }

  /// The renderer of an overlay. Who has none is asked for, once; nil for none, or when it comes later.
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

  /// Says that another map has refused something.
  package func reportRefusal(_ problem: String) { report(.refusedByDaemon(problem)) }
}

extension AnnotationView {
  /// Whether its class is one of the map's own, which draw and drag as everybody knows.
  package var isOfMap: Bool {
    let own: [AnnotationView.Type] = [
      AnnotationView.self, PinAnnotationView.self, MarkerAnnotationView.self, ClusterView.self, UserLocationView.self,
    ]
    return own.contains { $0 == type(of: self) }
  }

  /// Whether the user may drag it.
  package var canBeDragged: Bool { isDraggable && (mapView?.canDrag(self) ?? true) }

  /// Whether ``displayPriority`` was set, to whatever.
  package var hasOwnPriority: Bool { isPrioritySet }
}
