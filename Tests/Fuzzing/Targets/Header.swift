import Sealing

@testable import VaultFormat
@testable import VaultStore

/// The payload of a header, by a writer that has the key but is not us.
func takeHeader(_ payload: [UInt8]) {
  guard let secret = try? SecretBytes(byteCount: max(1, payload.count)) else { return }
  secret.withMutableBytes { bytes in
    for index in payload.indices { bytes[index] = payload[index] }
  }
  guard let header = try? VaultHeader(secret), let again = try? header.payload() else { return }
  precondition(again.byteCount == payload.count, "what was read is written alike")
}
