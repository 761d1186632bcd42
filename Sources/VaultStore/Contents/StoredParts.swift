internal import Cards
internal import Sealing
package import VaultFormat

extension VaultContents {
  /// A segment in a file of its own.
  package struct Loose: Sendable, Hashable {
    package var file: StoredFile
    let identity: ContentHash
    /// `nil` if it was not read because a pack covers it.
    let device: UInt64?
    let age: VaultKeys.Age?
  }

  /// An opened pack.
  package struct StoredPack: Sendable {
    var file: StoredFile
    let hash: ContentHash
    let age: VaultKeys.Age
    let device: UInt64
    let created: Timestamp
    package let byteCount: Int
    /// The segments that it contains whole.
    let wholeIdentities: [ContentHash]
    let replaces: Set<ContentHash>
  }

  /// A file under a finished key.
  struct Finished {
    let file: StoredFile
    let hash: ContentHash
    let holdings: Holdings
    /// The payload if it is a segment, otherwise empty.
    let payload: ArraySlice<UInt8>
  }

  /// Which purged entries of a segment count: those with the highest trust available.
  enum PurgedTrust: Int, Comparable {
    /// Under a replaced key.
    case carried
    /// Under a top key, marked as claimed.
    case marked
    /// Under a top key.
    case sure

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// How thoroughly a vault is read.
  enum Thoroughness { case whatIsNeeded, everything }
}
