internal import Cards
internal import Sealing
package import VaultFormat

extension VaultContents {
  /// A segment in a file of its own.
  package struct Loose: Sendable {
    package var file: StoredFile
    /// The hash of the file.
    let hash: ContentHash
    /// `nil` if it was not read because a pack replaces it.
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
    /// The hashes of the files whose segments it says it has; none under replaced keys, as anyone with such a key
    /// could have made it.
    let replaces: Set<ContentHash>

    init(
      _ pack: Pack, in file: StoredFile, _ hash: ContentHash, _ age: VaultKeys.Age, byteCount: Int
    ) {
      self.file = file
      self.hash = hash
      self.age = age
      self.byteCount = byteCount
      device = pack.device
      created = pack.created
      replaces = age == .top ? Set(pack.replaces).subtracting([hash]) : []
    }
  }

  /// An opened file and what it holds.
  struct HeldFile {
    let file: StoredFile
    let kind: EnvelopeKind
    let age: VaultKeys.Age
    let holdings: Holdings
    let payloadByteCount: Int
  }

  /// How thoroughly a vault is read.
  enum Thoroughness { case whatIsNeeded, everything }
}
