/// Unit files for systemd, to be saved and changed at will.
public enum SystemdUnits {
  /// The socket and the service unit, as one text with comments that say where each part goes.
  ///
  /// - Parameters:
  ///   - executable: the path of the daemon.
  ///   - database: the store to serve; nil for the default data.
  public static func text(executable: String, database: String?) -> String {
    let arguments = database.map { " --database \(quoted($0))" } ?? ""
    return """
      # ~/.config/systemd/user/geocoded.socket
      [Unit]
      Description=Socket of the offline reverse geocoder

      [Socket]
      ListenStream=%t/geocoded.sock
      SocketMode=0600
      DirectoryMode=0700

      [Install]
      WantedBy=sockets.target

      # ~/.config/systemd/user/geocoded.service
      [Unit]
      Description=Offline reverse geocoder
      Requires=geocoded.socket
      After=geocoded.socket

      [Service]
      Type=notify-reload
      ExecStart=\(quoted(executable))\(arguments)
      Restart=on-failure
      NoNewPrivileges=true
      # With --http on a port, this must be false.
      PrivateNetwork=true
      ProtectSystem=strict
      MemoryHigh=256M

      [Install]
      WantedBy=default.target

      # Save each part under the name in its first line, then:
      #   systemctl --user daemon-reload
      #   systemctl --user enable --now geocoded.socket

      """
  }

  /// A word of a command line in systemd's quoting; `%` begins a specifier there, `$` a variable.
  private static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy { $0.isLetter || $0.isNumber || "/._-+:=@".contains($0) }
    let escaped = word.reduce(into: "") { text, character in
      switch character {
      case "\\", "\"": text += "\\\(character)"
      case "%": text += "%%"
      case "$": text += "$$"
      default: text.append(character)
      }
    }
    return plain ? word : "\"\(escaped)\""
  }
}
