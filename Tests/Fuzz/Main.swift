import GeoSupport

// `swift build --sanitize fuzzer --product fuzz` links LLVM's fuzzer. It generates inputs, observes the code that they
// reach, and keeps and mutates those that reach more. Its `main` calls the functions below; .ci/fuzz automates this.
//
// Built without the fuzzer, the program mutates its seeds at random, see `SeededRun`. It can also feed given files, to
// examine a found input in a debugger.

/// The program's arguments.
///
///     fuzz TARGET --seconds N --seed S [--corpus DIR] [-FLAG=VALUE...]    generates inputs with LLVM's fuzzer
///     fuzz TARGET --seconds N --seed S [--last FILE]                      generates inputs without it
///     fuzz TARGET FILE...                                                 feeds these files
///     fuzz --list                                                         lists the targets
struct Arguments {
  let target: FuzzTarget
  /// Files, or the arguments for the fuzzer itself.
  var rest: [String] = []
  private var seconds: Int?
  private var seed = 1
  private var corpus: String?
  private var last = "fuzz-last"

  init(_ arguments: [String]) {
    if arguments.dropFirst() == ["--list"] {
      for target in FuzzTarget.all { print(target.name) }
      exit(0)
    }
    guard let name = arguments.dropFirst().first, let target = FuzzTarget.all.first(where: { $0.name == name }) else {
      let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
      let usage = "fuzz TARGET --seconds N --seed S [--corpus DIR] [--last FILE], or fuzz TARGET FILE..."
      Arguments.stop("\(usage); targets are \(names)")
    }
    self.target = target
    var left = arguments.dropFirst(2)
    while let argument = left.popFirst() {
      switch argument {
      case "--seconds": seconds = Arguments.number(left.popFirst(), of: argument)
      case "--seed": seed = Arguments.number(left.popFirst(), of: argument)
      case "--corpus": corpus = left.popFirst()
      case "--last": last = left.popFirst() ?? last
      default: rest.append(argument)
      }
    }
  }

  /// The run without LLVM's fuzzer; nil where files are given.
  var seededRun: SeededRun? { seconds.map { SeededRun(target: target, seconds: $0, seed: seed, last: last) } }

  /// The arguments for LLVM's fuzzer: given files are fed unchanged, otherwise inputs are generated.
  func fuzzerArguments() throws -> [String] {
    guard let seconds else { return ["-detect_leaks=0"] + rest }
    let limits = ["-max_total_time=\(seconds)", "-max_len=\(target.longestInput)", "-timeout=25", "-rss_limit_mb=2048"]
    let output = ["-seed=\(seed)", "-print_final_stats=1", "-detect_leaks=0", "-artifact_prefix=\(target.name)-"]
    // New inputs go to the first folder.
    let folders = [corpus, "Tests/Fuzz/Corpora/\(target.name)"].compactMap { $0 } + target.folders
    let seeds = try seedFolder()
    return limits + output + rest + folders.filter { access($0, R_OK) == 0 } + [seeds]
  }

  /// A new folder with the target's own seeds.
  private func seedFolder() throws -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/fuzz-seeds-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { Arguments.stop("no folder for seeds: \(String(cString: strerror(errno)))") }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for (number, bytes) in try target.seeds().enumerated() where bytes.count <= target.longestInput {
      let file = fopen("\(folder)/\(number)", "w")
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
    return folder
  }

  private static func number(_ text: String?, of option: String) -> Int {
    guard let number = text.flatMap(Int.init), number >= 0 else { stop("\(option) takes a number") }
    return number
  }

  /// Ends the program with a message.
  static func stop(_ text: String) -> Never {
    let line = "fuzz: \(text)\n"
    write(STDERR_FILENO, line, line.utf8.count)
    exit(64)
  }
}

/// Receives the inputs; set once, before the first.
nonisolated(unsafe) private var feed: (UnsafeRawBufferPointer) -> Void = { _ in }

/// LLVM's fuzzer calls this with its arguments, which it reads afterwards.
@_cdecl("LLVMFuzzerInitialize")
package func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  let parsed = Arguments((0..<Int(count.pointee)).map { String(cString: arguments.pointee[$0]!) })
  do {
    let texts = try parsed.fuzzerArguments()
    let replaced = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count + 2)
    // The first argument is the program and must stay the same.
    replaced.initialize(to: arguments.pointee[0])
    for (index, text) in texts.enumerated() { (replaced + index + 1).initialize(to: strdup(text)) }
    (replaced + texts.count + 1).initialize(to: nil)
    arguments.pointee = replaced
    count.pointee = CInt(texts.count + 1)
    feed = try parsed.target.open()
  } catch {
    Arguments.stop("\(error)")
  }
  return 0
}

/// LLVM's fuzzer calls this with each input.
@_cdecl("LLVMFuzzerTestOneInput")
package func feedOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  feed(UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}

/// The program's entry point if it is not linked with LLVM's fuzzer. (The package manager gives it this name.)
@_cdecl("fuzz_main")
package func feedFiles(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
  let parsed = Arguments((0..<Int(count)).map { String(cString: arguments[$0]!) })
  do {
    if let run = parsed.seededRun {
      try run.run()
      return 0
    }
    let feed = try parsed.target.open()
    for path in parsed.rest {
      guard let bytes = fileBytes(path) else { Arguments.stop("\(path): \(String(cString: strerror(errno)))") }
      bytes.withUnsafeBytes(feed)
    }
  } catch {
    Arguments.stop("\(error)")
  }
  return 0
}
