/// A program whose cards can be brought here.
package enum ForeignSource: String, Sendable, Hashable, CaseIterable {
  case catima, voucherVault, fidMe, cardabase, pass, table, cardvault

  /// Its name, as people know it.
  package var name: String {
    switch self {
    case .catima: "Catima"
    case .voucherVault: "Voucher Vault"
    case .fidMe: "FidMe"
    case .cardabase: "Cardabase"
    case .pass: "Pass"
    case .table: "CSV"
    case .cardvault: "cardvault"
    }
  }
}
