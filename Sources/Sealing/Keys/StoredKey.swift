/// A root key as it is kept: as it is, or wrapped by a passphrase.
public enum StoredKey: ~Copyable {
  /// The key itself.
  case plain(RootKey)
  /// What a passphrase opens.
  case wrapped(WrappedKey)

  /// A key as it shall be kept.
  ///
  /// - Parameters:
  ///   - root: the key; this keeps a copy of it.
  ///   - passphrase: what shall open it; `nil` keeps it plain.
  ///   - cost: how much work each guess at the passphrase shall be.
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

  /// The key's public name; that of a wrapped key is only claimed.
  public var keyID: KeyID {
    switch self {
    case .plain(let root): root.keyID
    case .wrapped(let key): key.keyID
    }
  }

  /// Which of the vault's root keys it is; that of a wrapped key is only claimed.
  public var epoch: UInt32 {
    switch self {
    case .plain(let root): root.epoch
    case .wrapped(let key): key.epoch
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
