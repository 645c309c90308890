import GeoModel

/// Writes a store: sorts the content along the Hilbert curve, cuts it into tiles and fills the tables.
public struct StoreWriter {
  /// Threads that cut tiles; 1 or more.
  public var threads: Int
  /// Called now and then with a stage's name and the part of it that is done, 0 to 1, on the calling thread.
  public var progress: (_ stage: String, _ fraction: Double) -> Void

  /// A writer with its own number of threads.
  public init(threads: Int, progress: @escaping (_ stage: String, _ fraction: Double) -> Void = { _, _ in }) {
    self.threads = threads
    self.progress = progress
  }

  /// Writes the content to a temporary file beside `path`, checks it, and renames it over `path`. A failure or the end of
  /// the process at any moment leaves the old file whole.
  ///
  /// - Throws: ``StoreError`` with code `.unwritable` when the disk is full, the folder is missing or read-only.
  public func write(_ content: consuming StoreContent, metadata: StoreMetadata, to path: String) throws(StoreError)
    -> StoreInfo
  {
    fatalError("not written yet")
  }
}
