/// Something beside the text of a callout (`leftCalloutAccessoryView` and the others): a control that reports taps, a picture or text.
public struct CalloutAccessory: Hashable, Sendable {
  /// What it is.
  public enum Kind: Hashable, Sendable {
    /// A button with a symbol (`UIButton`).
    case button(Symbol)
    /// A button with text.
    case textButton(String)
    /// A picture; taps do nothing.
    case image(MapImage)
    /// Text; taps do nothing.
    case text(String)
  }

  /// The symbols of buttons (`UIButton.ButtonType`); the raw value is the word on the wire.
  public enum Symbol: String, Hashable, Sendable, CaseIterable {
    /// An arrow or an i: there is more to say.
    case detailDisclosure
    /// A light i.
    case infoLight
    /// A dark i.
    case infoDark
    /// A plus.
    case contactAdd
    /// A cross.
    case close
  }

  /// What it is.
  public var kind: Kind
  /// Tells it from others in callbacks.
  public var id: String

  /// Whether taps on it call ``MapViewDelegate/mapView(_:annotationView:calloutAccessoryControlTapped:)`` (`UIControl`).
  public var isControl: Bool {
    switch kind {
    case .button, .textButton: true
    case .image, .text: false
    }
  }

  /// An accessory of any kind.
  public init(_ kind: Kind, id: String = "") {
    self.kind = kind
    self.id = id
  }

  /// A button with a symbol.
  public static func button(_ symbol: Symbol, id: String) -> CalloutAccessory { .init(.button(symbol), id: id) }
  /// A button with text.
  public static func button(title: String, id: String) -> CalloutAccessory { .init(.textButton(title), id: id) }
  /// A picture.
  public static func image(_ image: MapImage) -> CalloutAccessory { .init(.image(image)) }
  /// Text.
  public static func text(_ text: String) -> CalloutAccessory { .init(.text(text)) }
}

/// Where in a callout an accessory is.
public enum CalloutSide: String, Hashable, Sendable, CaseIterable {
  /// `leftCalloutAccessoryView`.
  case left
  /// `rightCalloutAccessoryView`.
  case right
  /// `detailCalloutAccessoryView`: in place of the subtitle.
  case detail
}

/// What an open callout shows.
public struct Callout: Hashable, Sendable {
  /// The first line; never empty.
  public var title: String
  /// The second line; nil when there is none, or a detail accessory takes its place.
  public var subtitle: String?
  /// Accessories by their side.
  public var accessories: [CalloutSide: CalloutAccessory]
  /// Where its tip is, in points of the map view, if it stands above the view.
  public var tip: ScreenPoint
  /// The rectangle of the view, below which it stands where there is no room above.
  public var frame: ScreenRect
}
