import CExpat
import GeoSupport

// How XML is converted to PBF:
// 1. Expat calls back for the start and end of each element. Nodes, ways and relations are collected with their
//    children.
// 2. In a change file (`osmChange`), objects in `delete` are versions that are not visible. So are objects with
//    `visible="false"` and, in files of editors, `action="delete"`.
// 3. A remark of the server that it gave up is an error, even if the file is well-formed.
// 4. Objects of Overpass's `out center` have a center instead of their nodes. They have no shape, which is an error.
// 5. Objects are written as PBF blobs, which can be read several times and by several threads.

/// Reads OpenStreetMap's XML: extracts (`.osm`), change files (`.osc`), histories.
final class OSMXMLParser {
  /// The header of the file. Its timestamp is set at the end.
  private(set) var header = OSMFileHeader()
  /// The spool for the objects.
  private(set) var output: BlobSpool
  private let name: String
  private let parser: XML_Parser
  private var failure: OSMFileError?
  /// The number of bytes since the last element.
  private var silence = 0

  private var depth = 0
  private var isDeleting = false
  /// The type of the current object, to which child elements belong; nil outside of objects.
  private var object: OSMObjectType?
  /// The newest timestamp, as zero-terminated text.
  private var newest: [CChar] = [0]
  private var remark = ServerRemark()
  /// Whether a way or relation has a center, as Overpass writes it.
  private var hasCenters = false
  /// Whether a way has nodes, and whether the file has their locations.
  private var hasRefs = false, hasLocations = false

  /// The maximum number of bytes without an element, because expat buffers anything that may begin one.
  private static let longestSilence = 32 << 20

  /// Creates a parser that writes objects as blobs.
  ///
  /// - Parameters:
  ///   - name: the name of the file, for error messages.
  ///   - output: the spool for the objects.
  init(name: String, output: consuming BlobSpool) {
    self.name = name
    self.output = output
    parser = made(XML_ParserCreate(nil))
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(parser, OSMXMLParser.start, OSMXMLParser.end)
    XML_SetEntityDeclHandler(parser, OSMXMLParser.entity)
  }

  deinit { XML_ParserFree(parser) }

  /// Parses the next bytes of the file.
  ///
  /// - Throws: ``OSMFileError`` with the line number.
  func parse(_ bytes: UnsafeRawBufferPointer) throws(OSMFileError) {
    silence += bytes.count
    try check(XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 0))
    if silence > OSMXMLParser.longestSilence {
      throw OSMFileError(.tooLarge, path: name, "line \(line): 32 MB without a new element are not map data")
    }
  }

  /// Ends the parsing.
  ///
  /// - Throws: ``OSMFileError`` if the file ends too early.
  func finish() throws(OSMFileError) {
    try check(XML_Parse(parser, nil, 0, 1))
    if hasCenters, !hasRefs || !hasLocations {
      throw OSMFileError(
        .corrupt, path: name,
        "its ways and relations have a center but no shape; ask Overpass with 'out body; >; out skel qt;' instead of 'out center;'"
      )
    }
    try output.finish()
    header.replicationTimestamp = newest.withUnsafeBufferPointer {
      OSMFileHeader.seconds(String(cString: $0.baseAddress!)).flatMap(OSMFileHeader.plausible)
    }
  }

  private func check(_ status: XML_Status) throws(OSMFileError) {
    if let failure { throw failure }
    guard status != XML_STATUS_OK else { return }
    let code = XML_GetErrorCode(parser)
    if code == XML_ERROR_NO_MEMORY { endWithoutMemory() }
    let isCut = code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_UNCLOSED_TOKEN || code == XML_ERROR_PARTIAL_CHAR
    let said = XML_ErrorString(code).map { String(cString: $0) } ?? "not well-formed"
    let problem = isCut ? "the file ends early; download it again" : "this is not valid XML (\(said))"
    throw OSMFileError(isCut ? .truncated : .corrupt, path: name, "line \(line): \(problem)")
  }

  private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

  private func fail(_ problem: String, _ code: OSMFileError.Code = .corrupt) {
    stop(OSMFileError(code, path: name, "line \(line): \(problem)"))
  }

  private func stop(_ error: OSMFileError) {
    failure = failure ?? error
    XML_StopParser(parser, 0)
  }

  // MARK: Callbacks

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> OSMXMLParser {
    Unmanaged<OSMXMLParser>.fromOpaque(pointer!).takeUnretainedValue()
  }

  private static let start: XML_StartElementHandler = { pointer, element, attributes in
    of(pointer).begin(OSMXMLElement(element!), OSMXMLAttributes(attributes!))
  }

  private static let end: XML_EndElementHandler = { pointer, element in of(pointer).close(OSMXMLElement(element!)) }

  private static let text: XML_CharacterDataHandler = { pointer, text, count in
    of(pointer).remark.append(UnsafeRawBufferPointer(start: text, count: Int(count)))
  }

  /// Rejects entity declarations. Map data has none, and malicious files use them to exhaust the memory.
  private static let entity: XML_EntityDeclHandler = { pointer, _, _, _, _, _, _, _, _ in
    of(pointer).fail("the file declares entities, which map data never does")
  }

  // MARK: Elements

  private func begin(_ element: OSMXMLElement, _ attributes: OSMXMLAttributes) {
    depth += 1
    silence = 0
    // After a failure, expat may still call back for the rest of the current markup.
    if failure != nil { return }
    if depth == 1 { return beginRoot(element, attributes) }
    switch element {
    case .node:
      hasLocations = true
      beginObject(.node, attributes)
    case .way: beginObject(.way, attributes)
    case .relation: beginObject(.relation, attributes)
    case .tag:
      guard object != nil, let key = attributes.value("k"), let value = attributes.value("v") else { return }
      output.addTag(key, value)
      checkSize()
    case .nd:
      // Some servers write the shapes of members into relations.
      guard object == .way else { return }
      guard let ref = attributes.integer("ref") else { return fail("an nd has no valid ref") }
      // Some servers write the locations of nodes into ways, and then leave out the nodes.
      let (x, y) = (attributes.coordinate("lon"), attributes.coordinate("lat"))
      if x != nil, y != nil, !header.hasLocationsOnWays {
        header.optionalFeatures.append(OSMFileHeader.locationsFeature)
      }
      if x != nil, y != nil { hasLocations = true }
      hasRefs = true
      output.addRef(ref, x: x, y: y)
      checkSize()
    case .member:
      guard object == .relation else { return }
      guard let ref = attributes.integer("ref"), let type = attributes.value("type").flatMap(OSMXMLElement.memberType)
      else { return fail("a member has no valid type or ref") }
      output.addMember(type, ref, role: attributes.value("role"))
      checkSize()
    case .center: if object != nil { hasCenters = true }
    case .delete: isDeleting = true
    case .create, .modify: isDeleting = false
    case .bounds: if depth == 2 { note(attributes.box) }
    case .meta: note(attributes.value("osm_base"))
    case .remark:
      // The text of other elements does not matter.
      remark = ServerRemark()
      XML_SetCharacterDataHandler(parser, OSMXMLParser.text)
    case .osm, .osmChange, .other: break
    }
  }

  private func beginRoot(_ element: OSMXMLElement, _ attributes: OSMXMLAttributes) {
    guard element == .osm || element == .osmChange else {
      return fail("this is XML, but no OpenStreetMap data: it begins with neither osm nor osmChange")
    }
    header.writingProgram = attributes.value("generator").map { String(cString: $0) }
    // Objects may come in several versions, including deleted ones.
    header.requiredFeatures = [OSMFileHeader.historyFeature]
    if element == .osmChange { header.optionalFeatures = [OSMFileHeader.changeFeature] }
    note(attributes.value("timestamp") ?? attributes.value("osmosis_replication_timestamp"))
  }

  private func beginObject(_ type: OSMObjectType, _ attributes: OSMXMLAttributes) {
    guard object == nil else { return fail("an object stands inside another one") }
    guard let id = attributes.integer("id") else { return fail("an object has no valid id") }
    let isVisible =
      !isDeleting && !attributes.has("visible", "false") && !attributes.has("action", "delete")
      && !attributes.has("deleted", "true")
    // Nodes off the globe or without a location are dropped and counted when blocks are decoded. A deleted node needs
    // no location.
    let needsPlace = type == .node && isVisible
    object = type
    note(attributes.value("timestamp"))
    let version = Int32(clamping: attributes.integer("version") ?? 0)
    do throws(OSMFileError) {
      try output.begin(
        type, id: id, version: version > 0 || !header.isChange ? version : OSMFileHeader.unnumberedChange,
        isVisible: isVisible,
        x: needsPlace ? attributes.coordinate("lon") ?? .max : 0,
        y: needsPlace ? attributes.coordinate("lat") ?? .max : 0)
    } catch {
      stop(error)
    }
  }

  /// Records a timestamp if it is the newest. All have the same format, so their texts compare in order of time.
  private func note(_ moment: UnsafePointer<CChar>?) {
    guard let moment, strcmp(moment, newest) > 0 else { return }
    newest = Array(UnsafeBufferPointer(start: moment, count: strlen(moment) + 1))
  }

  /// Extends the bounding box of the file. Editors write a box for each part that was downloaded.
  private func note(_ box: OSMBoundingBox?) {
    guard let box else { return }
    header.boundingBox = header.boundingBox.map { $0.union(box) } ?? box
  }

  private func checkSize() {
    if output.isOverfull { fail("an object as large as this one is not map data", .tooLarge) }
  }

  private func close(_ element: OSMXMLElement) {
    depth -= 1
    switch element {
    case .node, .way, .relation: object = nil
    case .delete: isDeleting = false
    case .remark:
      XML_SetCharacterDataHandler(parser, nil)
      if let problem = remark.problem { fail(problem, .truncated) }
    default: break
    }
  }
}
