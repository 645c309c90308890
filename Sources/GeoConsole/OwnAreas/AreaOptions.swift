import ArgumentParser

/// The options for files with the user's own areas.
package struct AreaOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Areas of your own, such as delivery zones: the polygons of a GeoJSON file, as the layer of this name. May be given several times.",
      valueName: "layer=file"),
    completion: .file(extensions: ["geojson", "json"]))
  package var areas: [String] = []

  @Option(
    help: ArgumentHelp(
      "The layer of an --areas file without a name (default: what the file is called).", valueName: "layer"))
  package var areasLayer: String?

  @Option(
    help: ArgumentHelp(
      "The property that is the name of an area, of one layer with LAYER= before it (default: name, else the id).",
      valueName: "property"))
  package var areasName: [String] = []

  @Option(
    help: ArgumentHelp(
      "Properties that are kept beside name and id, with commas between, of one layer with LAYER= before them.",
      valueName: "properties"))
  package var areasProperties: [String] = []

  package init() {}

  package func validate() throws {
    do throws(ProgramFailure) { _ = try files() } catch { throw ValidationError(error.message) }
  }

  /// The files that the options name.
  ///
  /// - Parameter keepsOutlines: whether layers are read with their outlines, for maps.
  /// - Throws: ``ProgramFailure`` for wrong usage.
  package func files(keepsOutlines: Bool = false) throws(ProgramFailure) -> AreaFiles {
    try AreaFiles(
      areas, layer: areasLayer, names: areasName, properties: areasProperties, keepsOutlines: keepsOutlines)
  }
}
