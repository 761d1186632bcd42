package import WalletFiles

extension TableField {
  /// The field's name for people.
  package var words: String {
    switch self {
    case .name: "Name"
    case .code: "Code"
    case .symbology: "Kind of barcode"
    case .number: "Printed number"
    case .holder: "Holder"
    case .pin: "PIN"
    case .web: "Web address"
    case .note: "Note"
    case .tags: "Tags"
    case .validFrom: "Valid from"
    case .expires: "Expires"
    case .balance: "Balance"
    case .currency: "Currency"
    case .colour: "Colour"
    case .kind: "Kind of card"
    case .favourite: "Favourite"
    case .archived: "Archived"
    }
  }
}
