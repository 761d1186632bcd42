package import Cards

/// What is asked of an import, checked before any file is read.
package struct ImportRequest: Sendable {
  /// The name of the one card that is found, which is accepted under it; `nil` makes drafts, named after their photos.
  package let name: String?
  /// Fields to set on the new cards.
  let fields: TypedFields
  /// The symbologies that count; all if empty.
  let symbologies: Set<Symbology>
  /// Whether only ISBNs that were read for sure make cards, of the kind *book*.
  let isForBooks: Bool
  /// Whether photos are kept with new cards; of other wallets' files all, not only fronts and backs.
  package let keepsPhotos: Bool
  /// Whether a code that is already in the vault makes another card.
  let keepsDuplicates: Bool
  /// Whether cards that are here already take the names that changed in another wallet's file.
  package let takesNames: Bool

  /// Takes what a person typed.
  ///
  /// - Throws: `WalletError.text` and `.keyTyped`.
  package init(
    name: String? = nil, fields: TypedFields = TypedFields(), symbologies: Set<Symbology> = [],
    isForBooks: Bool = false, keepsPhotos: Bool = false, keepsDuplicates: Bool = false,
    takesNames: Bool = false
  ) throws(WalletError) {
    try fields.check()
    if let name {
      self.name = try CardText.name(name)
    } else {
      self.name = nil
    }
    self.fields = fields
    self.symbologies = symbologies
    self.isForBooks = isForBooks
    self.keepsPhotos = keepsPhotos
    self.keepsDuplicates = keepsDuplicates
    self.takesNames = takesNames
  }

  /// The option that limits which codes count; `nil` if all do.
  var limit: String? { isForBooks ? "--isbn" : symbologies.isEmpty ? nil : "--symbology" }

  /// Whether it asks for something that only photos have, so that other wallets' files are refused.
  var isForPhotos: Bool { name != nil || limit != nil || keepsDuplicates }
}
