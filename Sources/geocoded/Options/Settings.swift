import GeoConsole
import GeoSupport

/// The values of all options, and their origins: the command line, or else the environment, where the name has the
/// prefix `GEOCODED_`, or else the default.
struct Settings {
  /// The origin of a value, as ``text`` names it.
  enum Origin: String, CaseIterable {
    case commandLine = "From the command line"
    case environment = "From the environment"
    case usual = "As usual"
  }

  /// An option that was looked up.
  struct Entry {
    /// Its name in capitals, such as `MAX_CLIENTS`.
    let name: String
    /// The values as they are written in the environment; empty if there is no value.
    let values: [String]
    /// Whether it takes no value on the command line.
    var isFlag = false
    /// The origin of the values.
    let origin: Origin

    /// The option and its values as arguments.
    var arguments: [String] {
      let option = Settings.option(name)
      guard isFlag else { return values.flatMap { [option, $0] } }
      return values == Form.flag.written(true) ? [option] : []
    }
  }

  /// An option in its form on the command line.
  private static func option(_ name: String) -> String { "--" + name.lowercased().replacing("_", with: "-") }

  /// The options looked up so far, in this order.
  private(set) var entries: [Entry] = []

  /// Looks up the value of an option; nil if it is not given and has no default.
  ///
  /// - Parameters:
  ///   - option: the value from the command line.
  ///   - variable: another environment variable, used if the first one is not set.
  /// - Throws: ``ProgramFailure`` if the value in the environment does not have the option's form.
  mutating func value<Value>(
    _ option: Value?, _ name: String, or variable: String? = nil, else usual: Value? = nil, _ form: Form<Value>
  ) throws(ProgramFailure) -> Value? {
    for variable in option == nil ? ["GEOCODED_" + name, variable].compactMap(\.self) : [] {
      guard let text = Environment[variable] else { continue }
      guard let value = form.read(text) else {
        throw ProgramFailure(.usage, "\(variable) is '\(text)', which is not \(form.noun)")
      }
      entries.append(Entry(name: name, values: form.written(value), isFlag: form.isFlag, origin: .environment))
      return value
    }
    if let option, form.written(option).contains("") {
      throw ProgramFailure(
        .usage, "\(Settings.option(name)) is empty; give it a value, or leave it out for what is usual")
    }
    let value = option ?? usual
    entries.append(
      Entry(
        name: name, values: value.map(form.written) ?? [], isFlag: form.isFlag,
        origin: option == nil ? .usual : .commandLine))
    return value
  }

  /// Sets a whole number if it is given.
  mutating func set(_ field: inout Int, _ option: Int?, _ name: String) throws(ProgramFailure) {
    field = try value(option, name, else: field, .count) ?? field
  }

  /// Sets a time if it is given.
  mutating func set(
    _ field: inout Duration, _ option: Double?, _ name: String, allowsZero: Bool = false
  ) throws(ProgramFailure) {
    let usual = field / .seconds(1)
    let seconds = try value(option, name, else: usual, .seconds) ?? usual
    guard seconds.isFinite, seconds <= 1e8, allowsZero ? seconds >= 0 : seconds >= 0.01 else {
      let least = allowsZero ? "0" : "0.01"
      throw ProgramFailure(.usage, "\(Settings.option(name)): \(seconds) is not from \(least) to 100000000 seconds")
    }
    field = .seconds(seconds)
  }

  /// All options, grouped by origin, as a file for a shell and for systemd's `EnvironmentFile=`.
  var text: String {
    var text = ""
    for origin in Origin.allCases {
      let entries = entries.filter { $0.origin == origin }
      guard !entries.isEmpty else { continue }
      text += "\(text.isEmpty ? "" : "\n")# \(origin.rawValue)\n"
      for entry in entries {
        let value = entry.values.isEmpty ? "" : ShellWord.quoted(entry.values.joined(separator: ","))
        text += "\(entry.values.isEmpty ? "#" : "")GEOCODED_\(entry.name)=\(value)\n"
      }
    }
    return text
  }

  /// Environment variables that look like options but are unknown, so they are probably misspelled.
  var unknownVariables: [String] {
    let known = Set(entries.map { "GEOCODED_" + $0.name })
    return Environment.names.filter { $0.hasPrefix("GEOCODED_") && !known.contains($0) }.sorted()
  }
}

/// The form of an option's values.
struct Form<Value> {
  /// The description of a value after "which is not".
  let noun: String
  /// Parses a text; nil if it does not have this form.
  let read: (String) -> Value?
  /// The text of a value, or the texts of a list's values.
  let written: (Value) -> [String]
  /// Whether the option takes no value on the command line.
  var isFlag = false
}

extension Form where Value == String {
  /// Any text.
  static var word: Form { Form(noun: "a text", read: { $0 }, written: { [$0] }) }
}

extension Form where Value == [String] {
  /// Several texts, separated by commas in the environment.
  static var words: Form {
    Form(noun: "a list", read: { $0.split(separator: ",").map(String.init) }, written: { $0 })
  }
}

extension Form where Value == Int {
  /// A whole number.
  static var count: Form { Form(noun: "a whole number", read: { Int($0) }, written: { ["\($0)"] }) }
}

extension Form where Value == Double {
  /// A time in seconds.
  static var seconds: Form {
    Form(
      noun: "a number of seconds", read: { Double($0) },
      written: { [$0 == $0.rounded() && abs($0) < 1e9 ? "\(Int($0))" : "\($0)"] })
  }
}

extension Form where Value == Bool {
  /// Yes or no.
  static var flag: Form {
    Form(
      noun: "yes or no",
      read: { text in
        switch text.lowercased() {
        case "yes", "true", "1", "on": true
        case "no", "false", "0", "off": false
        default: nil
        }
      }, written: { [$0 ? "yes" : "no"] }, isFlag: true)
  }
}

extension Form where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// One of a few words.
  static var choice: Form {
    let words = Value.allCases.map(\.rawValue)
    let list = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    return Form(noun: list, read: { Value(rawValue: $0) }, written: { [$0.rawValue] })
  }
}
