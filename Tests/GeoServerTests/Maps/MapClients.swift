import GeoTestKit

@testable import GeoServer

/// Another client that looks at a map.
func opened(_ server: TestServer, _ name: String) throws -> RawClient {
  let client = try server.connect()
  _ = client.reply(#"{"id":0,"method":"mapView.open","params":{"name":"\#(name)","role":"observer"}}"#)
  _ = client.reply(#"{"id":0,"method":"mapView.subscribe","params":{"mapView":1,"callbacks":[]}}"#)
  return client
}

/// What a client hears when it asks something of its first map.
func ask(_ client: RawClient, _ method: String, _ params: String = "") -> String {
  client.reply(
    #"{"id":9,"method":"mapView.\#(method)","params":{"mapView":1\#(params.isEmpty ? "" : ",")\#(params)}}"#)
}
