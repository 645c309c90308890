/// Rows that the answer under way is going to read: they come from memory while it does something else.
///
/// A row costs three waits, one after the other: for its page, for the row, and for what is found there. Each takes as long as
/// hundreds of instructions.
struct ExpectedRows {
  fileprivate struct Row {
    var key: Int64
    var way: TableTree.Way

    init?(_ table: TableTree, _ id: UInt32?) {
      guard let id, let way = table.expectPage(of: Int64(id)) else { return nil }
      key = Int64(id)
      self.way = way
    }
  }

  fileprivate var address: Row?
  fileprivate var street: Row?
  fileprivate var name: Row?
}

extension StoreReader {
  /// Announces rows that will be read with near certainty: begins to fetch their pages.
  ///
  /// - Parameters:
  ///   - address: a house; nil for none.
  ///   - street: a street; nil for none.
  ///   - name: a name; nil for none.
  public func expect(address: AddressID?, street: StreetID?, name: NameID?) {
    if let name { names.expect(name.rawValue) }
    expectedRows.address = ExpectedRows.Row(tables.address, address?.rawValue)
    expectedRows.street = ExpectedRows.Row(tables.street, street?.rawValue)
    expectedRows.name = ExpectedRows.Row(tables.name, name?.rawValue)
  }

  /// Begins to fetch the announced rows themselves: best some hundred instructions after ``expect(address:street:name:)``, when
  /// their pages have come.
  public func fetchExpectedRows() {
    if let row = expectedRows.address { tables.address.expectRow(row.key, at: row.way) }
    if let row = expectedRows.street { tables.street.expectRow(row.key, at: row.way) }
    if let row = expectedRows.name, !names.contains(UInt32(row.key)) { tables.name.expectRow(row.key, at: row.way) }
    expectedRows = ExpectedRows()
  }
}
