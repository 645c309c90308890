import GeoModel
import GeoWire

extension Session {
  /// The maximum bytes of a client's replies when memory is short. Replies that no worker writes, such as errors, can
  /// be long for short requests.
  private static let scarceBytes = 4096

  /// Whether another line may be processed.
  ///
  /// - Parameter sending: the bytes on their way to the client's socket.
  func mayReceive(sending: Int) -> Bool {
    if isFull { return false }
    if server.budget.level == .plenty { return heldBytes < 2 * server.options.outputHighWatermark }
    return sending == 0 && heldBytes < Session.scarceBytes
  }

  /// Processes lines while ``mayReceive(sending:)`` allows it.
  ///
  /// - Returns: whether there may be more whole lines.
  mutating func receiveLines(of framer: inout LineFramer, sending: Int) -> Bool {
    while mayReceive(sending: sending) {
      switch framer.nextLine() {
      case nil: return false
      case .line(let range)?: framer.withLine(range) { receive($0) }
      case .tooLong(let beginning)?:
        let id = framer.withLine(beginning) { RequestID(ofBeginning: $0) }
        write(
          Destination(id: id),
          WireError(
            .invalidRequest,
            "the line is longer than \(server.options.maximumLineLength) bytes; send less at a time, or start geocoded with a larger --max-line-bytes"
          ))
      }
    }
    return true
  }

  /// Processes a line without its LF.
  private mutating func receive(_ line: UnsafeRawBufferPointer) {
    switch WireLine(line) {
    case .blank: return
    case .text: receiveText(line)
    case .json:
      if let request = WireRequest(usualLine: line) { receive(request, array: nil) } else { receiveJSON(line) }
    }
  }

  private mutating func receiveText(_ line: UnsafeRawBufferPointer) {
    let place = texts.next()
    do throws(GeocodingError) {
      let query = try PlainText.query(line)
      if server.counts.isOverloaded { throw GeocodingError(.loadingThrottled) }
      add(QueryTask(query: .success(query), form: .text), .text(place))
    } catch {
      var bytes: [UInt8] = []
      PlainText.append(.failure(error), to: &bytes)
      answerText(place, bytes)
    }
  }

  private mutating func receiveJSON(_ line: UnsafeRawBufferPointer) {
    // Takes the parser out, because its nodes are read while the session changes.
    var parser = JSONParser()
    swap(&parser, &self.parser)
    do throws(JSONError) {
      try parser.parse(line) { root in
        if root.isArray { receiveArray(root) } else { receive(WireRequest(root), array: nil) }
      }
    } catch { write(Destination(id: .null), WireError(.parseError, "the line is not JSON: \(error)")) }
    swap(&parser, &self.parser)
  }

  /// An array of requests gets one array of replies.
  private mutating func receiveArray(_ root: JSONNode) {
    let requests: [WireRequest]
    do throws(WireError) { requests = try WireRequest.requests(root) } catch {
      return write(Destination(id: .null), error)
    }
    let array = nextAssembly()
    arrays[array] = ArrayAssembly()
    replies.begin(array, in: 0, .array)
    for request in requests { receive(request, array: array) }
    arrays[array]?.isSealed = true
    finishArray(array)
  }

  private mutating func receive(_ request: WireRequest, array: Int?) {
    let destination = Destination(id: request.id, array: array)
    switch request.call {
    case .failure(let error): write(destination, error)
    case .success(let call):
      if server.counts.isOverloaded, call.coordinates > 0 {
        write(destination, WireError(.loadingThrottled, "the server has too many queries waiting; try again later"))
      } else {
        perform(call, destination)
      }
    }
  }

  private mutating func perform(_ call: WireCall, _ destination: Destination) {
    switch call {
    case .reverseGeocode(let query): ask(query, destination)
    case .reverseGeocodeBatch(let batch): startBatch(batch, destination)
    case .nearby(let query): ask(query, destination)
    case .startGeocoder(let query): startGeocoder(query, destination)
    case .cancelGeocoder(let geocoder):
      let wasActive = geocoders.remove(geocoder) != nil
      write(destination) { writer in
        writer.beginObject()
        writer.member("cancelled", wasActive)
        writer.endObject()
      }
    case .startWatch(let options): startWatch(options, destination)
    case .updateWatch(let fix): updateWatch(fix, destination)
    case .stopWatch(let watch): stopWatch(watch, destination)
    case .setAreas(let areas): setAreas(areas, destination)
    case .removeAreas(let layer): removeAreas(layer, destination)
    case .listAreas: write(destination) { [self] writer in listAreas(&writer) }
    case .serverInfo(let withProcess):
      let json = server.infoJSON(withProcess: withProcess)
      write(destination) { $0.raw(json) }
    case .guest(let request): ask(request, destination)
    case .subscribe(let callbacks):
      wantsReloads = callbacks.contains(.didReloadStore)
      write(destination) { $0.emptyObject() }
    case .ping: write(destination) { $0.emptyObject() }
    }
  }

  /// Reports to the client that another store is now in use.
  mutating func writeReload() {
    let date = server.dataDate
    let line = JSONWriter.line { json in
      json.callback("server.didReloadStore") { $0.member("dataDate", date) }
    }
    replies.appendLine { $0.append(contentsOf: line) }
  }

  private mutating func ask(_ query: WireQuery, _ destination: Destination) {
    guard let array = destination.array else {
      return add(
        QueryTask(query: .success(query.query), form: .reply(destination.id, isList: query.isList)), .line)
    }
    // A notification gets no response, so its query is not run.
    guard destination.id != .absent else { return }
    arrays[array]?.open += 1
    add(
      QueryTask(query: .success(query.query), form: .arrayElement(destination.id, isList: query.isList)), .array(array))
  }

  private mutating func ask(_ query: NearbyQuery, _ destination: Destination) {
    // The query weighs as much as the longest list, so that other clients get their turn before this client's next
    // query.
    var weight = PlacemarkQuery(coordinate: query.coordinate)
    weight.limit = NearbyQuery.mostThings
    func task(isElement: Bool) -> QueryTask {
      QueryTask(query: .success(weight), form: .things(destination.id, query, isElement: isElement))
    }
    guard let array = destination.array else { return add(task(isElement: false), .line) }
    guard destination.id != .absent else { return }
    arrays[array]?.open += 1
    add(task(isElement: true), .array(array))
  }

  private mutating func startGeocoder(_ query: WireQuery, _ destination: Destination) {
    let geocoder = nextHandle()
    geocoders.insert(geocoder)
    write(destination) { writer in
      writer.beginObject()
      writer.member("geocoder", geocoder)
      writer.endObject()
    }
    let task = QueryTask(
      query: .success(query.query), form: .callback(geocoder: geocoder, isList: query.isList))
    if let array = destination.array {
      arrays[array]?.held.append((task, geocoder))
    } else {
      add(task, .geocoder(geocoder))
    }
  }

  /// Splits a batch into parts that several workers answer at once.
  private mutating func startBatch(_ batch: WireBatch, _ destination: Destination) {
    guard destination.id != .absent else { return }
    let number = nextAssembly()
    let ranges = QueryChunk.ranges(batch.queries.map(\.weight), workers: server.pool.workers)
    if let array = destination.array { arrays[array]?.open += 1 }
    replies.begin(number, in: destination.array ?? 0, .batch(destination, batch.form))
    let assembly = BatchAssembly(array: destination.array, open: ranges.count)
    guard !ranges.isEmpty else { return finish(assembly, number) }
    batches[number] = assembly
    for (part, range) in ranges.enumerated() {
      let tasks = batch.queries[range].map { QueryTask(query: $0, form: .batchElement(batch.form)) }
      add(Submission(tasks: tasks[...], targets: .batchPart(batch: number, part: part)), counting: tasks.count)
    }
  }
}

extension JSONWriter {
  /// `{}`.
  package mutating func emptyObject() {
    beginObject()
    endObject()
  }
}
