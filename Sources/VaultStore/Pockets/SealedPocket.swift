package import Sealing
package import VaultFormat

// Pockets: `Format.md`, section 7.

extension Vault {
  /// Seals what a pocket holds.
  ///
  /// - Parameters:
  ///   - payload: what it holds.
  ///   - wrapped: the key under which it was published before; `nil` for a new one, with new words.
  ///   - derivation: derives a key from the words; the vault's other calls do not wait for it.
  /// - Returns: the whole file.
  /// - Throws: `VaultError.wrongPassphrase` if the vault's key is not the one that the words come from;
  ///   `.noMemoryForPassphrase` or `.noGuardedMemory`.
  @concurrent
  package nonisolated func sealedPocket(
    _ payload: [UInt8], continuing wrapped: WrappedKey?, derivation: KeyDerivation = .argon2id
  ) async throws(VaultError) -> [UInt8] {
    let root = try await copiedRoot()
    return try VaultError.ofKeys { () throws(SealingError) in
      let key =
        if let wrapped {
          try PocketKey(opening: wrapped, for: root, derivation: derivation)
        } else {
          try PocketKey(for: root, derivation: derivation)
        }
      var generator = SystemRandomNumberGenerator()
      return try key.seal(payload, using: &generator)
    }
  }

  /// What a pocket holds that this vault sealed.
  ///
  /// - Parameters:
  ///   - file: the whole file.
  ///   - wrapped: the key in its line.
  ///   - derivation: derives a key from the words.
  /// - Returns: its payload.
  /// - Throws: like `sealedPocket`; `VaultError.damaged` if it is not under that key.
  @concurrent
  package nonisolated func pocketPayload(
    of file: [UInt8], under wrapped: WrappedKey, derivation: KeyDerivation = .argon2id
  ) async throws(VaultError) -> [UInt8] {
    let root = try await copiedRoot()
    return try VaultError.ofKeys { () throws(SealingError) in
      let key = try PocketKey(opening: wrapped, for: root, derivation: derivation)
      let line = try EnvelopeFile.line(of: wrapped)
      return Array(try key.open(file.span.extracting(droppingFirst: line.count)))
    }
  }

  /// The six words that open a pocket.
  ///
  /// - Throws: like `sealedPocket`.
  @concurrent
  package nonisolated func pocketWords(
    of wrapped: WrappedKey, derivation: KeyDerivation = .argon2id
  ) async throws(VaultError) -> sending Passphrase {
    let root = try await copiedRoot()
    return try VaultError.ofKeys { () throws(SealingError) in
      _ = try PocketKey(opening: wrapped, for: root, derivation: derivation)
      return try PocketKey.words(of: wrapped, for: root)
    }
  }

  private func copiedRoot() throws(VaultError) -> sending RootKey {
    do throws(SealingError) { return try keys.current.root.copy() } catch {
      throw .noGuardedMemory
    }
  }
}
