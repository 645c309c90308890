import ArgumentParser
import GeoConsole

/// The options for a map page that follows standard input.
struct LiveOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Show a page of geocoded on which markers move: lines 'id latitude longitude [title]', JSON objects (also gpspipe -w) or GPX from standard input."
    ))
  var live = false
  @Option(
    help: ArgumentHelp("With --live: the map's name. Who takes the same one adds to the same map.", valueName: "name"))
  var name: String?
  @Option(help: ArgumentHelp("With --live: the daemon's socket.", valueName: "path")) var socket: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With --live: seconds that the page stays when the input has ended.", valueName: "seconds"))
  var stays = 60.0

  func validate() throws {
    guard live || (name == nil && socket == nil && stays == 60) else {
      throw ValidationError("--name, --socket and --stays belong to --live")
    }
    guard (0...86_400 * 7).contains(stays) else {
      throw ValidationError("--stays needs seconds from 0 to a week, not \(stays)")
    }
    if let name, !(1...128).contains(name.utf8.count) {
      throw ValidationError("--name needs 1 to 128 bytes, not \(name.utf8.count)")
    }
  }
}
