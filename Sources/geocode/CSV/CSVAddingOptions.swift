import ArgumentParser
import GeoCSV
import GeoModel

/// The options of `geocode csv` about what is added.
struct CSVAddingOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The new columns in their order, such as street,house_number,city; 'all' for every one.", valueName: "names"))
  var columns: String?

  @Option(help: ArgumentHelp("Put before the name of each new column, such as geo_.", valueName: "text"))
  var prefix: String = ""

  @Option(
    help: ArgumentHelp(
      "One column put together from others, such as '{street} {house_number}, {city}' ({{ and }} are braces); alone it replaces the usual columns.",
      valueName: "text"))
  var template: String?

  @Option(help: ArgumentHelp("Name of the template's column.", valueName: "name"))
  var templateName: String = "label"

  @Flag(inversion: .prefixedNo, help: "A last column that says ok, or why a row has no address.")
  var status = true

  @OptionGroup var question: QuestionOptions

  @Flag(
    help:
      "Put an apostrophe before new text that a spreadsheet would take for a formula (it begins with = + - @). Names in the map are anybody's."
  )
  var escapeFormulas = false

  @Option(
    help: ArgumentHelp(
      "In which bytes new values are written: utf-8, or windows-1252 for old spreadsheets.", valueName: "encoding"))
  var encoding: EnrichmentOptions.Encoding = .utf8

  /// Sets what was given.
  ///
  /// - Throws: `EnrichmentError` for a column that does not exist.
  func apply(to options: inout EnrichmentOptions) throws {
    options.template = try template.map { try ColumnTemplate($0, name: templateName) }
    options.columns = try columns.map { try OutputColumn.list($0) } ?? (template == nil ? OutputColumn.usual : [])
    if !status { options.columns.removeAll { $0 == .status } }
    if status, !options.columns.contains(.status) { options.columns.append(.status) }
    options.prefix = prefix
    let query = try question.query()
    options.languages = query.languages
    options.detail = query.detail
    options.maximumDistanceMeters = query.maximumDistanceMeters
    options.encoding = encoding
    options.escapesFormulas = escapeFormulas
  }
}
