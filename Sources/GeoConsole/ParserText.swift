import ArgumentParser

/// What the argument parser says about a subcommand, with the words by which it was called. The parser knows the subcommand's name alone, and
/// points to the help with that.
package enum ParserText {
  /// The text of an error without the whole help, which the parser puts behind a missing argument, so that nobody finds the error any more.
  static func withoutHelp(_ text: String, of command: any ParsableCommand.Type) -> String {
    guard let help = text.firstRange(of: "\n\nOVERVIEW: ") else { return text }
    let name = command.configuration.commandName ?? ""
    return """
      \(text[..<help.lowerBound])
      Usage: \(command.usageString())
        See '\(name) --help' for more information.
      """
  }

  /// The text with other words for the command.
  ///
  /// - Parameters:
  ///   - name: the subcommand's name, such as `import`.
  ///   - words: what is typed to call it, such as `geocode import` or `geocode-import`.
  package static func calling(_ name: String, _ words: String, in text: String) -> String {
    let beginnings = ["  See '\(name) ", "Usage: geocode \(name) ", "USAGE: geocode \(name) "]
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let beginning = beginnings.first(where: line.hasPrefix) else { return String(line) }
      // All of them end in the name and a blank.
      let before = beginning.dropLast(name.count + 1)
      return (before.hasSuffix("geocode ") ? before.dropLast("geocode ".count) : before) + words + " "
        + line.dropFirst(beginning.count)
    }.joined(separator: "\n")
  }
}
