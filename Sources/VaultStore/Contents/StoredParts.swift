internal import Cards
internal import Sealing
internal import VaultFormat

extension VaultContents {
  /// A segment in a file of its own.
  struct Loose: Sendable, Hashable {
    var file: StoredFile
    let identity: ContentHash
    /// `nil` when it was not read, as a pack has it.
    let device: UInt64?
    let age: VaultKeys.Age?
  }

  /// A pack that was opened.
  struct StoredPack: Sendable {
    var file: StoredFile
    let hash: ContentHash
    let age: VaultKeys.Age
    let device: UInt64
    let created: Timestamp
    let byteCount: Int
    /// The segments that are in it whole.
    let wholeIdentities: [ContentHash]
    let replaces: Set<ContentHash>
  }

  /// A file under a finished key.
  struct Finished {
    let file: StoredFile
    let hash: ContentHash
    let holdings: Holdings
    /// The payload of a segment; nothing of others.
    let payload: ArraySlice<UInt8>
  }

  /// Which purged entries of a segment count: those of the highest trust that is there.
  enum PurgedTrust: Int, Comparable {
    /// Under a replaced key.
    case carried
    /// Under a top key, marked as claimed.
    case marked
    /// Under a top key.
    case sure

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// How much of a vault is read.
  enum Thoroughness { case whatIsNeeded, everything }
}
