internal import Sealing
internal import SwiftProtobuf

/// What the files of a vault hold, by the names that never change.
extension VaultContents {
  /// What a photo is called: by the hash of the file in which it was first sealed.
  static func photoIdentity(in payload: ArraySlice<UInt8>, _ hash: ContentHash) -> ContentHash {
    let photo = try? Cardvault_Vault_Photo(serializedBytes: Array(payload))
    return photo.flatMap { ContentHash($0.identity) } ?? hash
  }

  /// The segments and photos in a file of a finished epoch.
  static func identities(
    in payload: ArraySlice<UInt8>, _ kind: StoredKind, _ hash: ContentHash
  ) -> [ContentHash] {
    switch kind {
    case .vault: []
    case .segment: [hash]
    case .photo: [photoIdentity(in: payload, hash)]
    case .pack: (try? Pack(payload: payload))?.entries.map(\.identity) ?? [hash]
    }
  }
}
