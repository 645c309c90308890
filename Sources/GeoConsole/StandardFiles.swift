import GeoSupport

/// Standard input, output and error, which some services close before they start a program.
package enum StandardFiles {
  /// Takes the places of those that are closed. Else the next file that is opened, such as a store, would be read as standard input or written to as
  /// standard output. Reading and writing them goes on to fail, as nothing can be read from the one and written to the others.
  package static func keepPlaces() {
    // A new file gets the lowest number that is free.
    for number in 0...2 where fcntl(Int32(number), F_GETFD) < 0 {
      _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
