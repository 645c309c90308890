/// Sends long replies in parts, so that none of them must be held as a whole, and never mixes two of them: once a reply has begun, its parts
/// follow each other to its end, and other replies are kept until then.
///
/// Replies nest: a batch may be an element of an array of replies, and that array is a line. Each reply is a branch of the one that it is a
/// part of, and all lines are branches of the root, number 0, whose content is the output. A branch begins when it is complete, or when it
/// has grown so long that it should not be held any longer: short replies never make others wait.
struct ReplyTree {
  /// What a branch has besides its content.
  struct Frame {
    /// What comes before the content.
    var opening: [UInt8]
    /// What comes after it; of a line, with its end.
    var closing: [UInt8]
    /// Whether nothing at all is said where there is no content.
    var isOmittedWhenEmpty = false
  }

  private struct Branch {
    var parent: Int
    var frame: Frame
    /// What was not handed to the parent yet.
    var ready: [UInt8] = []
    var hasContent = false
    var isComplete = false
    /// The branch of this one that has begun and not ended.
    var current: Int?
    /// Those that begin after it.
    var waiting: [Int] = []
    /// Whole elements that came meanwhile.
    var kept: [UInt8] = []

    var bytes: Int { ready.count + kept.count }

    mutating func append(_ element: some Collection<UInt8>, isLine: Bool = false) {
      if current == nil {
        if hasContent, !isLine { ready.append(UInt8(ascii: ",")) }
        ready.append(contentsOf: element)
      } else {
        if !isLine { kept.append(UInt8(ascii: ",")) }
        kept.append(contentsOf: element)
      }
      hasContent = true
    }
  }

  /// Bytes that are kept and not part of ``output`` yet.
  private(set) var keptBytes = 0
  private let partLength: Int
  private var root = Branch(parent: 0, frame: Frame(opening: [], closing: []))
  private var branches: [Int: Branch] = [:]

  /// A tree with nothing but its root.
  ///
  /// - Parameter partLength: a branch that is not complete begins when so many bytes of it are there.
  init(partLength: Int) { self.partLength = partLength }

  /// Lines, and the beginning of one, that can be sent.
  var output: [UInt8] { root.ready }

  /// Forgets the output: it was sent. Its memory stays for what comes next, unless there is much of it.
  mutating func removeOutput() { root.ready.removeAll(keepingCapacity: root.ready.capacity <= 8192) }

  /// Begins a branch with a number that was not used before.
  mutating func begin(_ number: Int, in parent: Int, _ frame: Frame) {
    branches[number] = Branch(parent: parent, frame: frame)
  }

  /// Adds a whole line.
  mutating func appendLine(_ write: (inout [UInt8]) -> Void) {
    guard root.current != nil else { return write(&root.ready) }
    let before = root.kept.count
    write(&root.kept)
    keptBytes += root.kept.count - before
  }

  /// Adds whole lines. Where nothing else is to be sent they become the output as they are.
  mutating func appendLines(_ lines: [UInt8]) {
    guard root.current == nil, root.ready.isEmpty else { return appendLine { $0.append(contentsOf: lines) } }
    root.ready = lines
  }

  /// Adds an element to a branch; a comma comes before all but the first.
  mutating func append(_ element: some Collection<UInt8>, to number: Int) {
    change(number) { $0.append(element) }
    move(number)
  }

  /// Ends a branch: nothing more comes.
  mutating func end(_ number: Int) {
    change(number) { $0.isComplete = true }
    move(number)
  }

  /// Begins what can be begun, however little of it is there.
  mutating func hurry() {
    guard root.current == nil, let number = branches.keys.filter({ !(self[$0]?.ready.isEmpty ?? true) }).min() else {
      return
    }
    move(number, isHurried: true)
  }

  // MARK: From the branches to the root

  private subscript(_ number: Int) -> Branch? { number == 0 ? root : branches[number] }

  /// Changes a branch, if there still is one of the number, and counts its bytes.
  private mutating func change(_ number: Int, _ body: (inout Branch) -> Void) {
    guard number != 0 else {
      let before = root.kept.count
      body(&root)
      return keptBytes += root.kept.count - before
    }
    guard let before = branches[number]?.bytes else { return }
    body(&branches[number]!)
    keptBytes += branches[number]!.bytes - before
  }

  /// Hands what is ready to the parent, if the branch has begun there or can begin.
  private mutating func move(_ number: Int, isHurried: Bool = false) {
    guard number != 0, let branch = branches[number] else { return }
    let isWhole = branch.isComplete && branch.current == nil
    if isWhole, !branch.hasContent, branch.frame.isOmittedWhenEmpty { return branches[number] = nil }
    let parent = branch.parent
    if self[parent]?.current != number {
      guard isWhole || isHurried || branch.ready.count >= partLength, begin(branch.frame, number, in: parent) else {
        return
      }
    }
    change(number) { $0.ready = [] }
    change(parent) { $0.ready.append(contentsOf: branch.ready) }
    if isWhole { finish(number, branch.frame, in: parent) }
    move(parent, isHurried: isHurried)
  }

  /// Begins a branch in its parent; false when another one has begun there and not ended.
  private mutating func begin(_ frame: Frame, _ number: Int, in parent: Int) -> Bool {
    guard self[parent]?.current == nil else {
      change(parent) { if !$0.waiting.contains(number) { $0.waiting.append(number) } }
      return false
    }
    change(parent) {
      $0.append(frame.opening, isLine: parent == 0)
      $0.current = number
    }
    return true
  }

  /// Ends a branch in its parent: what was kept meanwhile follows, then the next branch.
  private mutating func finish(_ number: Int, _ frame: Frame, in parent: Int) {
    branches[number] = nil
    var next: Int?
    change(parent) {
      $0.ready.append(contentsOf: frame.closing)
      $0.ready.append(contentsOf: $0.kept)
      $0.kept = []
      $0.current = nil
      next = $0.waiting.isEmpty ? nil : $0.waiting.removeFirst()
    }
    if let next { move(next) }
  }
}
