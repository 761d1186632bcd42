import Sealing

@testable import VaultFormat

/// A root key that several calls open.
final class KeyHolder: Sendable {
  private let bytes: [UInt8]

  init(_ root: borrowing RootKey) {
    bytes = root.withBytes { root in root.indices.map { root[$0] } }
  }

  func copy() throws(VaultError) -> RootKey {
    do throws(SealingError) {
      let secret = try SecretBytes(byteCount: bytes.count)
      secret.withMutableBytes { for index in bytes.indices { $0[index] = bytes[index] } }
      return RootKey(secret)
    } catch {
      throw .noGuardedMemory
    }
  }
}
