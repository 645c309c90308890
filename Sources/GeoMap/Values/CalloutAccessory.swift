/// An item beside the text of a callout (`leftCalloutAccessoryView` and others): a control that reports taps, an image
/// or a text.
public struct CalloutAccessory: Hashable, Sendable {
  /// The kind of an accessory.
  public enum Kind: Hashable, Sendable {
    /// A button with a symbol (`UIButton`).
    case button(Symbol)
    /// A button with text.
    case textButton(String)
    /// An image; taps do nothing.
    case image(MapImage)
    /// Text; taps do nothing.
    case text(String)
  }

  /// The symbols of buttons (`UIButton.ButtonType`); the raw value is the word on the wire.
  public enum Symbol: String, Hashable, Sendable, CaseIterable {
    /// An arrow or an i, for more details.
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

  /// The kind of the accessory.
  public var kind: Kind
  /// Identifies the accessory in callbacks.
  public var id: String

  /// Whether taps on it call ``MapViewDelegate/mapView(_:annotationView:calloutAccessoryControlTapped:)`` (`UIControl`).
  public var isControl: Bool {
    switch kind {
    case .button, .textButton: true
    case .image, .text: false
    }
  }

  /// Creates an accessory.
  public init(_ kind: Kind, id: String = "") {
    self.kind = kind
    self.id = id
  }

  /// Returns a button with a symbol.
  public static func button(_ symbol: Symbol, id: String) -> CalloutAccessory { .init(.button(symbol), id: id) }
  /// Returns a button with text.
  public static func button(title: String, id: String) -> CalloutAccessory { .init(.textButton(title), id: id) }
  /// Returns an image.
  public static func image(_ image: MapImage) -> CalloutAccessory { .init(.image(image)) }
  /// Returns a text.
  public static func text(_ text: String) -> CalloutAccessory { .init(.text(text)) }
}

/// The position of an accessory in a callout.
public enum CalloutSide: String, Hashable, Sendable, CaseIterable {
  /// `leftCalloutAccessoryView`.
  case left
  /// `rightCalloutAccessoryView`.
  case right
  /// `detailCalloutAccessoryView`, in place of the subtitle.
  case detail
}

/// The content and position of an open callout.
public struct Callout: Hashable, Sendable {
  /// The first line; never empty.
  public var title: String
  /// The second line; nil when there is none or a detail accessory replaces it.
  public var subtitle: String?
  /// The accessories by their position.
  public var accessories: [CalloutSide: CalloutAccessory]
  /// The position of its tip in points of the map view, when it is above the annotation view.
  public var tip: ScreenPoint
  /// The frame of the annotation view, below which the callout is drawn when there is no room above.
  public var frame: ScreenRect
}
