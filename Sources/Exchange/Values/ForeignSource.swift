/// A program whose cards can be brought here.
package enum ForeignSource: String, Sendable, Hashable, CaseIterable {
  case catima, voucherVault, fidMe, pass, cardvault

  /// Its name, as people know it.
  package var name: String {
    switch self {
    case .catima: "Catima"
    case .voucherVault: "Voucher Vault"
    case .fidMe: "FidMe"
    case .pass: "Pass"
    case .cardvault: "cardvault"
    }
  }
}
