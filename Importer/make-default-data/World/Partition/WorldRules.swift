extension OnePartition.Rule {
  /// Makes countries, their subdivisions and counties follow the borders of time zones, which are finer. Zones at sea
  /// do not affect countries.
  static var countriesByTimeZone: Self {
    Self(
      follows: { $0.tags["boundary"] != "timezone" }, home: { $0.tags["ISO3166-1"] },
      isKept: { $0.tags["boundary"] == "timezone" && $0.tags["timezone"]?.hasPrefix("Etc/") == false })
  }

  /// Makes the counties of the United States follow the borders of its states and neighbors.
  static var countiesByState: Self {
    Self(
      follows: { $0.tags["is_in:state_code"] != nil },
      home: { $0.tags["is_in:state_code"].map { "US-" + $0 } ?? foreign($0) },
      isKept: { $0.tags["ISO3166-2"]?.hasPrefix("US-") == true || foreign($0) != nil })
  }

  private static func foreign(_ area: Boundary) -> String? { area.tags["ISO3166-1"].flatMap { $0 == "US" ? nil : $0 } }
}
