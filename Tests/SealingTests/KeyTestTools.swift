import Foundation
import Glibc

@testable import Sealing

extension KeyDerivation {
  /// A derivation that takes no time: the keyed hash of salt, cost and passphrase.
  static let quick = KeyDerivation { (passphrase, salt, cost, key) throws(SealingError) in
    let hash = HashKey(try SecretBytes(byteCount: 32))
    let words = passphrase.secret.withBytes { bytes in
      (0..<passphrase.byteCount).map { bytes[$0] }
    }
    let start = hash.hash(of: salt + cost.passes.littleEndianBytes + words)
    let end = hash.hash(of: start + cost.kibibytes.littleEndianBytes)
    key.withMutableBytes { key in
      for (index, byte) in (start + end).enumerated() { key[index] = byte }
    }
  }

  /// A derivation that must not be reached.
  static let forbidden = KeyDerivation { (_, _, _, _) throws(SealingError) in throw .noGuardedMemory
  }
}

extension Passphrase {
  init(_ words: String) throws {
    let bytes = Array(words.utf8)
    self = try Passphrase(bytes.span)
  }
}

extension SecretBytes {
  /// Test keys are not secret.
  var copy: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}

extension RootKey {
  init(repeating byte: UInt8) throws {
    let secret = try SecretBytes(byteCount: RootKey.byteCount)
    secret.withMutableBytes { secret in for index in secret.indices { secret[index] = byte } }
    self = RootKey(secret)
  }
}

extension WrappedKey {
  /// A key wrapped with the passphrase "open" under the quick derivation.
  static func quick(_ root: borrowing RootKey) throws -> WrappedKey {
    let passphrase = try Passphrase("open")
    return try wrap(root, with: passphrase, cost: .least, derivation: .quick)
  }
}

/// The error of a call that must fail.
func sealingFailure(_ body: () throws(SealingError) -> Void) -> SealingError? {
  do throws(SealingError) {
    try body()
    return nil
  } catch {
    return error
  }
}

/// The problem with the key file, from a call that must fail for that reason.
func keyFileProblem(_ body: () throws(SealingError) -> Void) -> KeyFileProblem? {
  guard case .keyFile(let problem) = sealingFailure(body) else { return nil }
  return problem
}

/// Whether the kernel lets us keep keys; containers often forbid it.
let isKeyringThere: Bool = {
  guard let root = try? RootKey.generate() else { return false }
  guard (try? Keyring.store(root, for: .seconds(5))) != nil else { return false }
  return (try? Keyring.remove(root.keyID)) == true
}()
