/// What goes back to the client.
public struct NominatimResponse: Sendable {
  /// The HTTP status.
  public var status: Int
  /// The value of `Content-Type`.
  public var contentType: String
  /// The body.
  public var body: [UInt8]

  /// A response.
  public init(status: Int = 200, contentType: String, body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }
}
