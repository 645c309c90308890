import GeoModel
import GeoStore
import GeoSupport
import GeoWire
import Synchronization

/// Files with the user's own areas, one layer each, which are read again after a change.
package final class AreaFiles: Sendable {
  /// A file and its options.
  package struct Request: Hashable, Sendable {
    /// The name of the layer.
    package var layer: String
    /// The GeoJSON file.
    package var path: String
    /// The properties to read.
    package var wish: OwnAreaReader.Wish
  }

  /// The state of a file.
  private struct Known {
    /// The fingerprint of the file at the last attempt.
    var fingerprint: String
    /// The error of that attempt; nil for none.
    var failure: ProgramFailure?
    /// The last layer that was read successfully.
    var layer: OwnLayer?
    /// A hash of the bytes of that layer.
    var digest: UInt64 = 0
  }

  /// The files in the order of the options.
  package let requests: [Request]
  private let keepsOutlines: Bool
  private let known = Mutex<[String: Known]>([:])

  /// Creates the list of files from options.
  ///
  /// - Parameters:
  ///   - files: each `LAYER=FILE`, or `FILE` alone.
  ///   - layer: the layer of a file without one; nil to derive it from the file's name.
  ///   - names: the properties with the names of areas, each `LAYER=PROPERTY`, or `PROPERTY` for all layers.
  ///   - properties: properties to include in answers: lists separated by commas, each `LAYER=LIST`, or `LIST` for all
  ///     layers.
  ///   - keepsOutlines: whether layers are read with their outlines, for maps.
  /// - Throws: ``ProgramFailure`` for wrong usage.
  package init(
    _ files: [String], layer: String?, names: [String], properties: [String], keepsOutlines: Bool = false
  ) throws(ProgramFailure) {
    self.keepsOutlines = keepsOutlines
    var requests: [Request] = []
    for file in files {
      var (name, path) = AreaFiles.parts(file)
      if name == nil, AreaFiles.beginsLikeLayer(path), access(path, F_OK) != 0 {
        throw AreaFiles.unreadable(path, systemMessage())
      }
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
      let sentence =
        layer == nil
        ? "--areas-name and --areas-properties go with --areas LAYER=FILE" : "--areas-layer goes with --areas FILE"
      throw ProgramFailure(.usage, sentence)
    }
    for text in names { try AreaFiles.apply(text, "--areas-name", &requests) { $0.name = $1 } }
    for text in properties {
      try AreaFiles.apply(text, "--areas-properties", &requests) { wish, list in
        wish.properties += list.split(separator: ",").map(String.init).filter { !wish.properties.contains($0) }
      }
    }
    self.requests = requests
  }

  /// Splits `zones=FILE` in two; a path alone if the text before the sign is not a valid name of a layer.
  private static func parts(_ text: String) -> (name: String?, rest: String) {
    guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (nil, text) }
    let name = String(text[..<sign])
    return LayerName.isValid(name) ? (name, String(text[text.utf8.index(after: sign)...])) : (nil, text)
  }

  /// Whether a path begins with a text that may be meant as the name of a layer, although it is not valid.
  private static func beginsLikeLayer(_ path: String) -> Bool {
    guard let sign = path.utf8.firstIndex(of: UInt8(ascii: "=")) else { return false }
    return !path.utf8[..<sign].contains(UInt8(ascii: "/"))
  }

  /// The error for a file that cannot be read.
  private static func unreadable(_ path: String, _ reason: String) -> ProgramFailure {
    let advice = path.utf8.contains(UInt8(ascii: "=")) ? "; \(LayerName.rule)" : ""
    return ProgramFailure(.noInput, "--areas: \(path) cannot be read: \(reason)\(advice)")
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

  /// The areas of a file, and the features that are not areas.
  package struct Count: Sendable {
    /// The file and its options.
    package var request: Request
    /// The areas of the file.
    package var areas: [OwnArea]
    /// How many features are not areas, by reason.
    package var dropped: [String: Int]
    /// A description of the first of these, for the user.
    package var firstDropped: String?
    /// A hash of the file's bytes.
    fileprivate var digest: UInt64

    /// A note about the features that were dropped; nil for none.
    package var note: String? {
      let count = dropped.values.reduce(0, +)
      guard count > 0 else { return nil }
      let reasons = dropped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
      let first = firstDropped.map { "; \(AreaFiles.shown($0))" } ?? ""
      return
        "\(request.path): \(count) of \(count + areas.count) features are left out (\(reasons.joined(separator: ", ")))\(first)"
    }
  }

  /// Reads the areas of all files, to put them into a store.
  ///
  /// - Throws: ``ProgramFailure`` that names the first unusable file and the reason.
  package func readAreas() throws(ProgramFailure) -> [Count] {
    var counts: [Count] = []
    for request in requests { counts.append(try AreaFiles.read(request)) }
    return counts
  }

  /// Returns the layers of all files, reading only those that have changed since the last time.
  ///
  /// - Parameter note: receives a sentence about each file with dropped features.
  /// - Throws: ``ProgramFailure`` that names the first unusable file and the reason.
  package func read(note: (String) -> Void = { _ in }) throws(ProgramFailure) -> [OwnLayer] {
    var layers: [OwnLayer] = []
    for request in requests { layers.append(try layer(request, note)) }
    return layers
  }

  /// Reads changed files, but keeps the last layer of a file that is now unusable.
  ///
  /// - Returns: the layers, and a sentence for each unusable file.
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

  /// A text that changes whenever one of the files does.
  package var fingerprint: String { requests.map { AreaFiles.fingerprint($0.path) }.joined(separator: " ") }

  private func layer(_ request: Request, _ note: (String) -> Void) throws(ProgramFailure) -> OwnLayer {
    let fingerprint = AreaFiles.fingerprint(request.path)
    // When several engines are opened at once, one of them reads and the others wait for it.
    return try known.withLock { known throws(ProgramFailure) in
      if let last = known[request.layer], last.fingerprint == fingerprint {
        if let failure = last.failure { throw failure }
        if let layer = last.layer { return layer }
      }
      do throws(ProgramFailure) {
        let count = try AreaFiles.read(request)
        if let text = count.note { note(text) }
        let layer = OwnLayer(
          name: request.layer, index: AreaIndex(count.areas), outlines: keepsOutlines ? AreaOutlines(count.areas) : nil)
        known[request.layer] = Known(fingerprint: fingerprint, layer: layer, digest: count.digest)
        return layer
      } catch {
        // Engines that are opened next do not read the file again until it has changed.
        known[request.layer, default: Known(fingerprint: fingerprint)].fingerprint = fingerprint
        known[request.layer]?.failure = error
        throw error
      }
    }
  }

  /// A text that identifies the layers by their names, their files' bytes and their options, wherever the files are.
  package var identity: String {
    known.withLock { known in
      requests.map { request in
        let wishes = [request.wish.name ?? ""] + request.wish.properties
        return "\(request.layer) \(known[request.layer]?.digest ?? 0) \(wishes.joined(separator: ","))"
      }.joined(separator: "; ")
    }
  }

  /// A sentence that may quote a file, made safe for a terminal or a log.
  private static func shown(_ text: String) -> String { ForeignText.visible(ForeignText.oneLine(text)) }

  private static func read(_ request: Request) throws(ProgramFailure) -> Count {
    let bytes: [UInt8]
    do throws(FileContents.Failure) { bytes = try FileContents.bytes(ofRegular: request.path) } catch {
      throw unreadable(request.path, error.message)
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
