/// How lines meet at corners (`CGLineJoin`).
public enum LineJoin: String, Hashable, Sendable, CaseIterable {
  /// Pointed, up to the miter limit.
  case miter
  /// Rounded: the default of renderers.
  case round
  /// Cut off.
  case bevel
}

/// How lines end (`CGLineCap`).
public enum LineCap: String, Hashable, Sendable, CaseIterable {
  /// Ends at the last point.
  case butt
  /// Rounded, extending half the width beyond the last point: the default of renderers.
  case round
  /// Square, extending half the width beyond the last point.
  case square
}

/// The style of a stroked path. Lengths are points of the screen, so they do not grow with the zoom.
public struct StrokeStyle: Hashable, Sendable {
  /// The width of the line in points.
  public var width: Double
  /// How lines meet.
  public var join = LineJoin.round
  /// How lines end.
  public var cap = LineCap.round
  /// How far a pointed corner may reach, in half line widths.
  public var miterLimit = 10.0
  /// Alternating lengths of dash and gap, repeated along the whole line including corners; empty for a solid line.
  public var dash: [Double] = []
  /// The offset into the pattern at which the line begins.
  public var dashPhase = 0.0

  /// Creates a style. The defaults are those of MapKit's renderers: round joins and caps, miter limit 10, solid.
  public init(
    width: Double, join: LineJoin = .round, cap: LineCap = .round, miterLimit: Double = 10, dash: [Double] = [],
    dashPhase: Double = 0
  ) {
    self.width = width
    self.join = join
    self.cap = cap
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashPhase = dashPhase
  }
}

/// Colors at fractions of a length, interpolated between them (`CGGradient`). The first and last colors continue to the
/// ends.
public struct Gradient: Hashable, Sendable {
  /// The colors, one per location; at least one.
  public let colors: [Color]
  /// The locations in ascending order, each from 0 to 1.
  public let locations: [Double]

  /// Creates a gradient.
  ///
  /// - Throws: ``MapError/invalidGradient`` unless there are as many locations as colors, at least one, in ascending
  ///   order and each from 0 to 1.
  public init(colors: [Color], locations: [Double]) throws(MapError) {
    guard !colors.isEmpty, colors.count == locations.count,
      locations.allSatisfy({ $0 >= 0 && $0 <= 1 }), zip(locations, locations.dropFirst()).allSatisfy({ $0 <= $1 })
    else { throw .invalidGradient }
    self.colors = colors
    self.locations = locations
  }

  /// Returns the color at a fraction of the length; at a location, exactly that location's color.
  public func color(at part: Double) -> Color {
    var (after, end) = (0, locations.count)
    while after < end {
      let middle = (after + end) / 2
      if locations[middle] < part { after = middle + 1 } else { end = middle }
    }
    guard after < locations.count else { return colors[colors.count - 1] }
    guard after > 0, locations[after] > part else { return colors[after] }
    let start = locations[after - 1]
    return Color.mix(colors[after - 1], colors[after], (part - start) / (locations[after] - start))
  }
}

/// How text is drawn. U+2028 in a text begins a new line below; lines are centered.
public struct TextStyle: Hashable, Sendable {
  /// Which part of the text lies at its point.
  public enum Anchor: String, Hashable, Sendable, CaseIterable {
    /// The left end of its middle line.
    case left
    /// Its middle.
    case center
    /// The right end of its middle line.
    case right
  }

  /// The font size in points of the screen.
  public var size: Double
  /// The font weight, from 100 (thin) to 900 (black); 400 is regular.
  public var weight: Int
  /// The color of the letters.
  public var color: Color
  /// The color of the halo around the letters; nil for none.
  public var halo: Color?
  /// Which part of the text lies at its point.
  public var anchor: Anchor
  /// The clockwise rotation of the text about its point, in radians.
  public var rotation: Double
  /// Whether the letters slant to the right, as in the names of waters, even if the font has no italic.
  public var isOblique: Bool
  /// The width available to the text, in points; letters of a wider text shrink to fit. Nil, the default, for no limit.
  public var maximumWidth: Double?

  /// Creates a style; by default centered, horizontal, upright black letters without halo or width limit.
  public init(
    size: Double = 12, weight: Int = 400, color: Color = .black, halo: Color? = nil, anchor: Anchor = .center,
    rotation: Double = 0, isOblique: Bool = false, maximumWidth: Double? = nil
  ) {
    self.size = size
    self.weight = weight
    self.color = color
    self.halo = halo
    self.anchor = anchor
    self.rotation = rotation
    self.isOblique = isOblique
    self.maximumWidth = maximumWidth
  }
}
