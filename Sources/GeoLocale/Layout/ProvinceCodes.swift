/// The two-letter codes of provinces in Italian addresses: `20121 Milano MI`.
///
/// They come from ISO 3166-2:IT; names are Italian, as in addresses and on the map.
package enum ProvinceCodes {
  /// The name of the province with a two-letter code; nil for other texts and outside Italy.
  package static func name(ofCode code: String, in countryCode: String?) -> String? {
    guard countryCode == "IT", code.utf8.count == 2 else { return nil }
    return names[code]
  }

  /// The code of a province or metropolitan city, given by its name or code; nil for other names.
  static func code(of province: String?) -> String? {
    guard let province else { return nil }
    return names[province] == nil ? codes[key(of: province)] : province
  }

  /// The folding key of a name without a leading kind of unit, such as `Provincia di `.
  private static func key(of name: String) -> String {
    for kind in kinds where name.hasPrefix(kind) { return NameFolding.key(for: String(name.dropFirst(kind.count))) }
    return NameFolding.key(for: name)
  }

  private static let kinds = [
    "Città metropolitana di ", "Provincia autonoma di ", "Libero consorzio comunale di ", "Provincia della ",
    "Provincia dell'", "Provincia del ", "Provincia di ", "Province of ",
  ]

  private static let codes: [String: String] = {
    var codes: [String: String] = [:]
    for (code, names) in entries { for name in names { codes[NameFolding.key(for: name)] = code } }
    return codes
  }()
  private static let names = Dictionary(uniqueKeysWithValues: entries.map { ($0.code, $0.names[0]) })

  private static var entries: [(code: String, names: [String])] {
    rows.split { $0 == ";" || $0 == "\n" }.map { row in
      let entry = row.drop { $0 == " " }
      return (String(entry.prefix(2)), entry.dropFirst(3).split(separator: "/").map(String.init))
    }
  }

  private static let rows = """
    AG Agrigento;AL Alessandria;AN Ancona;AP Ascoli Piceno;AQ L'Aquila/Aquila;AR Arezzo;AT Asti;AV Avellino;BA Bari
    BG Bergamo;BI Biella;BL Belluno;BN Benevento;BO Bologna;BR Brindisi;BS Brescia;BT Barletta-Andria-Trani
    BZ Bolzano/Bolzano - Bozen/Bolzano/Bozen/Alto Adige;CA Cagliari;CB Campobasso;CE Caserta;CH Chieti;CL Caltanissetta
    CN Cuneo;CO Como;CR Cremona;CS Cosenza;CT Catania;CZ Catanzaro;EN Enna;FC Forlì-Cesena;FE Ferrara;FG Foggia
    FI Firenze;FM Fermo;FR Frosinone;GE Genova;GO Gorizia;GR Grosseto;IM Imperia;IS Isernia;KR Crotone;LC Lecco
    LE Lecce;LI Livorno;LO Lodi;LT Latina;LU Lucca;MB Monza e della Brianza/Monza e Brianza;MC Macerata;ME Messina
    MI Milano;MN Mantova;MO Modena;MS Massa-Carrara/Massa e Carrara;MT Matera;NA Napoli;NO Novara;NU Nuoro;OR Oristano
    PA Palermo;PC Piacenza;PD Padova;PE Pescara;PG Perugia;PI Pisa;PN Pordenone;PO Prato;PR Parma;PT Pistoia
    PU Pesaro e Urbino;PV Pavia;PZ Potenza;RA Ravenna;RC Reggio Calabria/Reggio di Calabria
    RE Reggio nell'Emilia/Reggio Emilia;RG Ragusa;RI Rieti;RM Roma/Roma Capitale;RN Rimini;RO Rovigo;SA Salerno
    SI Siena;SO Sondrio;SP La Spezia/Spezia;SR Siracusa;SS Sassari;SU Sud Sardegna;SV Savona;TA Taranto;TE Teramo
    TN Trento;TO Torino;TP Trapani;TR Terni;TS Trieste;TV Treviso;UD Udine;VA Varese;VB Verbano-Cusio-Ossola;VC Vercelli
    VE Venezia;VI Vicenza;VR Verona;VT Viterbo;VV Vibo Valentia;AO Aosta/Valle d'Aosta
    """
}
