/// The pending elements of a search, smallest first.
struct BinaryHeap<Element: Comparable> {
  private var elements: [Element] = []

  var isEmpty: Bool { elements.isEmpty }
  /// The smallest element; nil when the heap is empty.
  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    var position = elements.count
    elements.append(element)
    while position > 0 {
      let parent = (position - 1) / 2
      guard element < elements[parent] else { break }
      elements[position] = elements[parent]
      position = parent
    }
    elements[position] = element
  }

  /// Removes the smallest element. The heap must not be empty.
  mutating func removeFirst() {
    let last = elements.removeLast()
    guard !elements.isEmpty else { return }
    var position = 0
    while true {
      var child = 2 * position + 1
      guard child < elements.count else { break }
      if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
      guard elements[child] < last else { break }
      elements[position] = elements[child]
      position = child
    }
    elements[position] = last
  }
}
