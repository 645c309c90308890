import ArgumentParser
import GeoConsole
import GeoModel
import GeoSupport

/// Help on topics that several commands share, shown by `geocode help TOPIC`.
enum HelpTopic: String, CaseIterable {
  case coordinates, languages, columns, environment, files, exit

  /// The text, in lines of at most 80 characters.
  var text: String {
    switch self {
    case .coordinates: HelpTopic.coordinateText
    case .languages: HelpTopic.languageText
    case .columns: HelpTopic.columnText
    case .environment: HelpTopic.environmentText
    case .files: HelpTopic.fileText
    case .exit: "The numbers with which all commands end:\n\n\(ExitStatus.helpText)"
    }
  }

  private static let coordinateText = """
    A coordinate is a latitude and a longitude, latitude first. All of these are
    understood:

      37.77 -122.41                    decimal degrees; "37.77, -122.41"
      37.77N 122.41W                   with compass letters
      35°41′22″N 139°41′30″E           degrees, minutes and seconds
      N 37° 46.200 W 122° 24.600       degrees and minutes
      37 deg 46' 12.00" N, ...         as ExifTool prints them
      3746.2,N,12224.6,W               as receivers write them (NMEA)
      geo:48.8584,2.2945               a geo URI
      https://www.openstreetmap.org/?mlat=37.79&mlon=-122.39
                                       links of maps
      'POINT(-122.41 37.77)'           WKT, longitude first as in the standard
      +37.77-122.41/                   ISO 6709
      849VQJW4+6G   9q8yyk8            Plus codes, geohashes
      10S 551970 4180425               UTM; 10S EG 51970 80425 is MGRS

    '-' reads coordinates from standard input, one a line. Tables have a command of
    their own: geocode csv.
    """

  private static let languageText = """
    Names are those on the spot. Of countries, states and cities they are in your
    language where its readers may not know the script: that of LC_ALL, LC_MESSAGES
    or LANG.

      --language de,fr      these languages, best first (tags of BCP 47)
      --language native     the names on the spot alone
      --language de+en      names in both where they differ: München (Munich)
      --script latin        names on the spot in Latin letters (und-Latn is the tag)
      GEOCODE_LANGUAGE      the same as a variable
    """

  private static let columnText = """
    Columns that tables can have, in 'geocode csv --columns', the Python package and
    libgeocode:

    \(ColumnListing.text(OutputColumn.allCases))

    \(ColumnListing.folded("Unless others are asked for, a table gets \(OutputColumn.usual.map(\.name).joined(separator: ", "))."))
    """

  private static let environmentText = """
    GEOCODE_DATABASE   the store, where --database is not given
    GEOCODE_LANGUAGE   languages of names, where --language is not given
    GEOCODE_DATA       the folder of the default data
    GEOCODE_TERMINAL   how 'geocode map --show' draws: kitty, iterm2 or sixel
    GEOCODED_SOCKET    the socket of geocoded
    GEOCODED_...       options of geocoded, such as GEOCODED_HTTP where --http is
                       not given; 'geocoded --help' tells more
    EXTRACT_URL        the extract, where geocoded's --extract is not given
    LC_ALL, LC_MESSAGES, LANG
                       the language of names in other scripts, where --language is
                       not given
    XDG_CACHE_HOME     where the store of the default data is kept, ~/.cache if
                       not set
    XDG_STATE_HOME     where geocoded keeps its log, ~/.local/state if not set
    XDG_RUNTIME_DIR    where geocoded's socket is
    TMPDIR             for what has no other place, /tmp if not set
    COLUMNS, NO_COLOR  how wide texts are, and that they have no colors
    """

  private static let fileText = """
    *.sqlite            stores: 'geocode import' makes them, 'geocode info' tells
                        what is in one, 'geocode check' whether it is whole
    *.partial-NUMBER    a new file while it is written, beside where it will be;
                        what a program that was killed left, the next one removes
    *.osm.pbf, *.osm    extracts, from download.geofabrik.de for instance; packed
                        by gzip, bzip2 or zstd too
    ~/.cache/geocode    the store of the default data; it can always be removed
    ~/.netrc            names and passwords for servers of extracts and changes
    """
}

/// `geocode help TOPIC`.
struct TopicCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "help", abstract: "Tell about a topic.")

  @Argument(help: "The topic.") var topic: String

  func run() throws {
    guard let topic = HelpTopic(rawValue: topic) else {
      throw CommandChoice.unknown(topic, topics: HelpTopic.allCases)
    }
    let output = StandardOutput()
    try output.writeLine(topic.text)
    try output.flush()
  }
}
