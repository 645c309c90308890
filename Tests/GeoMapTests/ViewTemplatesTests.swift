@testable import GeoMap
import Testing

@Suite("The templates of views")
struct ViewTemplatesTests {
  private func template(_ name: String) -> ViewTemplate {
    ViewTemplate(name: name, type: AnnotationView.self, configure: { _ in })
  }

  @Test("a template registered again keeps its number; the number of one that no view has any more is used again")
  func numbers() {
    var templates = ViewTemplates()
    var numbers = ["a", "b"].map { templates.register(template($0)) }
    let old = templates.setKind(7, of: 0)
    #expect(numbers == [0, 1] && old == 0 && templates.kind(of: "a") == 7)
    let gone = templates.unregister("a")
    #expect(gone == 0 && templates["a"] == nil && templates.names == ["b"])
    numbers.append(templates.register(template("a")))
    _ = templates.unregister("a")
    templates.keepOnly([0, 1])
    numbers.append(templates.register(template("c")))
    templates.keepOnly([1, 2])
    numbers.append(templates.register(template("d")))
    #expect(numbers == [0, 1, 0, 2, 0], "number 0 is free once no view has it")
  }
}
