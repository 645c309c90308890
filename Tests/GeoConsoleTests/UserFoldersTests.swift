import GeoConsole
import Testing

@Suite("A user's folders") struct UserFoldersTests {
  private func folders(_ variables: [String: String]) -> UserFolders { UserFolders { variables[$0] } }

  @Test("follow the XDG variables, then the home folder, then the temporary folder")
  func cache() {
    #expect(folders(["XDG_CACHE_HOME": "/c/", "HOME": "/h"]).cache == "/c/geocode")
    #expect(folders(["XDG_CACHE_HOME": "relative", "HOME": "/h"]).cache == "/h/.cache/geocode")
    #expect(folders(["TMPDIR": "/t"]).cache.hasPrefix("/t/geocode-cache-"))
    #expect(folders([:]).cache.hasPrefix("/tmp/geocode-cache-"))
  }
}

@Suite("Spelling") struct SpellingTests {
  @Test("finds the word that was meant, and none when nothing is near")
  func nearest() {
    let words = ["import", "info", "csv", "watch"]
    #expect(Spelling.nearest(to: "improt", among: words) == "import")
    #expect(Spelling.nearest(to: "inf", among: words) == "info")
    #expect(Spelling.nearest(to: "elephant", among: words) == nil)
    #expect(Spelling.nearest(to: "x", among: []) == nil)
  }
}
