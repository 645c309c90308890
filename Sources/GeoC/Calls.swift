import CGeocode
import GeoModel
import GeoStore
import GeoSupport

// All functions of the header that can fail use these helpers, so that only a status, a message and the result leave
// them.

/// The reason why a call fails: the status for the program and the message for the user.
struct CallFailure: Error {
  var status: geocode_status
  var message: String

  init(_ status: geocode_status, _ message: String) {
    self.status = status
    self.message = message
  }

  init(_ error: StoreError) {
    let status =
      switch error.code {
      case .missing: GEOCODE_MISSING
      case .unreadable, .unwritable: GEOCODE_UNREADABLE
      case .foreign: GEOCODE_FOREIGN
      case .outdated: GEOCODE_OUTDATED
      case .damaged: GEOCODE_DAMAGED
      }
    self.init(status, error.message)
  }

  init(_ error: GeocodingError) {
    let status =
      switch error.code {
      case .placemarkNotFound: GEOCODE_NOT_FOUND
      case .invalidQuery: GEOCODE_INVALID
      case .cancelled: GEOCODE_CANCELLED
      case .timeout, .loadingThrottled, .serverFailure: GEOCODE_DAMAGED
      }
    self.init(status, error.message)
  }
}

typealias MessagePlace = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

/// Runs the body of a call and returns its status, with the message on failure.
func status(_ message: MessagePlace, _ body: () throws(CallFailure) -> Void) -> geocode_status {
  do {
    try body()
    message?.pointee = nil
    return GEOCODE_OK
  } catch {
    message?.pointee = cText(error.message)
    return error.status
  }
}

/// Runs a body that reads the store, converting its errors.
func reading<Value>(_ body: () throws(StoreError) -> Value) throws(CallFailure) -> Value {
  do { return try body() } catch { throw CallFailure(error) }
}

/// The store of a handle.
func store(_ handle: OpaquePointer?) throws(CallFailure) -> OpenStore {
  guard let handle else { throw CallFailure(GEOCODE_INVALID, "the store is NULL; open one with geocode_open") }
  return Unmanaged<OpenStore>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
}

/// A copy of a text, for the caller to free. A NUL inside the text would cut the copy short.
func cText(_ text: String) -> UnsafeMutablePointer<CChar>? { text.withCString { strdup($0) } }

/// A copy of a text for the caller to free; nil for nil.
func cText(_ text: String?) -> UnsafeMutablePointer<CChar>? { text.flatMap { cText($0) } }

/// A copy of JSON for the caller to free.
func cText(_ json: [UInt8]) -> UnsafeMutablePointer<CChar>? {
  guard let text = malloc(json.count + 1)?.assumingMemoryBound(to: UInt8.self) else { return nil }
  json.withUnsafeBufferPointer { if let start = $0.baseAddress { text.update(from: start, count: json.count) } }
  text[json.count] = 0
  return UnsafeMutableRawPointer(text).assumingMemoryBound(to: CChar.self)
}
