/// Countries, territories and first-level subdivisions in which every address has the same postal code.
///
/// Such a code is right wherever the border is. The codes come from the Universal Postal Union's sheets on postal
/// addressing systems. La Poste and Correos agreed on those of Andorra's parishes in 2004.
enum SolePostalCodes {
  /// The code of a place.
  ///
  /// - Parameters:
  ///   - country: ISO 3166-1 alpha-2.
  ///   - subdivision: ISO 3166-2 code of an area around the point; nil for none.
  /// - Returns: nil where addresses have different codes or the code is unknown.
  static func code(country: String?, subdivision: String?) -> String? {
    if let subdivision, let code = codes[subdivision] { return code }
    return country.flatMap { codes[$0] }
  }

  private static let codes: [String: String] = {
    var codes: [String: String] = [:]
    for row in rows.split(separator: "\n") {
      guard let gap = row.firstIndex(of: " ") else { continue }
      codes[String(row[..<gap])] = String(row[row.index(after: gap)...])
    }
    return codes
  }()

  private static let rows = """
    AD-02 AD100
    AD-03 AD200
    AD-04 AD400
    AD-05 AD300
    AD-06 AD600
    AD-07 AD500
    AD-08 AD700
    AI AI-2640
    AS 96799
    BL 97133
    CC 6799
    CX 6798
    FK FIQQ 1ZZ
    GI GX11 1AA
    GS SIQQ 1ZZ
    IO BBND 1ZZ
    MC 98000
    MF 97150
    NF 2899
    PM 97500
    PN PCRN 1ZZ
    TC TKCA 1ZZ
    VA 00120
    """
}
