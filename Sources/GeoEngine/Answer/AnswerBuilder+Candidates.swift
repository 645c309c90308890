import GeoModel
import GeoStore

extension AnswerBuilder {
  /// The best placemark and further ones: houses nearest first, then streets nearest first, at most the limit.
  func candidates(after best: Placemark, _ choice: AddressChoice) throws(StoreError) -> [Placemark] {
    var list = [best]
    guard query.detail >= .street else { return list }
    var known = Set<SourceReference>([best.source].compactMap { $0 })
    if query.detail == .address { try appendHouses(&list, &known) }
    try appendStreets(&list, &known)
    return list
  }

  private func appendHouses(_ list: inout [Placemark], _ known: inout Set<SourceReference>) throws(StoreError) {
    for house in search.addresses.sorted(by: { $0.isNearer(than: $1) }) {
      guard list.count < query.limit else { return }
      let choice = AddressChoice(house: house, street: nil, rule: .nearerThanStreet)
      guard let placemark = try placemark(for: choice), let source = placemark.source else { continue }
      if known.insert(source).inserted { list.append(placemark) }
    }
  }

  private func appendStreets(_ list: inout [Placemark], _ known: inout Set<SourceReference>) throws(StoreError) {
    var names = Set<NameID>()
    for street in search.streets.sorted(by: { $0.isBetter(than: $1) }) {
      guard list.count < query.limit else { return }
      guard names.insert(street.name).inserted else { continue }
      let choice = AddressChoice(street: street, rule: .streetOnly)
      guard let placemark = try placemark(for: choice), let source = placemark.source else { continue }
      if known.insert(source).inserted { list.append(placemark) }
    }
  }
}
