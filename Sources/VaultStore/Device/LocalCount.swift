internal import SwiftProtobuf
internal import VaultFormat

/// How often something happened on this device: sealed state of this machine that is never sent.
public struct LocalCount: Sendable, Hashable {
  /// What is counted: lower-case words with dots between them.
  public let name: String
  /// How often it happened.
  public var count: UInt64
  /// How long it took in all, in milliseconds.
  public var milliseconds: UInt64

  /// Makes a count.
  public init(_ name: String, count: UInt64 = 1, milliseconds: UInt64 = 0) {
    self.name = name
    self.count = count
    self.milliseconds = milliseconds
  }

  var message: Cardvault_Vault_LocalCount {
    .with { ($0.name, $0.count, $0.milliseconds) = (name, count, milliseconds) }
  }
}
