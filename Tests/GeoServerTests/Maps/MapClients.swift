import GeoTestKit

@testable import GeoServer

/// Another client with the same map open.
func opened(_ server: TestServer, _ name: String) throws -> RawClient {
  let client = try server.connect()
  _ = client.reply(#"{"id":0,"method":"mapView.open","params":{"name":"\#(name)","role":"observer"}}"#)
  _ = client.reply(#"{"id":0,"method":"mapView.subscribe","params":{"mapView":1,"callbacks":[]}}"#)
  return client
}

/// The response to a request about the client's first map.
func ask(_ client: RawClient, _ method: String, _ params: String = "") -> String {
  client.reply(
    #"{"id":9,"method":"mapView.\#(method)","params":{"mapView":1\#(params.isEmpty ? "" : ",")\#(params)}}"#)
}
