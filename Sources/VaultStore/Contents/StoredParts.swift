internal import Cards
package import Sealing
package import VaultFormat

extension JudgedFolder {
  /// A segment in a file of its own.
  package struct Loose: Sendable {
    package var file: StoredFile
    /// The hash of the file.
    let hash: ContentHash
    /// `nil` if it was not read because a pack replaces it.
    let device: UInt64?
  }

  /// An opened pack.
  package struct StoredPack: Sendable {
    var file: StoredFile
    let hash: ContentHash
    let device: UInt64
    let created: Timestamp
    package let byteCount: Int
    /// The hashes of the files whose contents it says are here.
    let replaces: Set<ContentHash>

    init(
      _ pack: Pack, in file: StoredFile, _ hash: ContentHash, byteCount: Int
    ) {
      self.file = file
      self.hash = hash
      self.byteCount = byteCount
      device = pack.device
      created = pack.created
      replaces = Set(pack.replaces).subtracting([hash])
    }
  }

  /// An opened file and what it holds.
  struct HeldFile {
    let file: StoredFile
    let hash: ContentHash
    let kind: EnvelopeKind
    let holdings: Holdings
    let payloadByteCount: Int
  }

  /// A photo, or a file of a free kind; read one at a time because they are large.
  package struct StoredPayload {
    package let file: StoredFile
    package let kind: EnvelopeKind
    /// The size of its payload.
    package let byteCount: Int
  }

  /// All segments, by identity, if everything was read.
  package var segmentEntries: [ContentHash: Pack.Entry] {
    Dictionary(
      held.lazy.flatMap(\.holdings.entries).map { ($0.identity, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// All photos by identity, and files of free kinds by the hash of their kind and payload, if everything was read.
  package var payloads: [ContentHash: StoredPayload] {
    held.reduce(into: [:]) { payloads, held in
      guard let identity = held.holdings.payload, held.holdings.isReadable else { return }
      payloads[identity] = StoredPayload(
        file: held.file, kind: held.kind, byteCount: held.payloadByteCount)
    }
  }

  /// How thoroughly a vault is read.
  enum Thoroughness { case whatIsNeeded, everything }
}
