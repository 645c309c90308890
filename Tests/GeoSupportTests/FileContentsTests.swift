import GeoSupport
import GeoTestKit
import Testing

@Suite("Files read as a whole, and their paths") struct FileContentsTests {
  private let folder = TemporaryFolder()

  @Test("a file is read to its end, up to the limit")
  func limit() throws {
    let path = folder.file("long")
    let file = fopen(path, "w")!
    for _ in 0..<100_000 { fputs("ab", file) }
    fclose(file)
    #expect(try FileContents.bytes(of: path).count == 200_000)
    #expect(try FileContents.bytes(of: path, limit: 200_000).last == UInt8(ascii: "b"))
    #expect { try FileContents.bytes(of: path, limit: 199_999) } throws: {
      ($0 as? FileContents.Failure)?.code == EFBIG
    }
  }

  @Test("a file keeps the permissions of the one that it replaces, but not those of a link's target")
  func replaced() throws {
    func mode(_ path: String) -> mode_t? { SystemCall.status(of: path).map { $0.st_mode & 0o777 } }
    let (path, other) = (folder.file("file"), folder.file("other"))
    try FileContents.replace(path, with: [1])
    for bits: mode_t in [0o600, 0o664] {
      #expect(chmod(path, bits) == 0)
      try FileContents.replace(path, with: [2])
      #expect(mode(path) == bits)
    }
    #expect(rename(path, other) == 0 && chmod(other, 0o777) == 0 && symlink(other, path) == 0)
    try FileContents.replace(path, with: [3])
    #expect(mode(path) != 0o777 && FileFolder.resolved(path) == path)
  }

  @Test("what cannot be opened or read is not empty, but an error with the system's sentence")
  func unreadable() throws {
    #expect { try FileContents.bytes(of: folder.file("none")) } throws: {
      ($0 as? FileContents.Failure)?.message == "No such file or directory"
    }
    #expect { try FileContents.bytes(of: folder.path) } throws: { ($0 as? FileContents.Failure)?.code == EISDIR }
    #expect(FileContents.systemText(folder.path) == nil)
    #expect(FileContents.systemText("/proc/self/stat")?.hasPrefix("\(getpid()) ") == true)
  }

  @Test(
    "a path has a folder and a name",
    arguments: [("a", ".", "a"), ("/a", "/", "a"), ("b/a", "b", "a"), ("/c/b/a", "/c/b", "a"), ("/", "/", "/")])
  func parts(path: String, folder: String, name: String) {
    #expect(FileFolder.folder(of: path) == folder && FileFolder.name(of: path) == name)
  }

  @Test("a link leads to its file, also to one that is still to be made; links in a circle lead nowhere")
  func links() {
    symlink("made", folder.file("link"))
    symlink("link", folder.file("second"))
    symlink(folder.file("elsewhere"), folder.file("absolute"))
    symlink("circle", folder.file("circle"))
    #expect(FileFolder.resolved(folder.file("second")) == folder.file("made"))
    #expect(FileFolder.resolved(folder.file("absolute")) == folder.file("elsewhere"))
    #expect(FileFolder.name(of: FileFolder.resolved(folder.file("circle"))) == "circle")
    symlink(".", folder.file("here"))
    #expect(FileFolder.place(of: folder.file("here/link")) == folder.file("link") && FileFolder.place(of: "/a") == "/a")
    #expect(FileFolder.resolved(folder.file("none")) == folder.file("none"))
  }

  @Test("what is in a folder is listed; a folder that is not there holds nothing")
  func names() {
    for name in ["ä", "b c"] { fclose(fopen(folder.file(name), "w")) }
    #expect(Set(FileFolder.names(in: folder.path)) == ["ä", "b c"])
    #expect(FileFolder.names(in: folder.file("none")).isEmpty)
  }
}
