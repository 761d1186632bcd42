internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf

/// All segments of one device from `first` through `last`, told apart from those of a clone by the
/// identity of the last.
struct SeenSpan: Sendable, Hashable {
  let device: UInt64
  var first: UInt64
  var last: UInt64
  var lastHash: ContentHash
}

extension SeenSpan {
  /// A span that this machine wrote down; `nil` when it says what cannot be.
  init?(_ message: Cardvault_Vault_Span) {
    guard message.first > 0, message.first <= message.last,
      let hash = ContentHash(message.lastHash)
    else { return nil }
    self.init(device: message.device, first: message.first, last: message.last, lastHash: hash)
  }

  var message: Cardvault_Vault_Span {
    .with {
      $0.device = device
      $0.first = first
      $0.last = last
      $0.lastHash = Data(lastHash.bytes)
    }
  }
}

extension ContentHash {
  /// Makes a hash of 32 bytes; `nil` when there are more or fewer.
  init?(_ bytes: Data) {
    self.init(bytes.span)
  }
}
