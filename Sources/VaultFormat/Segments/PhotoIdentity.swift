internal import FoundationEssentials
package import Sealing
internal import SwiftProtobuf

extension Cardvault_Vault_Photo {
  /// The photo in the payload of a file with this hash, with its identity filled in; `nil` if it is not a
  /// photo.
  package static func identified(
    _ payload: ArraySlice<UInt8>, _ hash: ContentHash
  ) -> (identity: ContentHash, photo: Cardvault_Vault_Photo)? {
    guard var photo = try? Cardvault_Vault_Photo(serializedBytes: Array(payload)) else {
      return nil
    }
    if photo.identity.isEmpty { photo.identity = Data(hash.bytes) }
    return ContentHash(photo.identity).map { ($0, photo) }
  }
}
