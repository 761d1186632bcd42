package import FoundationEssentials
package import Sealing
internal import SwiftProtobuf

/// All segments of one device from `first` through `last`; the identity of the last distinguishes them from
/// those of a cloned device.
package struct SeenSpan: Sendable, Hashable {
  package let device: UInt64
  package var first: UInt64
  package var last: UInt64
  package var lastHash: ContentHash

  /// Makes a span.
  package init(device: UInt64, first: UInt64, last: UInt64, lastHash: ContentHash) {
    self.device = device
    self.first = first
    self.last = last
    self.lastHash = lastHash
  }
}

extension SeenSpan {
  /// Parses a span that this machine stored; `nil` if it is impossible.
  package init?(_ message: Cardvault_Vault_Span) {
    guard message.first > 0, message.first <= message.last,
      let hash = ContentHash(message.lastHash)
    else { return nil }
    self.init(device: message.device, first: message.first, last: message.last, lastHash: hash)
  }

  package var message: Cardvault_Vault_Span {
    .with {
      $0.device = device
      $0.first = first
      $0.last = last
      $0.lastHash = Data(lastHash.bytes)
    }
  }
}

extension ContentHash {
  /// Makes a hash from 32 bytes; `nil` if there are more or fewer.
  package init?(_ bytes: Data) {
    self.init(bytes.span)
  }
}
