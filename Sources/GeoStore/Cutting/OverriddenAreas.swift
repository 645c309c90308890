/// Which coarse areas the extract has a real boundary for: the same country, or the same first-level subdivision.
struct OverriddenAreas {
  private var codes: Set<NameID> = []

  /// Looks for the real boundaries in the content.
  init(_ content: StoreContent) {
    for area in content.areas where !area.isCoarse {
      if let code = area.code { codes.insert(code) }
    }
  }

  /// Whether an area is coarse and has a real one to go by.
  func contains(_ area: AreaRecord) -> Bool { area.isCoarse && area.code.map { codes.contains($0) } ?? false }
}

extension AreaRecord {
  /// What a coarse area and its real counterpart have in common: the ISO 3166-2 code of a subdivision (`CH-ZH`), the ISO
  /// 3166-1 code of a country (`CH`). Nil for other areas.
  var code: NameID? {
    guard kind == .administrative else { return nil }
    return subdivisionCode ?? (level == 2 ? countryCode : nil)
  }
}
