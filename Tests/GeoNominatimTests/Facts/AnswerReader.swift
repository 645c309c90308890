import Foundation
import GeoNominatim

import FoundationXML

/// Finds values in responses by paths such as `address.road`, in all formats alike.
///
/// Paths begin below the answer itself: in `geojson` at the properties of the feature, in `geocodejson` at `geocoding`
/// in them. `bbox`, `geometry` and `head` (the members of the collection) are also available. `status`, `content` and
/// `body` describe the response.
struct AnswerReader {
  let response: NominatimResponse

  func value(_ path: String) throws -> String? {
    switch path {
    case "status": return String(response.status)
    case "content": return response.contentType
    case "body": return String(decoding: response.body, as: UTF8.self)
    default: break
    }
    let keys = path.split(separator: ".").map(String.init)
    if response.contentType.hasPrefix("text/xml") { return try XMLFlattener.values(of: response.body)[path] }
    return AnswerReader.text(AnswerReader.member(keys[...], of: try root(keys[0])))
  }

  /// The object in which a path begins.
  private func root(_ first: String) throws -> Any? {
    let json = try JSONSerialization.jsonObject(with: Data(response.body), options: [.fragmentsAllowed])
    guard let collection = json as? [String: Any], let features = collection["features"] as? [[String: Any]] else {
      return json
    }
    if first == "head" { return ["head": collection] }
    if first == "bbox" || first == "geometry" { return features.first }
    let properties = features.first?["properties"] as? [String: Any]
    return properties?["geocoding"] ?? properties
  }

  private static func member(_ keys: ArraySlice<String>, of value: Any?) -> Any? {
    guard let key = keys.first else { return value }
    if let list = value as? [Any], let index = Int(key) {
      return list.indices.contains(index) ? member(keys.dropFirst(), of: list[index]) : nil
    }
    return member(keys.dropFirst(), of: (value as? [String: Any])?[key])
  }

  /// Converts values to text.
  ///
  /// Strings stay as they are; numbers, lists and objects become JSON, so that a fact can distinguish `"1"` from `1`.
  private static func text(_ value: Any?) -> String? {
    guard let value else { return nil }
    if let text = value as? String { return text }
    let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
    return (try? JSONSerialization.data(withJSONObject: value, options: options)).map {
      "#" + String(decoding: $0, as: UTF8.self)
    }
  }
}

/// The values of a document by paths: attributes of the answer by their names, its text as `display_name`, and the
/// contents of other elements by the element's name, such as `address.road`, `extratags.ele`, `namedetails.name`.
private final class XMLFlattener: NSObject, XMLParserDelegate {
  private var values: [String: String] = [:]
  private var open: [String] = []
  private var name = ""
  private var text = ""

  static func values(of body: [UInt8]) throws -> [String: String] {
    let parser = XMLParser(data: Data(body))
    let flattener = XMLFlattener()
    parser.delegate = flattener
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.coderReadCorrupt) }
    return flattener.values
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    text = ""
    open.append(element)
    switch element {
    case "reversegeocode": for (key, value) in attributes { values["head." + key] = value }
    case "result": values.merge(attributes) { $1 }
    case "tag": values["extratags." + (attributes["key"] ?? "")] = attributes["value"]
    case "name": name = attributes["desc"] ?? ""
    case "addressparts": values["address"] = ""
    case "extratags", "namedetails", "entrances", "geokml": values[element] = ""
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }

  func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
    switch open.last {
    case "addressparts": values["address." + element] = text
    case "namedetails": values["namedetails." + name] = text
    default: values[element == "result" ? "display_name" : element] = text
    }
  }
}
