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
    #expect(templates.register(template("a")) == 0 && templates.register(template("b")) == 1)
    #expect(templates.setKind(7, of: 0) == 0 && templates.kind(of: "a") == 7)
    #expect(templates.unregister("a") == 0 && templates["a"] == nil && templates.names == ["b"])
    #expect(templates.register(template("a")) == 0)
    #expect(templates.unregister("a") == 0 && templates.unregister("a") == nil)
    templates.keepOnly([0, 1])
    #expect(templates.register(template("c")) == 2, "views still have number 0")
    templates.keepOnly([1, 2])
    #expect(templates.register(template("d")) == 0)
  }
}
