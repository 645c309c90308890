import GeoSupport

/// The beginning of the input, enough to see what it is.
struct InputHead {
  /// The bytes from the very beginning on.
  var bytes: [UInt8] = []
  /// Whether the input ends with them.
  var isAtEnd = false

  init(bytes: [UInt8], isAtEnd: Bool) {
    self.bytes = bytes
    self.isAtEnd = isAtEnd
  }

  /// Reads the sample; of a slow pipe just what comes before it falls silent, if that holds a whole line.
  init(_ input: InputFile, bytes count: Int, stop: StopSignal) throws(EnrichmentError) {
    try read(input, until: count, stop: stop)
  }

  /// Reads on until so many bytes are held.
  mutating func read(_ input: InputFile, until count: Int, stop: StopSignal) throws(EnrichmentError) {
    while bytes.count < count, !isAtEnd, !stop.isStopping {
      if input.length == nil {
        var request = pollfd(fd: input.descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&request, 1, 300) == 0 {
          if bytes.contains(Byte.lineFeed) { return }
          continue
        }
      }
      try readOnce(input, count - bytes.count)
    }
  }

  private mutating func readOnce(_ input: InputFile, _ room: Int) throws(EnrichmentError) {
    var buffer = [UInt8](repeating: 0, count: room)
    let received = Glibc.read(input.descriptor, &buffer, room)
    guard received >= 0 || errno == EINTR || errno == EAGAIN else {
      throw EnrichmentError(.input, "\(input.name) cannot be read: \(systemMessage())")
    }
    if received == 0 { isAtEnd = true }
    bytes += buffer.prefix(max(received, 0))
  }
}
