import ArgumentParser

/// Adjusts the argument parser's messages about subcommands.
///
/// The parser knows only the subcommand's own name and uses it to refer to the help.
package enum ParserText {
  /// The text of an error without the whole help, which the parser appends for a missing argument and which would hide
  /// the error.
  static func withoutHelp(_ text: String, of command: any ParsableCommand.Type) -> String {
    guard let help = text.firstRange(of: "\n\nOVERVIEW: ") else { return text }
    let name = command.configuration.commandName ?? ""
    return """
      \(text[..<help.lowerBound])
      Usage: \(command.usageString())
        See '\(name) --help' for more information.
      """
  }

  /// Replaces the words for the command in a text.
  ///
  /// - Parameters:
  ///   - name: the subcommand's name, such as `import`.
  ///   - words: the words that call it, such as `geocode import` or `geocode-import`.
  package static func calling(_ name: String, _ words: String, in text: String) -> String {
    let beginnings = ["  See '\(name) ", "Usage: geocode \(name) ", "USAGE: geocode \(name) "]
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let beginning = beginnings.first(where: line.hasPrefix) else { return String(line) }
      // All of the beginnings end in the name and a blank.
      let before = beginning.dropLast(name.count + 1)
      return (before.hasSuffix("geocode ") ? before.dropLast("geocode ".count) : before) + words + " "
        + line.dropFirst(beginning.count)
    }.joined(separator: "\n")
  }
}
