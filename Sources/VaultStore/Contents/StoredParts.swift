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
    /// The segments in it that can be read and are not marked as claimed.
    let identities: [ContentHash]
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

  /// How thoroughly a vault is read.
  enum Thoroughness { case whatIsNeeded, everything }
}
