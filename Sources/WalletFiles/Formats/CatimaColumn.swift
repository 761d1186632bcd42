/// The columns of Catima's cards in the order in which it writes them, by the names that its tables and its links give
/// them (Catima, docs/EXPORT_FORMAT.md and docs/CARD_FIELDS.md).
enum CatimaColumn: String, CaseIterable {
  case id = "_id"
  case store, note, validfrom, expiry, balance, balancetype, cardid, barcodeid, barcodetype
  case barcodeencoding, headercolor, starstatus, lastused, archive

  /// The names of all columns.
  static let names = Set(allCases.map(\.rawValue))

  /// The columns that a link has, and those of them that it has even if they are empty.
  static let ofLink: (all: [CatimaColumn], needed: Set<CatimaColumn>) = (
    [
      .store, .note, .balance, .balancetype, .validfrom, .expiry, .cardid, .barcodeid,
      .barcodetype, .barcodeencoding, .headercolor,
    ],
    [.store, .note, .cardid]
  )
}
