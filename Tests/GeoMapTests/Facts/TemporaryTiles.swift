import GeoSupport

/// A folder of files that removes itself.
final class TemporaryTiles {
  let path: String
  private var names: [String] = []

  init() {
    var template = Array("/tmp/geomap-tiles-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  }

  func write(_ name: String) {
    names.append(name)
    let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT, 0o600)
    // Files begin as PNG does; the rest is not read here.
    _ = GeoSupport.write(descriptor, [0x89, 0x50, 0x4E, 0x47] as [UInt8], 4)
    close(descriptor)
  }

  deinit {
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }
}
