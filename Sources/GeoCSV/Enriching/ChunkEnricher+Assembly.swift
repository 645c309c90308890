extension ChunkEnricher {
  /// Copies the records of a chunk in their own order with their answers put in.
  ///
  /// It is the only loop over all bytes of the output, and allocates nothing per record: every answer was made into bytes before, once for
  /// each point.
  func assemble(_ chunk: Chunk, _ records: [LocatedRecord], _ table: borrowing AnswerTable) -> EnrichedChunk {
    var output = emptyOutput(chunk, rows: records.count)
    output.tally[.questions] = table.keys.count
    output.failure = table.failure
    output.bytes.reserveCapacity(options.isDryRun ? 0 : chunk.bytes.count + records.count * 96)
    chunk.bytes.withUnsafeBytes { bytes in
      table.store.withUnsafeBytes { store in
        var start = 0
        for (index, record) in records.enumerated() {
          let row = UnsafeRawBufferPointer(rebasing: bytes[start..<chunk.recordEnds[index]])
          let slot = Int(table.slotOfRecord[index])
          // A record without a point has its reason in its own status.
          let kind = slot >= 0 ? table.answers[slot].kind : AnswerKind(record.status)
          if options.isStrict, kind.status.isBadRow, !record.traits.contains(.blank), !record.traits.contains(.leftOut)
          {
            end(&output, with: kind.status, row, at: start, row: index, chunk)
            break
          }
          start += row.count
          count(record, kind, &output.tally)
          if slot >= 0, kind.isDoubtful, output.doubtful.count < SwapCheck.samplesPerChunk {
            output.doubtful.append(record.point)
          }
          guard !options.isDryRun else { continue }
          if slot >= 0 {
            append(row, record, UnsafeRawBufferPointer(rebasing: store[table.answers[slot].range]), to: &output)
          } else {
            fixedAnswers[Int(record.status.rawValue)].withUnsafeBytes { append(row, record, $0, to: &output) }
          }
        }
        output.inputDigest.add(
          UnsafeRawBufferPointer(rebasing: bytes[..<(output.problem == nil ? bytes.count : start)]))
        // What stands behind the last record, such as the end of a GeoJSON file.
        if !options.isDryRun, output.problem == nil { output.bytes.append(contentsOf: bytes[start...]) }
      }
    }
    if case .first(let limit) = options.sample, !format.needsWholeInput {
      output.endsSample = chunk.firstRow + records.count >= limit
    }
    return output
  }

  /// A chunk that ends where the input's chunk ends, with nothing in it yet.
  private func emptyOutput(_ chunk: Chunk, rows: Int) -> EnrichedChunk {
    EnrichedChunk(
      index: chunk.index, bytes: [], tally: Tally(),
      position: InputPosition(
        offset: chunk.inputEnd, row: chunk.firstRow + rows, splitterState: chunk.resumeState),
      inputLength: chunk.bytes.count, inputDigest: InputDigest())
  }

  /// Lets the output end before a row that `--strict` does not pass.
  private func end(
    _ output: inout EnrichedChunk, with status: RowStatus, _ row: UnsafeRawBufferPointer, at start: Int, row index: Int,
    _ chunk: Chunk
  ) {
    output.position.offset = chunk.inputEnd - chunk.bytes.count + start
    output.position.row = chunk.firstRow + index
    let text = String(decoding: row.prefix(120), as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
    output.problem = EnrichmentError(
      .data,
      "data row \(output.position.row + 1) is \(status.word) (--strict): \(text)\(row.count > 120 ? " ..." : "")")
  }

  /// Copies a record with its answer put in, or what stays of one that the sample leaves out.
  @inline(__always) private func append(
    _ row: UnsafeRawBufferPointer, _ record: LocatedRecord, _ answer: UnsafeRawBufferPointer,
    to output: inout EnrichedChunk
  ) {
    guard record.traits.isDisjoint(with: [.blank, .leftOut]) else {
      let length = record.traits.contains(.blank) ? row.count : format.remainder(of: row)
      return output.bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: row[..<length]))
    }
    // Only the writer knows whether an earlier chunk has written a record, so it is told where this one's comma stands.
    if options.sample != .all, output.separator == nil {
      let start = output.bytes.count
      output.separator =
        format.separator(of: row).map { start + $0.lowerBound..<start + $0.upperBound } ?? start..<start
    }
    let insertion = Int(record.insertion)
    output.bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: row[..<insertion]))
    format.appendInsertion(answer, for: record, to: &output.bytes)
    output.bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: row[(insertion + Int(record.replaced))...]))
  }

  /// Counts a record under all that it is. Blank lines and rows that are left out are no rows.
  @inline(__always) private func count(_ record: LocatedRecord, _ kind: AnswerKind, _ tally: inout Tally) {
    guard record.traits.isDisjoint(with: [.blank, .leftOut]) else {
      tally[record.traits.contains(.blank) ? .blankLines : .skipped] += 1
      return
    }
    tally[.rows] += 1
    tally[kind.status] += 1
    if let match = kind.match { tally[match] += 1 }
    if kind.isDoubtful { tally[.doubtful] += 1 }
    // Nearly every row stops here.
    guard !record.traits.isEmpty else { return }
    if record.traits.contains(.short) { tally[.shortRows] += 1 }
    if record.traits.contains(.long) { tally[.longRows] += 1 }
    if record.traits.contains(.looksSwapped) { tally[.swappedLooking] += 1 }
    if record.traits.contains(.atZero) { tally[.atZero] += 1 }
  }
}
