extension Town {
  /// A square `efgh` in a square `abcd`, and a point `p` in both.
  static func squares(metersPerCell: Double) -> Town {
    Town(
      """
      a               b
        e          f
              p
        h          g
      d               c
      """, metersPerCell: metersPerCell)
  }

  /// A square `abcd` with the points `p` and `s` in it.
  static func square(metersPerCell: Double) -> Town {
    Town(
      """
      a      b
        p  s
      d      c
      """, metersPerCell: metersPerCell)
  }
}
