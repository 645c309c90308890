import GeoModel
import GeoStore
import GeoSupport
import GeoWire
import Synchronization

/// Files of one's own areas, each a layer, that are read again when they have changed.
package final class AreaFiles: Sendable {
  /// A file and what is wanted of it.
  package struct Request: Hashable, Sendable {
    /// What the layer is called.
    package var layer: String
    /// The GeoJSON file.
    package var path: String
    /// Which of its properties count.
    package var wish: OwnAreaReader.Wish
  }

  /// What was read of a file.
  private struct Known {
    /// The file of the last attempt.
    var fingerprint: String
    /// Why that could not be used; nil when it could.
    var failure: ProgramFailure?
    /// The last layer that could.
    var layer: OwnLayer?
    /// A number of the bytes that it was made of.
    var digest: UInt64 = 0
  }

  /// The files in the order in which they were named.
  package let requests: [Request]
  private let known = Mutex<[String: Known]>([:])

  /// The files that options name.
  ///
  /// - Parameters:
  ///   - files: each `LAYER=FILE`, or `FILE` alone.
  ///   - layer: the name of the layer of a file that has none; nil: that of the file.
  ///   - names: properties that are names, each `LAYER=PROPERTY`, or `PROPERTY` for all layers.
  ///   - properties: properties that answers tell, with commas between, each `LAYER=…` or for all layers.
  /// - Throws: ``ProgramFailure`` of wrong usage.
  package init(_ files: [String], layer: String?, names: [String], properties: [String]) throws(ProgramFailure) {
    var requests: [Request] = []
    for file in files {
      var (name, path) = AreaFiles.parts(file)
      name = name ?? layer ?? LayerName.name(ofFile: path)
      guard let name, LayerName.isValid(name) else {
        throw ProgramFailure(
          .usage, "--areas '\(file)': name its layer, such as --areas zones=\(ShellWord.file(path)); \(LayerName.rule)")
      }
      guard !requests.contains(where: { $0.layer == name }) else {
        throw ProgramFailure(.usage, "--areas: there are two layers '\(name)'; name them, such as --areas other=FILE")
      }
      requests.append(Request(layer: name, path: path, wish: OwnAreaReader.Wish()))
    }
    if files.isEmpty, layer != nil || !names.isEmpty || !properties.isEmpty {
      throw ProgramFailure(.usage, "--areas-layer, --areas-name and --areas-properties go with --areas FILE")
    }
    for text in names { try AreaFiles.apply(text, "--areas-name", &requests) { $0.name = $1 } }
    for text in properties {
      try AreaFiles.apply(text, "--areas-properties", &requests) { wish, list in
        wish.properties += list.split(separator: ",").map(String.init).filter { !wish.properties.contains($0) }
      }
    }
    self.requests = requests
  }

  /// `zones=FILE` in two; a path alone where nothing that a layer may be called stands before the sign.
  private static func parts(_ text: String) -> (name: String?, rest: String) {
    guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (nil, text) }
    let name = String(text[..<sign])
    return LayerName.isValid(name) ? (name, String(text[text.utf8.index(after: sign)...])) : (nil, text)
  }

  private static func apply(
    _ text: String, _ option: String, _ requests: inout [Request], _ change: (inout OwnAreaReader.Wish, String) -> Void
  ) throws(ProgramFailure) {
    let (layer, value) = parts(text)
    let places = requests.indices.filter { layer == nil || requests[$0].layer == layer }
    guard !places.isEmpty, !value.isEmpty else {
      let layers = requests.map(\.layer).joined(separator: ", ")
      throw ProgramFailure(.usage, "\(option) '\(text)': there is no such layer; there are: \(layers)")
    }
    for place in places { change(&requests[place].wish, value) }
  }

  // MARK: Reading

  /// What a file had besides areas.
  package struct Count: Sendable {
    /// The layer.
    package var request: Request
    /// Its areas.
    package var areas: [OwnArea]
    /// How many features are none, by the reason.
    package var dropped: [String: Int]
    /// The first of these, for a person.
    package var firstDropped: String?
    /// A number of the file's bytes.
    fileprivate var digest: UInt64

    /// A note about what was left out; nil when nothing was.
    package var note: String? {
      let count = dropped.values.reduce(0, +)
      guard count > 0 else { return nil }
      let reasons = dropped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
      let first = firstDropped.map { "; \(AreaFiles.shown($0))" } ?? ""
      return
        "\(request.path): \(count) of \(count + areas.count) features are left out (\(reasons.joined(separator: ", ")))\(first)"
    }
  }

  /// Reads the areas of all files, for who puts them into a store.
  ///
  /// - Throws: ``ProgramFailure`` that names the first file that cannot be used, and why.
  package func readAreas() throws(ProgramFailure) -> [Count] {
    var counts: [Count] = []
    for request in requests { counts.append(try AreaFiles.read(request)) }
    return counts
  }

  /// Reads all files that have changed since the last time.
  ///
  /// - Parameter note: gets a sentence about each file of which something is left out.
  /// - Throws: ``ProgramFailure`` that names the first file that cannot be used, and why.
  package func read(note: (String) -> Void = { _ in }) throws(ProgramFailure) -> [OwnLayer] {
    var layers: [OwnLayer] = []
    for request in requests { layers.append(try layer(request, note)) }
    return layers
  }

  /// The same for who must go on: a file that cannot be used is as it was the last time.
  ///
  /// - Returns: the layers, and a sentence for each file that could not be used.
  package func refresh() -> (layers: [OwnLayer], faults: [String]) {
    var (layers, faults): ([OwnLayer], [String]) = ([], [])
    for request in requests {
      do throws(ProgramFailure) { layers.append(try layer(request) { _ in }) } catch {
        faults.append(error.message)
        if let old = known.withLock({ $0[request.layer]?.layer }) { layers.append(old) }
      }
    }
    return (layers, faults)
  }

  /// Something that differs when a file was changed.
  package var fingerprint: String { requests.map { AreaFiles.fingerprint($0.path) }.joined(separator: " ") }

  private func layer(_ request: Request, _ note: (String) -> Void) throws(ProgramFailure) -> OwnLayer {
    let fingerprint = AreaFiles.fingerprint(request.path)
    // Several engines are opened at once: one of them reads, the others wait for it.
    return try known.withLock { known throws(ProgramFailure) in
      if let last = known[request.layer], last.fingerprint == fingerprint {
        if let failure = last.failure { throw failure }
        if let layer = last.layer { return layer }
      }
      do throws(ProgramFailure) {
        let count = try AreaFiles.read(request)
        if let text = count.note { note(text) }
        let layer = OwnLayer(name: request.layer, index: AreaIndex(count.areas))
        known[request.layer] = Known(fingerprint: fingerprint, layer: layer, digest: count.digest)
        return layer
      } catch {
        // Not read again by the engines that are opened next, but when it has changed.
        known[request.layer, default: Known(fingerprint: fingerprint)].fingerprint = fingerprint
        known[request.layer]?.failure = error
        throw error
      }
    }
  }

  /// What the layers that were read hold, whatever their files are called: the same for the same bytes and the same wishes.
  package var identity: String {
    known.withLock { known in
      requests.map { request in
        let wishes = [request.wish.name ?? ""] + request.wish.properties
        return "\(request.layer) \(known[request.layer]?.digest ?? 0) \(wishes.joined(separator: ","))"
      }.joined(separator: "; ")
    }
  }

  /// A sentence that may quote a file, for a terminal or a log.
  private static func shown(_ text: String) -> String { ForeignText.visible(ForeignText.oneLine(text)) }

  private static func read(_ request: Request) throws(ProgramFailure) -> Count {
    let bytes: [UInt8]
    do throws(FileContents.Failure) { bytes = try FileContents.bytes(ofRegular: request.path) } catch {
      // Perhaps the beginning was meant as the name of the layer.
      let advice = request.path.utf8.contains(UInt8(ascii: "=")) ? "; \(LayerName.rule)" : ""
      throw ProgramFailure(.noInput, "--areas: \(request.path) cannot be read: \(error.message)\(advice)")
    }
    do throws(OwnAreaReader.Failure) {
      let result = try OwnAreaReader.read(bytes, request.wish)
      let digest = Hashing.fnv1a(bytes)
      return Count(
        request: request, areas: result.areas, dropped: result.dropped, firstDropped: result.firstDropped,
        digest: digest)
    } catch {
      let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0x1E, 0xEF, 0xBB, 0xBF].contains($0) }
      let advice =
        first == UInt8(ascii: "{")
        ? "" : "; it is not GeoJSON, which 'ogr2ogr -t_srs EPSG:4326 areas.geojson FILE' makes of other formats"
      throw ProgramFailure(.badData, "--areas: \(request.path): \(shown(error.message))\(advice)")
    }
  }

  private static func fingerprint(_ path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "gone" }
    return "\(status.st_dev):\(status.st_ino):\(status.st_size):\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }
}
