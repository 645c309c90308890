/// A layer of one's own areas that was read from a file and is in no store.
package struct OwnLayer: Sendable {
  /// What it is called, such as `zones`.
  package let name: String
  /// Its areas.
  package let index: AreaIndex

  /// A layer by its name.
  package init(name: String, index: AreaIndex) { (self.name, self.index) = (name, index) }
}
