import GeoNominatim
import Testing

@Suite("Problems in the format that was asked for")
struct ProblemTests {
  private static let problem = NominatimProblem(message: "lat \"x\" & <y>")

  @Test(
    "each format has its own way to say what is wrong",
    arguments: [
      (
        "", "text/xml; charset=utf-8",
        "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n<error><code>400</code><message>lat &quot;x&quot; &amp; &lt;y&gt;</message></error>"
      ),
      ("format=json", "application/json; charset=utf-8", #"{"error":{"code":400,"message":"lat \"x\" & <y>"}}"#),
      ("format=jsonv2", "application/json; charset=utf-8", #"{"error":{"code":400,"message":"lat \"x\" & <y>"}}"#),
      ("format=geojson", "application/json; charset=utf-8", #"{"error":{"code":400,"message":"lat \"x\" & <y>"}}"#),
      ("format=geocodejson", "application/json; charset=utf-8", #"{"error":{"code":400,"message":"lat \"x\" & <y>"}}"#),
      ("format=sdf", "text/plain; charset=utf-8", "ERROR 400: lat \"x\" & <y>"),
    ])
  func formats(query: String, contentType: String, body: String) {
    let response = NominatimResponder.response(to: Self.problem, parameters: parameters(query))
    #expect(response.status == 400)
    #expect(response.contentType == contentType)
    #expect(response.text == body)
  }

  @Test("debug=1 makes it a page, and nothing of the request gets into it unescaped")
  func page() {
    let response = NominatimResponder.response(to: Self.problem, parameters: parameters("debug=1"))
    #expect(response.contentType == "text/html; charset=utf-8")
    #expect(response.text.contains("<p>lat &quot;x&quot; &amp; &lt;y&gt;</p>"))
  }
}
