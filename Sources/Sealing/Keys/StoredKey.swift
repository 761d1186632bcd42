/// A root key as it is stored: plain, or wrapped with a passphrase.
public enum StoredKey: ~Copyable {
  /// The key itself.
  case plain(RootKey)
  /// A key that a passphrase opens.
  case wrapped(WrappedKey)

  /// Makes a key ready to be stored.
  ///
  /// - Parameters:
  ///   - root: the key, which is copied.
  ///   - passphrase: opens it; `nil` stores it plain.
  ///   - cost: the work for each guess at the passphrase.
  /// - Throws: `SealingError.noMemoryForPassphrase` or `.noGuardedMemory`.
  public init(
    _ root: borrowing RootKey, passphrase: borrowing Passphrase?,
    cost: KeyDerivationCost = .moderate
  ) throws(SealingError) {
    switch passphrase {
    case .some(let passphrase):
      self = .wrapped(try WrappedKey.wrap(root, with: passphrase, cost: cost))
    case .none: self = .plain(try root.copy())
    }
  }

  /// The key's public id; unproved for a wrapped key.
  public var keyID: KeyID {
    switch self {
    case .plain(let root): root.keyID
    case .wrapped(let key): key.keyID
    }
  }

  /// Whether a passphrase is needed.
  public var isWrapped: Bool {
    switch self {
    case .plain: false
    case .wrapped: true
    }
  }
}
