import GeoNominatim
import Testing

@Test("a problem is the caller's fault unless it says otherwise")
func problemStatus() {
  #expect(NominatimProblem(message: "x").status == 400)
}
