import GeoPacking
import GeoSupport

/// The destination of the output, with the state that an earlier run left there.
public struct OutputFile {
  /// How to treat an existing output.
  public enum Mode: Sendable {
    /// Refuse to overwrite anything.
    case new
    /// Overwrite a finished file, and start an unfinished one anew.
    case overwrite
    /// Continue an unfinished one.
    case resume
  }

  /// The three files of a run. All are in one folder, so that renaming is a single step.
  struct Paths {
    var final: String
    /// The output until it is complete.
    var partial: String { final + ".partial" }
    /// The record of checkpoints.
    var journal: String { final + ".journal" }
  }

  /// The files; nil for a stream or device, which has no partial file and cannot be resumed.
  let paths: Paths?
  let data: OutputDescriptor
  /// The compression of the output; nil for none.
  private(set) var packing: PackedFormat?
  /// The journal of an earlier run, if it is to be continued.
  let earlier: Journal.Record?
  /// Whether an earlier run has finished and nothing is left to do.
  private let isComplete: Bool

  /// Opens standard output (nil) or a file.
  ///
  /// A regular file is first written as `NAME.partial` in the same folder and renamed when it is complete, so that a
  /// file with the final name is always complete. Devices and pipes are written directly.
  ///
  /// - Throws: ``EnrichmentError`` as ``check(path:mode:input:)`` does, or when the file cannot be written.
  init(path: String?, mode: Mode, input: InputFile) throws(EnrichmentError) {
    try OutputFile.check(path: path, mode: mode, input: input)
    guard let path else {
      self.init(data: OutputDescriptor(descriptor: STDOUT_FILENO, name: "standard output", isOwned: false))
      return
    }
    let status = try OutputFile.status(of: path)
    guard status.map(OutputFile.isRegular) ?? true else {
      self.init(data: try OutputDescriptor.open(path, O_WRONLY))
      return
    }
    // A rename must replace the file that a symbolic link points to, and not the link.
    let paths = Paths(final: FileFolder.resolved(path))
    if mode == .resume, status != nil, access(paths.partial, F_OK) != 0 {
      // The earlier run was killed between the rename and the removal of the journal, or was never interrupted.
      unlink(paths.journal)
      self.init(
        paths: paths, data: OutputDescriptor(descriptor: -1, name: path, isOwned: false), isComplete: true)
      return
    }
    let earlier = mode == .resume ? try Journal.read(paths.journal) : nil
    self.init(paths: paths, data: try OutputFile.openPartial(paths, input: input), earlier: earlier)
    packing = PackedFormat(name: path)
  }

  private init(
    paths: Paths? = nil, data: OutputDescriptor, earlier: Journal.Record? = nil, isComplete: Bool = false
  ) {
    self.paths = paths
    self.data = data
    self.earlier = earlier
    self.isComplete = isComplete
  }

  /// Discards the output, for a dry run.
  static func nowhere() throws(EnrichmentError) -> OutputFile {
    OutputFile(data: try OutputDescriptor.open("/dev/null", O_WRONLY))
  }

  /// Rejects outputs that would destroy something or cannot work, before any work is done and without touching
  /// anything.
  ///
  /// - Throws: ``EnrichmentError`` that says which option to give.
  static func check(path: String?, mode: Mode, input: InputFile) throws(EnrichmentError) {
    if path == "" { throw EnrichmentError(.usage, "the output has no name: give -o the name of a file") }
    if let path { try OutputName(path).checkEnding() }
    guard let path else {
      guard mode != .resume else {
        throw EnrichmentError(.usage, "--resume needs an output file (-o FILE): standard output cannot be continued")
      }
      if let status = SystemCall.status(of: STDOUT_FILENO), isRegular(status), FileIdentity(status) == input.identity {
        throw EnrichmentError(.usage, "standard output is the input file itself; send it to another file")
      }
      return
    }
    if let status = try status(of: path) {
      if FileIdentity(status) == input.identity {
        throw EnrichmentError(.usage, "\(path) is both input and output; give the output another name")
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        throw EnrichmentError(.cannotCreate, "\(path) is a folder; give the name of a file")
      }
      if mode == .resume, !isRegular(status) {
        throw EnrichmentError(.usage, "\(path) is not a regular file, so --resume cannot work")
      }
      if mode == .new, isRegular(status) {
        throw EnrichmentError(.cannotCreate, "\(path) exists already; give another name, or --force to overwrite it")
      }
    }
    let partial = Paths(final: FileFolder.resolved(path)).partial
    if mode == .new, access(partial, F_OK) == 0 {
      throw EnrichmentError(
        .cannotCreate,
        "\(partial) is the unfinished output of an earlier run; --resume continues it, --force starts anew")
    }
  }

  /// Finishes an output that only has to be renamed.
  ///
  /// - Returns: whether nothing is left to do.
  func finishIfComplete() throws(EnrichmentError) -> Bool {
    if isComplete { return true }
    guard let paths, let complete = earlier?.completeLength, complete == length else { return false }
    try OutputWriter.putInPlace(paths, data.descriptor)
    return true
  }

  /// The length of the output so far, in bytes.
  var length: Int {
    SystemCall.status(of: data.descriptor).map { Int($0.st_size) } ?? 0
  }

  /// Opens and locks the partial file, so that no second run writes to it.
  private static func openPartial(_ paths: Paths, input: InputFile) throws(EnrichmentError) -> OutputDescriptor {
    let data = try OutputDescriptor.open(paths.partial, O_RDWR | O_CREAT)
    guard let status = SystemCall.status(of: data.descriptor) else {
      throw EnrichmentError(.output, "\(paths.partial) cannot be written: \(systemMessage())")
    }
    if FileIdentity(status) == input.identity {
      throw EnrichmentError(
        .usage, "\(paths.partial), which the output is written to first, is the input; give the output another name")
    }
    guard SystemCall.lock(data.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw EnrichmentError(.cannotCreate, "another geocode csv is writing \(paths.final) now")
    }
    // Meanwhile no more users can read it than the file that it replaces.
    FileAccess(of: paths.final)?.give(to: data.descriptor, adding: 0o600)
    return data
  }

  /// The status of a file; nil where there is none.
  ///
  /// - Throws: ``EnrichmentError`` for an unusual error of the system, because there may be a file that must not be
  ///   overwritten.
  private static func status(of path: String) throws(EnrichmentError) -> stat? {
    if let status = SystemCall.status(of: path) { return status }
    // Other obstacles are reported when the file is created.
    if [ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG].contains(errno) { return nil }
    throw EnrichmentError(.output, "\(path) may be there already, which cannot be told: \(systemMessage())")
  }

  static func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }
}
