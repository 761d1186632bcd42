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

  /// An opened file and what it holds.
  struct HeldFile {
    let file: StoredFile
    let kind: EnvelopeKind
    let age: VaultKeys.Age
    let hash: ContentHash
    let holdings: Holdings

    /// The segment whose own file it is; `nil` if it is another file, or the segment cannot be read.
    var segment: Segment? {
      kind == .segment ? holdings.entries.first?.segment : nil
    }
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
