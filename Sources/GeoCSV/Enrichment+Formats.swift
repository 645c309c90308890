extension Enrichment {
  /// Makes the plan for a file of this format, and runs it.
  ///
  /// - Parameters:
  ///   - format: the kind of file.
  ///   - head: its beginning; more of it is read if the plan needs it.
  func run(_ format: EnrichmentOptions.Format, _ head: inout InputHead) async throws -> EnrichmentSummary {
    switch format {
    case .csv, .tsv:
      try readOn(&head) { DelimitedPlan.holdsFirstRow($0, options) }
      let plan = try DelimitedPlan(head, options, isTabSeparated: format == .tsv, note: note)
      return try await run(
        plan.format, head, headerLength: plan.headerLength, header: plan.header, decisions: plan.description)
    case .ndjson, .json, .geojson:
      try readOn(&head) { JSONPlan.holdsFirstObject($0, of: format) }
      let plan = try JSONPlan(head, options, format: format, note: note)
      return plan.isCollection
        ? try await run(plan, plan.format(ObjectSplitter(), options), head)
        : try await run(plan, plan.format(LineSplitter(), options), head)
    case .gpx:
      let fields = AnswerField.fields(options, existing: [], note: note)
      let format = GPXFormat(names: GPXNames(head: head.bytes), isSwapped: options.swapsCoordinates, fields: fields)
      return try await run(
        format, head, headerLength: 0, header: [],
        decisions: ["the coordinates are those of the track points, waypoints and route points"])
    }
  }

  private func run<Splitter: RecordSplitter>(
    _ plan: JSONPlan, _ format: JSONFormat<Splitter>, _ head: InputHead
  ) async throws -> EnrichmentSummary {
    try await run(
      format, head, headerLength: plan.headerLength, header: Array(head.bytes[..<plan.headerLength]),
      decisions: plan.description)
  }

  /// Reads more of the beginning until it is enough for a plan.
  private func readOn(_ head: inout InputHead, until isEnough: (InputHead) -> Bool) throws(EnrichmentError) {
    while !isEnough(head), head.bytes.count < ReadingLimits.longestRecordBytes, !head.isAtEnd, !stop.isStopping {
      try head.read(input, until: head.bytes.count * 2 + 16, stop: stop)
    }
  }
}
