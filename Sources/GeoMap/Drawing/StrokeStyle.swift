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
  /// At the last point.
  case butt
  /// Rounded, half the width beyond it: the default of renderers.
  case round
  /// Square, half the width beyond it.
  case square
}

/// How a path is stroked. Lengths are points of the screen, so they do not grow with the zoom.
public struct StrokeStyle: Hashable, Sendable {
  /// Points across the line.
  public var width: Double
  /// How lines meet.
  public var join = LineJoin.round
  /// How lines end.
  public var cap = LineCap.round
  /// How far a pointed corner may reach, in half line widths.
  public var miterLimit = 10.0
  /// Lengths of line and gap in turn, over and over along the whole line, corners included; empty for a solid line.
  public var dash: [Double] = []
  /// Where in the pattern the line begins.
  public var dashPhase = 0.0

  /// A style; what is not said is as in MapKit's renderers: round joins and caps, miter limit 10, solid.
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

/// Colors at parts of a length, mixed between them (`CGGradient`). Before the first and behind the last location is their color.
public struct Gradient: Hashable, Sendable {
  /// As many as locations; one or more.
  public let colors: [Color]
  /// Ascending from 0 to 1.
  public let locations: [Double]

  /// A gradient.
  ///
  /// - Throws: ``MapError/invalidGradient`` unless there are as many locations as colors, one at least, ascending from 0 to 1.
  public init(colors: [Color], locations: [Double]) throws(MapError) {
    guard !colors.isEmpty, colors.count == locations.count,
      locations.allSatisfy({ $0 >= 0 && $0 <= 1 }), zip(locations, locations.dropFirst()).allSatisfy({ $0 <= $1 })
    else { throw .invalidGradient }
    self.colors = colors
    self.locations = locations
  }

  /// The color at a part of the length; exactly that of a location there.
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

/// How text is drawn. U+2028 in a text begins a new line below it; the lines are centered.
public struct TextStyle: Hashable, Sendable {
  /// Where the point of the text lies.
  public enum Anchor: String, Hashable, Sendable, CaseIterable {
    /// At the left end of its middle line.
    case left
    /// In its middle.
    case center
    /// At the right end of its middle line.
    case right
  }

  /// Points of the screen.
  public var size: Double
  /// 100 thin to 900 black; 400 is regular.
  public var weight: Int
  /// The color of the letters.
  public var color: Color
  /// The color around the letters; nil for none.
  public var halo: Color?
  /// Where the point of the text lies.
  public var anchor: Anchor
  /// Radians by which the text is turned around its point, clockwise on the screen.
  public var rotation: Double
  /// Whether the letters lean to the right, as names of waters do, whatever the font has.
  public var isOblique: Bool
  /// Points that the text has room in: letters of one that is wider are as much smaller. Nil, the default, for no limit.
  public var maximumWidth: Double?

  /// A style; by default black letters without halo, centered, level and upright, as wide as they are.
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
