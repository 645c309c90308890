import GeoSupport

/// Standard input, output and error, which some services close before they start a program.
package enum StandardFiles {
  /// Opens `/dev/null` in place of closed standard files.
  ///
  /// Otherwise the next file to be opened, such as a store, would become standard input or output. Reads and writes of
  /// them still fail, because they are opened in the wrong direction.
  package static func keepPlaces() {
    // A new file gets the lowest free descriptor.
    for number in 0...2 where fcntl(Int32(number), F_GETFD) < 0 {
      _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
