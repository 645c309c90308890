import GeoModel
import GeoStore

extension AnswerBuilder {
  /// All areas that contain the point and that the answer believes, coarse to fine.
  func listedAreas() throws(StoreError) -> [ContainingArea] {
    var list: [ContainingArea] = []
    for area in hierarchy.all {
      let text =
        area.isCountry
        ? try namer.countryName(area).text : try namer.name(area.name, country: hierarchy.countryCode).text
      list.append(
        ContainingArea(
          level: area.level > 0 ? Int(area.level) : nil, kind: area.listedKind, name: text, source: area.source))
    }
    return list
  }

  /// Says on what water the point lies.
  func fillWater(_ placemark: inout Placemark, _ trace: inout TraceRecorder) throws(StoreError) {
    if let water = hierarchy.inlandWater {
      let text = try name(water.name, field: "inlandWater", &placemark)
      placemark.inlandWater = text
      trace.note(
        TraceEntry(
          field: "inlandWater", value: text, rule: "outline contains the point", source: water.source, distanceMeters: 0
        ))
    }
    if let ocean = hierarchy.ocean {
      let text = try name(ocean.name, field: "ocean", &placemark)
      placemark.ocean = text
      trace.note(
        TraceEntry(
          field: "ocean", value: text, rule: "outline contains the point", source: ocean.source, distanceMeters: 0))
    }
    guard let water = hierarchy.inlandWater ?? hierarchy.ocean else { return }
    placemark.match = .water
    placemark.source = water.source
    placemark.coordinate = query.coordinate
    placemark.distanceMeters = 0
  }
}

extension StoredArea {
  /// The kind under which `areas` lists it.
  fileprivate var listedKind: ContainingArea.Kind {
    if isCoarse { return .world }
    return switch kind {
    case .postal: .postal
    case .place: .place
    default: .administrative
    }
  }
}
