import GeoSupport

/// Unit files for systemd 252 and later, to be saved and changed at will.
package struct SystemdUnits {
  private let command: [String]
  private let socket: String?
  private let storeBytes: Int?
  private let mapBytes: Int
  private let keyFile: String?
  private let asksForUsers: Bool
  private let usesNetwork: Bool
  private let answersHTTP: Bool
  private let isSystemWide: Bool
  private let update: Update?

  /// How a timer updates the store.
  package struct Update {
    let program: String
    let store: String
    let seconds: Int

    /// A program with a store and the time between two updates.
    package init(program: String, store: String, seconds: Int) {
      self.program = program
      self.store = store
      self.seconds = seconds
    }
  }

  /// The units of a daemon.
  ///
  /// - Parameters:
  ///   - command: the path of the daemon and its arguments, with absolute paths.
  ///   - socket: where systemd listens; nil for the default path.
  ///   - storeBytes: the size of the store's file; nil if it is unknown.
  ///   - mapBytes: the memory limit of maps.
  ///   - keyFile: the key file, which systemd reads as root and passes to the daemon; nil for none, or if the command
  ///     names it.
  ///   - asksForUsers: whether the daemon checks the users who connect.
  ///   - usesNetwork: whether the daemon listens on ports.
  ///   - answersHTTP: whether it serves HTTP, so that the service itself must be enabled and not only its socket.
  ///   - update: how the store is updated; nil for no updates.
  ///   - isSystemWide: whether the units are for the system's manager, with its own user, instead of the user's
  ///     manager.
  package init(
    command: [String], socket: String?, storeBytes: Int?, mapBytes: Int = 0, keyFile: String? = nil,
    asksForUsers: Bool = false, usesNetwork: Bool,
    answersHTTP: Bool, update: Update? = nil, isSystemWide: Bool
  ) {
    self.update = update
    self.command = command
    self.socket = socket
    self.storeBytes = storeBytes
    self.mapBytes = mapBytes
    self.keyFile = keyFile
    self.asksForUsers = asksForUsers
    self.usesNetwork = usesNetwork
    self.answersHTTP = answersHTTP
    self.isSystemWide = isSystemWide
  }

  /// The socket unit and the service unit as one text, with comments that say where each part goes.
  package var text: String {
    let manager = isSystemWide ? "systemctl" : "systemctl --user"
    let listen = socket ?? (isSystemWide ? SystemdUnits.systemSocket : "%t/geocoded.sock")
    let folder = isSystemWide ? "/etc/systemd/system" : "~/.config/systemd/user"
    let socketUnit = Template.fill(
      PackageResources.geocoded_socket,
      [
        "folder": folder, "listen": socket.map(SystemdUnits.withoutSpecifiers) ?? listen,
        "mode": isSystemWide || asksForUsers ? "0666" : "0600", "directory": isSystemWide ? "0755" : "0700",
      ])
    let serviceUnit = Template.fill(
      PackageResources.geocoded_service,
      [
        "folder": folder, "memory": memory, "further": further,
        // `%d` is the folder of systemd's credentials.
        "command": command.map(SystemdUnits.quoted).joined(separator: " ")
          + (keyFile == nil ? "" : " --api-keys %d/api-keys"),
        "target": isSystemWide ? "multi-user.target" : "default.target",
      ])
    // The first client at the socket starts the service; nothing listens for HTTP until the service runs.
    let units = ["geocoded.socket"] + (answersHTTP ? ["geocoded.service"] : [])
    let enabled = (units + (update == nil ? [] : ["geocoded-update.timer"])).joined(separator: " ")
    let use =
      isSystemWide || socket != nil
      ? "#   export GEOCODED_SOCKET=\(socket.map(ShellWord.quoted) ?? listen)   (for clients)\n" : ""
    return """
      \(socketUnit)
      \(serviceUnit)
      \(updateUnits(folder))# Save each part under the name in its first line, then:
      #   \(manager) daemon-reload
      #   \(manager) enable --now \(enabled)
      \(use)
      """
  }

  private func updateUnits(_ folder: String) -> String {
    guard let update else { return "" }
    return Template.fill(
      PackageResources.update_part,
      [
        "folder": folder,
        "command": [update.program, update.store, "--quiet"].map(SystemdUnits.quoted).joined(separator: " "),
        "store": SystemdUnits.quoted(FileFolder.folder(of: update.store)), "seconds": "\(update.seconds)",
      ]) + "\n"
  }

  /// The socket path of a system-wide daemon.
  static let systemSocket = "/run/geocoded/geocoded.sock"

  private var further: String {
    if isSystemWide {
      let file = SystemdUnits.withoutSpecifiers(keyFile ?? "/etc/geocoded/api-keys")
      let line = "\(keyFile == nil ? "#" : "")LoadCredential=api-keys:\(file)"
      return Template.fill(
        PackageResources.system_part, ["credential": line, "users": "PrivateUsers=\(!asksForUsers)"])
    }
    return usesNetwork ? "" : "# With --http on a port, this must be false.\nPrivateNetwork=true\n"
  }

  /// The memory limit.
  ///
  /// A control group counts the read pages of a mapped store, but reclaims them first. While a store is replaced, the
  /// old and the new one are mapped. Beside them and the maps, the limit leaves 1 GB for the daemon itself.
  private var memory: String {
    let maps = mapBytes > 0 ? "\(mapBytes >> 20)M of maps (--map-memory)" : ""
    guard let storeBytes else {
      return """
        # The mapped store counts as memory as far as it was read: a limit should leave room for two stores\(maps.isEmpty ? "" : ", \(maps)") and 1G.
        #MemoryHigh=
        """
    }
    return """
      # The mapped store counts as memory as far as it was read: this is room for two of them\(maps.isEmpty ? "" : ", \(maps)") and 1G.
      MemoryHigh=\(1024 + ((2 * storeBytes + mapBytes) >> 20))M
      """
  }

  /// Quotes a word of a command line for systemd; `%` begins a specifier there, `$` a variable.
  private static func quoted(_ word: String) -> String {
    let plain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "/._-+:=@,*0123456789".unicodeScalars.contains($0)
    }
    return plain ? word : "\"\(String(decoding: word.utf8.flatMap(escaped), as: UTF8.self))\""
  }

  private static func withoutSpecifiers(_ path: String) -> String {
    String(decoding: path.utf8.flatMap { $0 == UInt8(ascii: "%") ? [$0, $0] : [$0] }, as: UTF8.self)
  }

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "\""): [UInt8(ascii: "\\"), byte]
    case UInt8(ascii: "%"), UInt8(ascii: "$"): [byte, byte]
    case 0..<0x20, 0x7F: Array("\\x".utf8) + Array(byte.hexDigits.utf8)
    default: [byte]
    }
  }
}
