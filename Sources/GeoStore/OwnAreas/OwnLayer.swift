/// A layer of the user's own areas that was read from a file and is in no store.
package struct OwnLayer: Sendable {
  /// Its name, such as `zones`.
  package let name: String
  /// Its areas.
  package let index: AreaIndex

  /// A layer by its name.
  package init(name: String, index: AreaIndex) { (self.name, self.index) = (name, index) }
}
