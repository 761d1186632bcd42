public import Cards
public import VaultFormat

extension Vault {
  /// Subtracts an amount from a card's balance, and notes that the card was used.
  ///
  /// It is added up with what other devices spend at the same time, so that nothing is spent twice: `Format.md`, section 6,
  /// class 3.
  ///
  /// - Parameters:
  ///   - thousandths: the amount in thousandths of the balance's unit; a negative one is put back on.
  ///   - id: the card; one that is unknown or removed is skipped.
  /// - Throws: as `save`.
  public func spend(_ thousandths: Int64, from id: CardID) throws(VaultError) {
    let id = joined.id(of: id)
    guard entries[id]?.card != nil else { return }
    let wall = now()
    var changes = [
      FieldChange(
        field: CardField.balance.rawValue, mergeClass: .counter, operation: .add,
        value: UInt64(bitPattern: -thousandths).bigEndianBytes)
    ]
    if let moment = FieldValues.moment(wall) {
      changes.append(
        FieldChange(
          field: CardField.lastUsed.rawValue, mergeClass: .max, operation: .set, value: moment))
    }
    try write([CardEdit(card: id, kind: .edit, changes: changes)], at: wall)
  }
}
