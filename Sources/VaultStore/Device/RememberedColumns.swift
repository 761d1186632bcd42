internal import SwiftProtobuf
internal import VaultFormat

/// What the columns of a table mean, as a person confirmed it: sealed state of this machine that is never sent.
package struct RememberedColumns: Sendable, Hashable {
  /// The names of the columns, folded, one on each line.
  package let header: String
  /// For each column the name of its field; empty where it is left out.
  package let fields: [String]

  /// Makes an entry.
  package init(header: String, fields: [String]) {
    self.header = header
    self.fields = fields
  }

  init(_ message: Cardvault_Vault_TableColumns) {
    self.init(header: message.header, fields: message.fields)
  }

  var message: Cardvault_Vault_TableColumns {
    .with { ($0.header, $0.fields) = (header, fields) }
  }
}
