import CGeocode
import GeoModel
import GeoSupport

/// Placemarks as structures of the C interface, each in one block of memory: the structure, then its texts.
enum PlacemarkStructure {
  private typealias Text = UnsafePointer<CChar>?

  /// A field of the structure: its column and its offset.
  struct Field: Sendable {
    let column: PlacemarkField
    let offset: Int

    fileprivate init<Value>(_ column: PlacemarkField, _ path: KeyPath<geocode_placemark, Value>) {
      self.column = column
      offset = MemoryLayout<geocode_placemark>.offset(of: path)!
    }
  }

  /// The fields that are columns, in the columns' order.
  static let fields = [
    Field(.street, \.street), Field(.houseNumber, \.house_number), Field(.neighborhood, \.neighborhood),
    Field(.suburb, \.suburb), Field(.city, \.city), Field(.county, \.county), Field(.state, \.state),
    Field(.stateCode, \.state_code), Field(.postalCode, \.postal_code), Field(.country, \.country),
    Field(.countryCode, \.country_code), Field(.inlandWater, \.inland_water), Field(.ocean, \.ocean),
    Field(.areasOfInterest, \.areas_of_interest), Field(.timeZone, \.time_zone), Field(.name, \.name),
    Field(.title, \.title), Field(.subtitle, \.subtitle), Field(.formattedAddress, \.address), Field(.match, \.match),
    Field(.distanceMeters, \.distance_meters), Field(.latitude, \.latitude), Field(.longitude, \.longitude),
    Field(.source, \.source), Field(.coarseFields, \.coarse_fields),
  ]

  /// Makes a structure for the caller to free; nil when memory is insufficient.
  static func make(_ placemark: Placemark) -> UnsafeMutablePointer<geocode_placemark>? {
    var texts: [(offset: Int, text: String)] = []
    var numbers: [(offset: Int, number: Double)] = []
    texts.reserveCapacity(fields.count)
    for field in fields {
      switch CellValue(field.column, of: placemark) {
      case .none: break
      case .text(let text): texts.append((field.offset, text))
      case .number(let number): numbers.append((field.offset, number))
      }
    }
    if !placemark.formattedAddress.isEmpty {
      let lines = placemark.formattedAddress.map { CellValue.plain($0) }.joined(separator: "\n")
      texts.append((MemoryLayout<geocode_placemark>.offset(of: \.formatted_address)!, lines))
    }
    let size = MemoryLayout<geocode_placemark>.size
    guard let memory = calloc(1, texts.reduce(size) { $0 + $1.text.utf8.count + 1 }) else { return nil }
    let placed = memory.bindMemory(to: geocode_placemark.self, capacity: 1)
    placed.pointee.size = size
    for (offset, number) in numbers { memory.storeBytes(of: number, toByteOffset: offset, as: Double.self) }
    // The NULs between the texts are there already, as the memory is zeroed.
    var next = memory + size
    for (offset, text) in texts {
      memory.storeBytes(
        of: UnsafePointer(next.assumingMemoryBound(to: CChar.self)), toByteOffset: offset, as: Text.self)
      var text = text
      text.withUTF8 { if let start = $0.baseAddress { next.copyMemory(from: start, byteCount: $0.count) } }
      next += text.utf8.count + 1
    }
    return placed
  }
}
