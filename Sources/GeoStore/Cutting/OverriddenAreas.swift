/// Which coarse areas the extract has a real boundary for: the same country, or the same first-level subdivision.
struct OverriddenAreas {
  private var countries: Set<String> = []
  private var subdivisions: Set<String> = []

  /// Looks for the real boundaries in the content.
  init(_ content: StoreContent) {
    for area in content.areas where !area.isCoarse && area.kind == .administrative {
      if area.level == 2, let code = area.countryCode { countries.insert(code) }
      if let code = area.subdivisionCode { subdivisions.insert(code) }
    }
  }

  /// Whether an area is coarse and has a real one to go by.
  func contains(_ area: AreaRecord) -> Bool {
    guard area.isCoarse else { return false }
    if let code = area.subdivisionCode { return subdivisions.contains(code) }
    return area.level == 2 && countries.contains(area.countryCode ?? "")
  }
}
