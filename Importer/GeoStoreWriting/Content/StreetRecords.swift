import GeoModel
import GeoStore

// The record types of a store's content. Their doc comments define the columns of the tables. Records are plain bits,
// so that they can be stored in files. All their texts are in the content's table of names, even those that the store
// keeps in the row.

/// A way with a name, or at least a number, that addresses and searches refer to.
public struct StreetRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap way.
  public var source: SourceReference
  /// `name`, or `ref` where there is no name (then ``isReference``).
  public var name: NameID
  /// Whether ``name`` is the road's number, not a name.
  public var isReference: Bool
  /// The kind of way.
  public var kind: StreetKind
  /// Whether the line is the closed outline of a square or pedestrian area, which can contain a point.
  public var isArea: Bool
  /// `layer`, made at least 1 for bridges and at most -1 for tunnels.
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

/// A house number or house name with its location, or an object that only lends a postal code.
public struct AddressRecord: BitwiseCopyable, Sendable {
  /// The OpenStreetMap object that bears the address, or the row of an address table.
  public var source: SourceReference
  /// Its house number. Several numbers (`12;14`) are kept in one text, as mapped. Empty when it has only a house name.
  public var houseNumber: NameID
  /// `addr:housename` or the name of the building; nil when it has none.
  public var houseName: NameID?
  /// The street of the address: the name of the way that it was matched to, else `addr:street` as mapped, or
  /// `addr:place`; nil when it is not known.
  public var street: NameID?
  /// How ``street`` was determined.
  public var streetOrigin: StreetOrigin
  /// `addr:postcode`; nil when it has none.
  public var postalCode: NameID?
  /// `addr:city`; nil when it has none.
  public var city: NameID?
  /// A point of the object: the node, or a point inside the outline.
  public var point: FixedPoint
  /// The further parts of the address.
  public var parts: PartRange
  /// The outline of the building or plot; nil when there is none.
  ///
  /// For a node, it is the outline of the building without a number that the node is in or on.
  public var outline: RingRange?
  /// Whether it has only a postal code, without number and name, which it lends to its surroundings.
  public var isLender: Bool
  /// Whether an address at a point is that of the whole building, according to an address table.
  public var isWholeBuilding = false
  /// Whether the address is at its point, regardless of the building around it.
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

/// The part of an `addr:interpolation` way between two neighboring known house numbers, or a census's address range.
public struct InterpolationRecord: BitwiseCopyable, Sendable {
  /// The `addr:interpolation` way; for an address range, the way that it numbers.
  public var source: SourceReference
  /// The street that the numbers belong to; nil when it is not known.
  public var street: NameID?
  /// How ``street`` was determined.
  public var streetOrigin: StreetOrigin
  /// The house number at the first vertex, as mapped.
  public var first: NameID
  /// The house number at the last vertex, as mapped.
  public var last: NameID
  /// The difference between neighboring numbers: 1, 2, or the tag's value; 0 for alphabetic interpolation (12a, 12b …).
  public var step: Int32
  /// Postal code of its ends; nil when they have none.
  public var postalCode: NameID?
  /// City of its ends (`addr:city`); nil when they have none.
  public var city: NameID?
  /// Its vertices, from the first to the last number.
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
