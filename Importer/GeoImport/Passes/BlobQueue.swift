import GeoSupport
import OSMFile
import Synchronization

/// All blobs of all files, processed by several threads.
struct BlobQueue: Sendable {
  /// One blob of one file.
  struct Blob: Sendable {
    /// Position of the file in the list of extracts.
    var file: Int
    /// Position of the blob in its file.
    var index: Int
    /// Position among all blobs of all files.
    var order: Int32
    /// Whether the file is a change file.
    var isChange: Bool
    /// Whether the file is one of the user's corrections.
    var isCorrection = false
  }

  /// The opened files: extracts, then change files.
  let readers: [OSMFileReader]
  /// The number of worker threads.
  let threads: Int
  /// Receives the progress, and decides when to stop.
  let context: ImportContext

  /// Every blob of every file, in order.
  var allBlobs: [Blob] {
    var blobs: [Blob] = []
    for (file, reader) in readers.enumerated() {
      for index in reader.blobs.indices {
        blobs.append(
          Blob(
            file: file, index: index, order: Int32(blobs.count), isChange: reader.header.isChange,
            isCorrection: context.corrections?.files.contains(reader.path) == true))
      }
    }
    return blobs
  }

  /// Reads blobs and transforms each. The results have the order of the blobs.
  ///
  /// - Parameters:
  ///   - stage: the stage to report.
  ///   - wanted: what to decode.
  ///   - body: called on several threads at once, each with a block of its own. Returns the result and the number of
  ///     objects that it examined.
  /// - Throws: the first error of a blob, or ``ImportError`` if the import is cancelled.
  func map<Output: Sendable>(
    _ blobs: [Blob], _ stage: ImportStage, _ wanted: OSMReadOptions,
    _ body: @escaping @Sendable (PrimitiveBlock, Blob) -> (Output, objects: Int)
  ) throws(ImportError) -> [Output] {
    let results = Mutex<[Output?]>(Array(repeating: nil, count: blobs.count))
    let failure = Mutex<ImportError?>(nil)
    let next = Atomic<Int>(0)
    let progress = StageProgress(stage, total: blobs.count, context)
    SystemThread.perform(onThreads: min(threads, blobs.count)) {
      let block = PrimitiveBlock()
      while true {
        let position = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard position < blobs.count, failure.withLock({ $0 == nil }) else { return }
        do throws(ImportError) {
          try context.checkCancellation()
          try read(blobs[position], into: block, wanted)
          let (output, objects) = body(block, blobs[position])
          results.withLock { $0[position] = output }
          progress.advance(objects: objects)
        } catch {
          failure.withLock { $0 = $0 ?? error }
        }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    return results.withLock { $0.map { $0! } }
  }

  /// Reads a blob, and converts the reader's error to the import's.
  private func read(_ blob: Blob, into block: PrimitiveBlock, _ wanted: OSMReadOptions) throws(ImportError) {
    do throws(OSMFileError) {
      try readers[blob.file].readBlock(blob.index, into: block, wanted)
    } catch {
      throw ImportError(error)
    }
    if blob.isCorrection { context.corrections?.separate(block, ofFile: readers[blob.file].path) }
  }
}
