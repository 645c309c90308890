import GeoStore

/// What an object's `addr:*` tags say.
struct AddressTags {
  var houseNumber = ""
  var houseName: String?
  var street: String?
  var place: String?
  var postalCode: String?
  var city: String?

  /// The address of an object; nil unless it has a house number or a house name.
  init?(_ tags: Tags) {
    guard tags.mask.intersects(AddressTags.identifying) else { return nil }
    houseNumber = AddressTags.houseNumber(tags)
    houseName = tags[.houseName]
    guard !houseNumber.isEmpty || houseName != nil else { return nil }
    street = tags[.street]
    place = tags[.place]
    postalCode = tags[.postcode] ?? tags[.postalCode]
    city = tags[.city]
  }

  /// Any of these makes an object an address.
  static let identifying = TagMask(.houseNumber, .houseName, .conscriptionNumber, .streetNumber)

  /// The number people use: `addr:housenumber`; where only the parts are mapped (Czechia, Slovakia) conscription and
  /// street number as they are written there, `123/4`.
  private static func houseNumber(_ tags: Tags) -> String {
    if let number = tags[.houseNumber] { return trimmed(number) }
    return [tags[.conscriptionNumber], tags[.streetNumber]].compactMap { $0 }.joined(separator: "/")
  }

  /// The text without spaces at its ends, which are slips of the keyboard.
  private static func trimmed(_ text: String) -> String {
    guard text.utf8.first == 0x20 || text.utf8.last == 0x20 else { return text }
    let front = text.drop { $0 == " " }
    return String(front.reversed().drop { $0 == " " }.reversed())
  }
}
