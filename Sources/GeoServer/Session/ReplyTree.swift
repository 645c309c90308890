/// Sends long replies in parts, so that no reply must be held as a whole. Parts of two replies never mix: once a reply
/// has begun, its parts follow each other to its end, and other replies are kept until then.
///
/// Replies nest: a batch may be an element of an array of replies, and that array is a line. Each reply is a branch of
/// the one that contains it, and all lines are branches of the root, number 0, whose content is the output. A branch
/// begins when it is complete, or when it is too long to be held any longer. Short replies therefore rarely delay
/// others.
struct ReplyTree {
  /// The text around the content of a branch.
  struct Frame {
    /// The text before the content.
    var opening: [UInt8]
    /// The text after the content, including the line end of a line.
    var closing: [UInt8]
    /// Whether a branch without content is left out.
    var isOmittedWhenEmpty = false
  }

  private struct Branch {
    var parent: Int
    var frame: Frame
    /// The content that was not passed to the parent yet.
    var ready: [UInt8] = []
    var hasContent = false
    var isComplete = false
    /// The child branch that has begun and not ended.
    var current: Int?
    /// The child branches that begin after it.
    var waiting: [Int] = []
    /// Whole elements that arrived meanwhile.
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

  /// The bytes that are held and not part of ``output`` yet.
  private(set) var keptBytes = 0
  private let partLength: Int
  private var root = Branch(parent: 0, frame: Frame(opening: [], closing: []))
  private var branches: [Int: Branch] = [:]

  /// Creates a tree with only its root.
  ///
  /// - Parameter partLength: the length in bytes at which an incomplete branch begins.
  init(partLength: Int) { self.partLength = partLength }

  /// The lines, and the beginning of a line, that can be sent.
  var output: [UInt8] { root.ready }

  /// Removes the output after it was sent. A small buffer keeps its capacity for the next output.
  mutating func removeOutput() { root.ready.removeAll(keepingCapacity: root.ready.capacity <= 8192) }

  /// Adds a branch with an unused number.
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

  /// Adds whole lines. If nothing else is waiting, they become the output without a copy.
  mutating func appendLines(_ lines: [UInt8]) {
    guard root.current == nil, root.ready.isEmpty else { return appendLine { $0.append(contentsOf: lines) } }
    root.ready = lines
  }

  /// Adds an element to a branch; a comma comes before all but the first.
  mutating func append(_ element: some Collection<UInt8>, to number: Int) {
    change(number) { $0.append(element) }
    move(number)
  }

  /// Completes a branch.
  mutating func end(_ number: Int) {
    change(number) { $0.isComplete = true }
    move(number)
  }

  /// Begins the first branch that can begin, however short it is.
  mutating func hurry() {
    guard root.current == nil, let number = branches.keys.filter({ !(self[$0]?.ready.isEmpty ?? true) }).min() else {
      return
    }
    move(number, isHurried: true)
  }

  // MARK: From the branches to the root

  private subscript(_ number: Int) -> Branch? { number == 0 ? root : branches[number] }

  /// Changes a branch, if the number still exists, and counts its bytes.
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

  /// Passes ready content to the parent, if the branch has begun there or can begin.
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

  /// Begins a branch in its parent; false if another one has begun there and not ended.
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

  /// Ends a branch in its parent, then adds the elements kept meanwhile and moves the next branch.
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
