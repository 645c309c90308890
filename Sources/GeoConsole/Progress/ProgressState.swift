/// How far one stage of long work has come.
public struct ProgressState: Hashable, Sendable {
  /// What is being done, such as `Reading ways`.
  public var stage: String
  /// What is counted, in the plural, such as `objects` or `rows`.
  public var unit: String
  /// The part of the stage that is done, 0 to 1; nil when it cannot be known.
  public var fraction: Double?
  /// How many of the unit are done; nil when nothing is counted.
  public var count: Int64?
  /// Seconds since the stage began.
  public var elapsedSeconds: Double
  /// What of ``fraction`` was done before the stage began, as by a run that was interrupted; it says nothing about the speed of this one.
  public var earlierFraction = 0.0
  /// What of ``count`` was done before.
  public var earlierCount: Int64 = 0

  /// A stage that begins.
  public init(
    stage: String, unit: String = "objects", fraction: Double? = nil, count: Int64? = nil, elapsedSeconds: Double = 0
  ) {
    self.stage = stage
    self.unit = unit
    self.fraction = fraction
    self.count = count
    self.elapsedSeconds = elapsedSeconds
  }

  /// Units a second since the stage began; nil while too little is known to say.
  public var rate: Double? {
    guard let count, count > earlierCount, elapsedSeconds >= 0.05 else { return nil }
    return Double(count - earlierCount) / elapsedSeconds
  }

  /// Seconds until the stage ends if it goes on as until now; nil while too little is known to say.
  public var remainingSeconds: Double? {
    guard let fraction, fraction < 1, elapsedSeconds >= 0.5 else { return nil }
    let done = fraction - earlierFraction
    return done >= 0.01 ? elapsedSeconds * (1 - fraction) / done : nil
  }
}
