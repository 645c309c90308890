/// The templates of a map, by number and name.
struct ViewTemplates {
  private var templates: [ViewTemplate] = []
  private var numbers: [String: Int] = [:]
  /// Templates that were unregistered, with their numbers; one registered again gets its number back.
  private var former: [String: Int] = [:]
  /// Unused numbers, for reuse.
  private var free: [Int] = []
  /// The view kind of each template; 0 for one that was unregistered.
  private(set) var kinds: [Int] = []

  subscript(number: Int) -> ViewTemplate { templates[number] }
  /// The template with a name; nil when none is registered.
  subscript(name: String) -> ViewTemplate? { numbers[name].map { templates[$0] } }

  func number(of name: String) -> Int? { numbers[name] }
  /// The view kind of the template with a name.
  func kind(of name: String) -> Int? { numbers[name].map { kinds[$0] } }
  /// The names of all templates, in the order of their first registration.
  var names: [String] { templates.map(\.name).filter { numbers[$0] != nil } }

  /// Registers a template; returns its number.
  mutating func register(_ template: ViewTemplate) -> Int {
    let number =
      numbers[template.name] ?? former.removeValue(forKey: template.name) ?? free.popLast() ?? templates.count
    numbers[template.name] = number
    if number == templates.count {
      templates.append(template)
      kinds.append(0)
    } else {
      templates[number] = template
    }
    return number
  }

  /// Sets the view kind of a template; returns the old one.
  mutating func setKind(_ kind: Int, of number: Int) -> Int {
    defer { kinds[number] = kind }
    return kinds[number]
  }

  /// Unregisters a template; returns its number, or nil when there is none.
  mutating func unregister(_ name: String) -> Int? {
    guard let number = numbers.removeValue(forKey: name) else { return nil }
    former[name] = number
    return number
  }

  /// Releases what an unregistered template keeps, as it makes no more views.
  mutating func release(_ number: Int) {
    templates[number] = ViewTemplate(name: templates[number].name, type: AnnotationView.self, configure: { _ in })
  }

  /// Makes the numbers of unregistered templates free that no view has any more.
  mutating func keepOnly(_ used: Set<Int>) {
    for (name, number) in former where !used.contains(number) {
      former[name] = nil
      free.append(number)
    }
  }

  /// The memory of the templates in bytes.
  var byteCount: Int { templates.reduce(0) { $0 + 500 + 2 * $1.name.utf8.count } }
}
