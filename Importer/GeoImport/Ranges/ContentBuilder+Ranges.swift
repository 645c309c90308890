import GeoModel
import GeoStoreWriting
import OSMFile

/// The tables of address ranges of an import.
struct RangeTables {
  private let files: [UnpackedStream]

  /// Opens tables, and archives of tables.
  ///
  /// - Throws: ``ImportError`` for the first one that cannot be read.
  init(_ paths: [String]) throws(ImportError) {
    var files: [UnpackedStream] = []
    for path in paths {
      do throws(OSMFileError) { files.append(try UnpackedStream(path: path)) } catch { throw ImportError(error) }
    }
    self.files = files
  }

  /// Whether there are no tables.
  var isEmpty: Bool { files.isEmpty }

  /// Adds all rows as interpolations that are not linked to a way yet, see ``StreetLinker/linkRanges()``.
  ///
  /// - Throws: ``ImportError`` if a file cannot be read to its end, or has another format.
  func add(to builder: inout ContentBuilder, _ context: ImportContext) throws(ImportError) {
    for file in files {
      var lines = try TableLines(file)
      var columns: RangeColumns?
      var count = 0
      while let line = try lines.next() {
        count += 1
        if count % 4096 == 0 { try context.checkCancellation() }
        let text = String(decoding: line.bytes, as: UTF8.self)
        if text.isEmpty { continue }
        let fields = text.split(separator: ";", omittingEmptySubsequences: false)
        if line.isFirst { columns = RangeColumns(header: fields) }
        guard let columns else { throw RangeTables.foreign(file.path) }
        if !line.isFirst { builder.addRange(fields, columns) }
      }
      guard columns != nil else { throw RangeTables.foreign(file.path) }
    }
  }

  private static func foreign(_ path: String) -> ImportError {
    ImportError(
      .unreadableExtract,
      "\(path) is not a table of address ranges: its first line must be \(RangeColumns.usage) (or it may be a .tar.gz of such tables)"
    )
  }
}

extension ContentBuilder {
  /// Adds a row, or counts the fault for which it is dropped.
  fileprivate mutating func addRange(_ fields: [Substring], _ columns: RangeColumns) {
    do throws(DataFault) {
      let range = try AddressRange(fields, columns)
      let record = InterpolationRecord(
        source: SourceReference(type: .way, id: 0), street: content.names.intern(range.street), streetOrigin: .range,
        first: content.names.intern(String(range.first)), last: content.names.intern(String(range.last)),
        step: Int32(range.step), postalCode: intern(range.postalCode), city: nil,
        line: PointRange(start: 0, count: 0))
      add(record, along: range.line)
    } catch {
      faults.add(error)
    }
  }
}

extension StreetLinker {
  /// Links address ranges to the way that they number: the nearest way of their name, else the nearest of all within
  /// 200 m. They take its name and id. Ranges without a way, such as those of counties outside of the extracts, are
  /// dropped.
  ///
  /// - Returns: the number of dropped ranges.
  mutating func linkRanges() -> Int {
    guard content.interpolations.contains(where: { $0.streetOrigin == .range }) else { return 0 }
    let middles = content.interpolations.lazy.filter { $0.streetOrigin == .range }.map { [content] in
      content.middle(of: $0.line)
    }
    var vicinity = VicinityIndex(content, for: middles)
    var kept = MappedArray<InterpolationRecord>(in: content.workspace)
    for var range in content.interpolations {
      if range.streetOrigin == .range {
        let middle = content.middle(of: range.line)
        let named = range.street.flatMap { street(meant: $0, near: middle) }
        guard let street = named ?? vicinity.nearestStreet(to: middle, content) else { continue }
        range.source = content.streets[street].source
        range.street = content.streets[street].name
      }
      kept.append(range)
    }
    let left = content.interpolations.count - kept.count
    content.interpolations = kept
    return left
  }
}
