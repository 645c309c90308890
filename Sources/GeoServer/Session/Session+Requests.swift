import GeoModel
import GeoWire

extension Session {
  /// Takes a line without its LF.
  mutating func receive(_ line: UnsafeRawBufferPointer) {
    switch WireLine(line) {
    case .blank: return
    case .text: receiveText(line)
    case .json: receiveJSON(line)
    }
  }

  private mutating func receiveText(_ line: UnsafeRawBufferPointer) {
    let place = texts.next()
    do throws(GeocodingError) {
      let query = try PlainText.query(line)
      if server.isOverloaded { throw GeocodingError(.loadingThrottled) }
      add(QueryTask(query: .success(query), form: .text), .text(place))
    } catch {
      var bytes: [UInt8] = []
      PlainText.append(.failure(error), to: &bytes)
      texts.answer(place, bytes, to: &output)
    }
  }

  private mutating func receiveJSON(_ line: UnsafeRawBufferPointer) {
    // The parser is taken out, as its nodes are read while the session changes.
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
    let array = nextAssembly()
    arrays[array] = ArrayAssembly()
    var isEmpty = true
    for element in root.elements {
      isEmpty = false
      receive(WireRequest(element), array: array)
    }
    if isEmpty {
      arrays[array] = nil
      return write(Destination(id: .null), WireError(.invalidRequest, "an array of requests must hold at least one"))
    }
    arrays[array]?.isSealed = true
    finishArray(array)
  }

  private mutating func receive(_ request: WireRequest, array: Int?) {
    let destination = Destination(id: request.id, array: array)
    switch request.call {
    case .failure(let error): write(destination, error)
    case .success(let call):
      if server.isOverloaded, call.asksQueries {
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
    case .startGeocoder(let query): startGeocoder(query, destination)
    case .cancelGeocoder(let geocoder):
      let wasActive = geocoders.remove(geocoder) != nil
      write(destination) { writer in
        writer.beginObject()
        writer.key("cancelled")
        writer.bool(wasActive)
        writer.endObject()
      }
    case .startWatch(let options): startWatch(options, destination)
    case .updateWatch(let fix): updateWatch(fix, destination)
    case .stopWatch(let watch): stopWatch(watch, destination)
    case .serverInfo:
      let json = server.infoJSON
      write(destination) { $0.raw(json) }
    case .ping: write(destination) { $0.emptyObject() }
    }
  }

  private mutating func ask(_ query: WireQuery, _ destination: Destination) {
    guard let array = destination.array else {
      return add(
        QueryTask(query: .success(query.query), form: .reply(destination.id, isList: query.isList)), .line)
    }
    // Nobody gets the answer to a notification, so nobody asks the question.
    guard destination.id != .absent else { return }
    arrays[array]?.open += 1
    add(
      QueryTask(query: .success(query.query), form: .arrayElement(destination.id, isList: query.isList)), .array(array))
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

  /// A batch is cut into parts that several workers answer at once.
  private mutating func startBatch(_ batch: WireBatch, _ destination: Destination) {
    guard destination.id != .absent else { return }
    let number = nextAssembly()
    let size = Session.chunkSize(batch.queries.count, workers: server.pool.workers)
    let starts = stride(from: 0, to: batch.queries.count, by: size)
    let parts: [[UInt8]?] = starts.map { _ in nil }
    if let array = destination.array { arrays[array]?.open += 1 }
    batches[number] = BatchAssembly(destination: destination, parts: parts, open: parts.count)
    for (part, start) in starts.enumerated() {
      let tasks = batch.queries[start..<min(start + size, batch.queries.count)].map {
        QueryTask(query: $0, form: .batchElement(isList: batch.isList))
      }
      add(Submission(tasks: tasks, targets: .batchPart(batch: number, part: part)), counting: tasks.count)
    }
    if batch.queries.isEmpty { finishBatch(number) }
  }
}

extension WireCall {
  /// Whether the call gives the workers something to do.
  fileprivate var asksQueries: Bool {
    switch self {
    case .startGeocoder, .reverseGeocode, .reverseGeocodeBatch, .updateWatch: true
    default: false
    }
  }
}

extension JSONWriter {
  /// `{}`.
  mutating func emptyObject() {
    beginObject()
    endObject()
  }
}
