import GeoModel
import GeoStore

// One record type per kind of thing that a store knows. The doc comments here are the meaning of the tables' columns. Records
// are plain bits, so that they can lie in files; their texts are in the content's table of names, even those that
// the store keeps in the row.

/// A way with a name (or at least a number) along which things are addressed or found.
public struct StreetRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap way.
  public var source: SourceReference
  /// `name`, or `ref` where there is no name (then ``isReference``).
  public var name: NameID
  /// Whether ``name`` is the road's number, not a name.
  public var isReference: Bool
  /// What kind of way it is.
  public var kind: StreetKind
  /// Whether the line is the closed outline of a square or pedestrian area that can contain a point.
  public var isArea: Bool
  /// `layer`, with bridges counted as at least 1 and tunnels as at most -1.
  public var layer: Int8
  /// `postal_code` or `addr:postcode` of the way; nil when it has none.
  public var postalCode: NameID?
  /// Its vertices in order.
  public var line: PointRange

  /// A street with all its columns.
  public init(
    source: SourceReference, name: NameID, isReference: Bool, kind: StreetKind, isArea: Bool, layer: Int8,
    postalCode: NameID?, line: PointRange
  ) {
    self.source = source
    self.name = name
    self.isReference = isReference
    self.kind = kind
    self.isArea = isArea
    self.layer = layer
    self.postalCode = postalCode
    self.line = line
  }
}

/// A house number or house name with its place, or a mere lender of a postal code.
public struct AddressRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap object that bears the address.
  public var source: SourceReference
  /// One house number. An object with several (`12;14`) keeps them in one text, as mapped. Empty when it has only a house name.
  public var houseNumber: NameID
  /// `addr:housename` or the name of the building; nil when it has none.
  public var houseName: NameID?
  /// The street the house is addressed by: the name of the way it was matched to, else `addr:street` as mapped, or
  /// `addr:place`; nil when nothing says.
  public var street: NameID?
  /// How ``street`` is known.
  public var streetOrigin: StreetOrigin
  /// `addr:postcode`; nil when it has none.
  public var postalCode: NameID?
  /// `addr:city`; nil when it has none.
  public var city: NameID?
  /// A point of the object: the node, or a point inside the outline.
  public var point: FixedPoint
  /// What else the address is made of.
  public var parts: PartRange
  /// The outline of the building or plot. For a node that of the building without number which it is in or on; nil when there is none.
  public var outline: RingRange?
  /// Whether it is an object with a postal code but without number and name, which only lends its code to what is around it.
  public var isLender: Bool
  /// Whether the address of a point is that of the whole building, as a table of addresses says.
  public var isWholeBuilding = false
  /// Whether the address is at its point, whatever building is around it.
  public var isPoint: Bool {
    switch source.type {
    case .node, .table: !isWholeBuilding
    case .way, .relation: outline == nil
    }
  }

  /// An address with all its columns.
  public init(
    source: SourceReference, houseNumber: NameID, houseName: NameID?, street: NameID?, streetOrigin: StreetOrigin,
    postalCode: NameID?, city: NameID?, point: FixedPoint, outline: RingRange?, parts: PartRange = PartRange(),
    isLender: Bool = false
  ) {
    self.source = source
    self.houseNumber = houseNumber
    self.houseName = houseName
    self.street = street
    self.streetOrigin = streetOrigin
    self.postalCode = postalCode
    self.city = city
    self.point = point
    self.outline = outline
    self.parts = parts
    self.isLender = isLender
  }
}

/// A stretch of an `addr:interpolation` way between two neighboring known house numbers.
public struct InterpolationRecord: BitwiseCopyable, Sendable {
  /// The `addr:interpolation` way.
  public var source: SourceReference
  /// The street the numbers belong to; nil when nothing says.
  public var street: NameID?
  /// How ``street`` is known.
  public var streetOrigin: StreetOrigin
  /// The house number at the first vertex, as mapped.
  public var first: NameID
  /// The house number at the last vertex, as mapped.
  public var last: NameID
  /// The difference between neighboring numbers: 1, 2, or what the tag says. 0 for alphabetic interpolation (12a, 12b …).
  public var step: Int32
  /// Postal code of its ends; nil when they have none.
  public var postalCode: NameID?
  /// City of its ends (`addr:city`); nil when they have none.
  public var city: NameID?
  /// Its vertices from first to last number.
  public var line: PointRange

  /// An interpolation with all its columns.
  public init(
    source: SourceReference, street: NameID?, streetOrigin: StreetOrigin, first: NameID, last: NameID,
    step: Int32, postalCode: NameID?, city: NameID?, line: PointRange
  ) {
    self.source = source
    self.street = street
    self.streetOrigin = streetOrigin
    self.first = first
    self.last = last
    self.step = step
    self.postalCode = postalCode
    self.city = city
    self.line = line
  }
}
