import Sealing

@testable import VaultStore

/// The payload of the file that makes a folder a vault, by a writer that has the key and is not us.
func takeMarker(_ payload: [UInt8]) {
  guard let root = try? fixedRoot(epoch: UInt32(payload.last ?? 0) & 3),
    let secret = try? SecretBytes(byteCount: max(1, payload.count))
  else { return }
  secret.withMutableBytes { bytes in
    for index in payload.indices { bytes[index] = payload[index] }
  }
  guard let (marker, past) = try? VaultMarker.read(secret, root: root) else { return }
  guard let again = try? marker.payload(past) else { return }
  precondition(again.byteCount == payload.count, "what was read is written alike")
}
