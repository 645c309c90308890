/// The usual words of street names and their abbreviations, by their hash.
///
/// The words are folded in the same way as by ``NameFolding``. Their position in the name matters: `St` before a name
/// is a saint, after it a street.
struct StreetWords: Sendable {
  /// The position in a name at which an entry applies.
  enum Position: Sendable {
    /// The first word of several.
    case first
    /// The last word, or the last one before directions.
    case last
    /// Anywhere.
    case any
  }

  /// The codes of a word by position, up to eight bytes each; 0 for a word that stays as it is.
  struct Codes: Sendable {
    var first: UInt64 = 0
    var last: UInt64 = 0
    var any: UInt64 = 0
    /// Whether the word is a direction, which may follow the last word (`St NW`).
    var isDirection = false
    /// Whether the word goes to the end of the key, because people write it on either side of the name (`улица`).
    var goesLast = false
  }

  /// The table, created at the first use.
  static let shared = StreetWords()

  /// An open-addressed table: the hash of the word in each slot (0 for an empty one), and the word's position in
  /// ``codes``.
  private var hashes = [UInt64](repeating: 0, count: slotCount)
  private var positions = [UInt16](repeating: 0, count: slotCount)
  private var codes: [Codes] = []
  private static let slotCount = 2048

  /// The codes of a word; nil when it is not a street word.
  @inline(__always) func codes(for hash: UInt64) -> Codes? {
    let slot = slot(of: hash)
    return hashes[slot] == 0 ? nil : codes[Int(positions[slot])]
  }

  /// The slot that has a hash, else the empty slot where it belongs.
  @inline(__always) private func slot(of hash: UInt64) -> Int {
    var slot = Int(hash & UInt64(Self.slotCount - 1))
    while hashes[slot] != 0, hashes[slot] != hash { slot = (slot + 1) & (Self.slotCount - 1) }
    return slot
  }

  /// Hashes all entries. About 450 words fill less than a quarter of the slots.
  private init() {
    codes.reserveCapacity(Self.slotCount / 2)
    for entry in Self.entries {
      // Hashes bytes, because this runs at every start of a program: characters would take ten times as long.
      var hash = WordHash()
      for byte in entry.words.utf8 {
        if byte != UInt8(ascii: " ") {
          hash.add(byte)
        } else {
          add(entry, hash.value)
          hash = WordHash()
        }
      }
      add(entry, hash.value)
    }
  }

  /// Adds an entry's code to a word, given by its hash.
  private mutating func add(_ entry: Entry, _ hash: UInt64) {
    let slot = slot(of: hash)
    if hashes[slot] == 0 {
      (hashes[slot], positions[slot]) = (hash, UInt16(codes.count))
      codes.append(Codes())
    }
    codes[Int(positions[slot])].add(entry)
  }
}

extension StreetWords.Codes {
  fileprivate mutating func add(_ entry: StreetWords.Entry) {
    let code = entry.code.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    switch entry.position {
    case .first: first = code
    case .last: last = code
    case .any: any = code
    }
    isDirection = isDirection || entry.isDirection
    goesLast = goesLast || entry.goesLast
  }
}

extension StreetWords {
  /// Words that mean the same, with their code in keys.
  struct Entry: Sendable {
    var code: String
    var position: Position
    var words: String
    var isDirection = false
    var goesLast = false

    init(_ code: String, _ words: String) { self.init(code, .any, words) }

    init(_ code: String, _ position: Position, _ words: String) {
      self.code = code
      self.position = position
      self.words = words
    }

    static func direction(_ code: String, _ words: String) -> Entry {
      var entry = Entry(code, words)
      entry.isDirection = true
      return entry
    }

    static func either(_ code: String, _ words: String) -> Entry {
      var entry = Entry(code, words)
      entry.goesLast = true
      return entry
    }
  }

  static let entries: [Entry] = english + germanic + romance + slavic + others

  /// The suffixes of the United States are from the Postal Service's Publication 28, appendix C1, as far as they occur.
  private static let english: [Entry] = [
    Entry("st", .last, "street st"), Entry("st", "street strt"), Entry("snt", "saint st sankt sint szent snt"),
    Entry("av", "avenue ave av aven avn avenida avda avinguda avgda aven"), Entry("rd", "road rd"),
    Entry("bd", "boulevard blvd boul bd bld bulevar bulevard bulvar bulevardul bvd boulv"),
    Entry("drv", .last, "drive dr drv"), Entry("drv", "drive"), Entry("dr", "dr doctor doktor"),
    Entry("ln", "lane ln"), Entry("ct", "court ct"), Entry("cts", "courts cts"), Entry("sq", "square sq"),
    Entry("pl", "place pl"), Entry("hwy", "highway hwy highwy hiway"), Entry("pkwy", "parkway pkwy pky parkwy"),
    Entry("fwy", "freeway fwy"), Entry("expy", "expressway expy exp expwy"), Entry("tpke", "turnpike tpke tpk"),
    Entry("cswy", "causeway cswy"), Entry("cir", "circle cir circ"), Entry("ter", "terrace ter terr tce"),
    Entry("trl", "trail trl"), Entry("aly", "alley aly ally"), Entry("cres", "crescent cres cresc cr crs"),
    Entry("gdns", "gardens gdns"), Entry("gdn", "garden gdn"), Entry("gr", .last, "grove gr grv"),
    Entry("gr", "grove grv"), Entry("hts", "heights hts"), Entry("jct", "junction jct"), Entry("mdws", "meadows mdws"),
    Entry("mnr", "manor mnr"), Entry("pt", "point pt"), Entry("rdg", "ridge rdg"), Entry("vly", "valley vly"),
    Entry("vw", "view vw"), Entry("xing", "crossing xing"), Entry("rte", "route rte rt"), Entry("br", "bridge brdg"),
    Entry("byp", "bypass byp"), Entry("ctr", "center center ctr cntr"), Entry("est", .last, "estate est"),
    Entry("hl", .last, "hill hl"), Entry("hl", "hill"), Entry("lk", "lake lk"), Entry("pde", "parade pde"),
    Entry("plz", "plaza plz"), Entry("mt", "mount mt"), Entry("ft", "fort ft"), Entry("jr", "junior jr"),
    Entry("spg", "spring spg"), Entry("spgs", "springs spgs"), Entry("ext", "extension ext extn"),
    .direction("n", "north n"), .direction("s", "south s"), .direction("e", "east e"), .direction("w", "west w"),
    .direction("ne", "northeast ne"), .direction("nw", "northwest nw"), .direction("se", "southeast se"),
    .direction("sw", "southwest sw"),
    Entry("1st", "first"), Entry("2nd", "second"), Entry("3rd", "third"), Entry("4th", "fourth"),
    Entry("5th", "fifth"), Entry("6th", "sixth"), Entry("7th", "seventh"), Entry("8th", "eighth"),
    Entry("9th", "ninth"), Entry("10th", "tenth"), Entry("11th", "eleventh"), Entry("12th", "twelfth"),
    Entry("gen", "general gen gral general generala"), Entry("col", "colonel coronel col"),
    Entry("capt", "captain capitan capitaine capitao capt cap cpt"), Entry("lt", "lieutenant lt"),
    Entry("sgt", "sergeant sgt"), Entry("prof", "professor prof profesor professeur"),
    Entry("pres", "president presidente pres"),
  ]

  private static let germanic: [Entry] = [
    Entry("str", "strasse straat str"), Entry("pl", "platz plads plass plats"), Entry("pln", "plein pln"),
    Entry("all", "allee all"), Entry("geb", "gebruder gebr geb"), Entry("bgm", "burgermeister bgm burgerm"),
    Entry("gt", "gata gatan gate gaten gade gt"), Entry("bf", "bahnhof bhf bf"), Entry("brg", "burgemeester burg"),
    Entry("ob", "oberer obere ob"), Entry("unt", "unterer untere unt"), Entry("gr", "grosse grosser gr"),
    Entry("kl", "kleine kleiner kl"),
  ]

  private static let romance: [Entry] = [
    Entry("r", .first, "rua rue r"), Entry("c", .first, "calle carrer c cl cll"), Entry("v", .first, "via v"),
    Entry("vle", "viale vle"), Entry("cso", "corso cso"), Entry("lg", "largo lgo lg"), Entry("vc", "vicolo vlo vic"),
    Entry("pl", .first, "place placa plaza plz plza pza piazza pzza pza praca pc pca pl plac piata pta"),
    Entry("pl", "praca piazza pzza placa"), Entry("pze", "piazzale pzle ple"), Entry("ctra", "carretera ctra crta"),
    Entry("cra", .first, "carrera cra kr cr"), Entry("cno", "camino cno"), Entry("cmi", "cami"),
    Entry("ps", "paseo pso passeig pg"),
    Entry("pj", "pasaje pje passatge ptge"), Entry("trv", "travessa tv trav travesia"), Entry("estr", "estrada estr"),
    Entry("rod", "rodovia rod"), Entry("al", "alameda al"), Entry("ch", "chemin chem che ch"),
    Entry("imp", "impasse imp"), Entry("fbg", "faubourg fbg fg"), Entry("qu", "quai qu"), Entry("sq", "square"),
    Entry("ste", "sainte ste"), Entry("sta", "santa sta"), Entry("sto", "santo sto"), Entry("s", "san sant sao"),
    Entry("str", .first, "strada str"), Entry("sos", "soseaua sos"), Entry("cal", "calea cal"),
    Entry("urb", "urbanizacion urb urbanizacao"), Entry("zi", "zona industrial zi"), Entry("mq", "marques mq"),
    Entry("res", "residence res"), Entry("allee", "allees"),
  ]

  private static let slavic: [Entry] = [
    .either("ul", "улица ул вулиця вул ulica ulitsa ul вуліца улицы"),
    .either("per", "переулок пер провулок пров завулак"),
    .either("prt", "проспект просп прт пркт праспект пр"), .either("bvr", "бульвар бул бр бульв булевард"),
    .either("nab", "набережная наб набережна"), .either("shs", "шоссе ш шосе"),
    .either("pld", "площадь пл площа площад плошча"),
    .either("tup", "тупик туп"), .either("prd", "проезд прд проiзд"), .either("al", "аллея ал алея"),
    .either("mkr", "микрораион мкр мкрн мiкрораион"), .either("lin", "линия лин"),
    Entry("bol", "большая большои бол б велика великии"), Entry("mal", "малая малыи мал м мала малии"),
    Entry("al", .first, "aleja aleje al aleea"), Entry("os", .first, "osiedle os"), Entry("ul", .first, "ulice ul"),
    Entry("nam", "namesti nam namestie"), Entry("tr", "trida tr"), Entry("rnk", "rynek rnk"),
    Entry("trg", "trg"), Entry("ks", "ksiedza ks"), Entry("marsz", "marszalka marsz"),
  ]

  private static let others: [Entry] = [
    Entry("cd", "caddesi cad cd"), Entry("sk", "sokak sokagi sok sk"), Entry("mh", "mahallesi mah mh"),
    Entry("bd", "bulvari blv"), Entry("u", .last, "utca u"), Entry("krt", "korut krt"), Entry("jl", "jalan jln jl"),
    Entry("gg", .first, "gang gg"), Entry("lrg", "lorong lrg lor"), Entry("tmn", "taman tmn"),
    Entry("od", "οδοσ οδ"), Entry("leof", "λεωφοροσ λεωφ λ"), Entry("plat", "πλατεια πλ"),
    Entry("shd", "שדרות שד"), Entry("rhv", "רחוב רח"), Entry("sha", "شارع ش"), Entry("khi", "خيابان خ"),
    Entry("kc", "كوچه"), Entry("duong", .first, "duong"),
  ]
}
