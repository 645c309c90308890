import GeoSupport

/// Where the output goes and what of an earlier run is there.
public struct OutputFile {
  /// What to do with what is there already.
  public enum Mode: Sendable {
    /// Refuse to overwrite anything.
    case new
    /// Overwrite a finished file, and start an unfinished one anew.
    case overwrite
    /// Go on with an unfinished one.
    case resume
  }

  /// The three files of a run. All lie in one folder, so that renaming is one step.
  struct Paths {
    var final: String
    /// The output until it is complete.
    var partial: String { final + ".partial" }
    /// From where to go on.
    var journal: String { final + ".journal" }
  }

  /// nil for a stream or device, which has no partial file and cannot be resumed.
  let paths: Paths?
  let data: OutputDescriptor
  /// What an earlier run left, when it is to be gone on with.
  let earlier: Journal.Record?
  /// Whether an earlier run has finished and nothing is left to do.
  public let isComplete: Bool

  /// Opens standard output (nil) or a file.
  ///
  /// A regular file is written beside its place as `NAME.partial` and renamed when it is complete, so that a file of that name is always
  /// a whole one. Devices and pipes are written directly.
  ///
  /// - Throws: ``EnrichmentError`` when there is something that must not be overwritten, when it is the input itself, or when it cannot
  ///   be written.
  public init(path: String?, mode: Mode, input: InputFile) throws(EnrichmentError) {
    guard let path else {
      self = try OutputFile(standardOutputIn: mode, input: input)
      return
    }
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, FileIdentity(status) == input.identity {
      throw EnrichmentError(.usage, "\(path) is both input and output; give the output another name")
    }
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw EnrichmentError(.cannotCreate, "\(path) is a folder; give the name of a file")
    }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      guard mode != .resume else {
        throw EnrichmentError(.usage, "\(path) is no regular file, so --resume cannot work")
      }
      self.init(paths: nil, data: try OutputDescriptor.open(path, O_WRONLY))
      return
    }
    self = try OutputFile(
      regularFile: exists ? OutputFile.resolved(path) : path, exists: exists, mode: mode, input: input)
  }

  init(paths: Paths?, data: OutputDescriptor, earlier: Journal.Record? = nil, isComplete: Bool = false) {
    self.paths = paths
    self.data = data
    self.earlier = earlier
    self.isComplete = isComplete
  }

  private init(standardOutputIn mode: Mode, input: InputFile) throws(EnrichmentError) {
    guard mode != .resume else {
      throw EnrichmentError(.usage, "--resume needs an output file (-o FILE): standard output cannot be gone on with")
    }
    var status = stat()
    if fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG, FileIdentity(status) == input.identity {
      throw EnrichmentError(.usage, "standard output is the input file itself; send it to another file")
    }
    self.init(paths: nil, data: OutputDescriptor(descriptor: STDOUT_FILENO, name: "standard output", isOwned: false))
  }

  private init(regularFile path: String, exists: Bool, mode: Mode, input: InputFile) throws(EnrichmentError) {
    let paths = Paths(final: path)
    let hasPartial = access(paths.partial, F_OK) == 0
    let earlier = mode == .resume ? try Journal.read(paths.journal) : nil
    if mode == .resume, exists, !hasPartial {
      // Killed between the rename and the removal of the journal, or never interrupted at all.
      unlink(paths.journal)
      self.init(paths: paths, data: OutputDescriptor(descriptor: -1, name: path, isOwned: false), isComplete: true)
      return
    }
    let data = try OutputFile.openPartial(paths, input: input)
    self.init(paths: paths, data: data, earlier: earlier)
  }

  /// Opens and locks the partial file, so that no second run writes into it.
  private static func openPartial(_ paths: Paths, input: InputFile) throws(EnrichmentError) -> OutputDescriptor {
    let data = try OutputDescriptor.open(paths.partial, O_RDWR | O_CREAT)
    var status = stat()
    if fstat(data.descriptor, &status) == 0, FileIdentity(status) == input.identity {
      throw EnrichmentError(
        .usage, "\(paths.partial), which the output is written to first, is the input; give the output another name")
    }
    guard flock(data.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw EnrichmentError(.cannotCreate, "another geocode csv is writing \(paths.final) now")
    }
    return data
  }

  /// The file that a symbolic link points to, so that a rename replaces the file and not the link.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
