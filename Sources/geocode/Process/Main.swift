import ArgumentParser
import GeoConsole

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the program begins.
@main enum Main {
  static func main() {
    Interruption.ignoreBrokenPipes()
    var type: any ParsableCommand.Type = LookupCommand.self
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      type = CommandChoice.type(for: arguments)
      var command = try CommandChoice.parse(arguments, as: type)
      try command.run()
    } catch { Ending.end(with: error, of: type) }
  }
}
