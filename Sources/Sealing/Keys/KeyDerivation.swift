internal import Csodium

/// Derives a 32-byte key from a passphrase, deliberately slowly.
public struct KeyDerivation: Sendable {
  /// Fills `key` with 32 bytes derived from a passphrase, a 16-byte salt and the cost.
  public typealias Function =
    @Sendable (
      _ passphrase: borrowing Passphrase, _ salt: [UInt8], _ cost: KeyDerivationCost,
      _ key: borrowing SecretBytes
    ) throws(SealingError) -> Void

  let derive: Function

  /// Uses another derivation, for tests and fuzzers that have no time for the real one.
  package init(_ derive: @escaping Function) {
    self.derive = derive
  }

  /// Argon2id version 1.3 with one lane (RFC 9106), as implemented by libsodium.
  ///
  /// Throws `SealingError.noMemoryForPassphrase` if the machine has too little memory.
  public static let argon2id = KeyDerivation {
    (passphrase, salt, cost, key) throws(SealingError) in
    precondition(salt.count == Int(crypto_pwhash_SALTBYTES))
    let status = unsafe passphrase.secret.address.withMemoryRebound(
      to: CChar.self, capacity: passphrase.byteCount
    ) { words in
      unsafe crypto_pwhash(
        key.address, UInt64(key.byteCount), words, UInt64(passphrase.byteCount), salt,
        UInt64(cost.passes), Int(cost.kibibytes) * 1_024, crypto_pwhash_ALG_ARGON2ID13)
    }
    // With cost, salt and passphrase within bounds, it can only fail for lack of memory.
    guard status == 0 else { throw .noMemoryForPassphrase(kibibytes: cost.kibibytes) }
  }
}

/// How much work each guess at a passphrase costs: passes over memory, and how much memory.
public struct KeyDerivationCost: Sendable, Hashable {
  /// The number of passes over the memory: 2 to 16.
  public let passes: UInt32
  /// The amount of memory in KiB: 65,536 to 2,097,152.
  public let kibibytes: UInt32

  static let passesRange: ClosedRange<UInt32> = 2...16
  static let kibibytesRange: ClosedRange<UInt32> = 65_536...2_097_152

  private static let maxPassesForOthers: UInt32 = 4
  private static let maxKibibytesForOthers: UInt32 = 524_288

  /// The cost of new keys: 3 passes and 256 MiB.
  ///
  /// libsodium's `crypto_pwhash_OPSLIMIT_MODERATE` and `_MEMLIMIT_MODERATE`, more than the second choice of RFC
  /// 9106, section 4 (3 passes, 64 MiB); 0.6 s on one 2.5 GHz core (our measurement).
  public static let moderate = KeyDerivationCost(known: 3, 262_144)
  /// The cost of a pocket's key: 3 passes and 64 MiB, the second choice of RFC 9106, section 4.
  ///
  /// A phone has to open it, and its six words have 66 bits. 0.15 s on one 2.5 GHz core, 0.16 s as WebAssembly (our
  /// measurement).
  static let pocket = KeyDerivationCost(known: 3, 65_536)
  /// The least accepted: 2 passes and 64 MiB, libsodium's `_INTERACTIVE` limits.
  public static let least = KeyDerivationCost(
    known: passesRange.lowerBound, kibibytesRange.lowerBound)

  /// A cost within bounds, so that a stranger's file can neither be guessed quickly nor use up the machine's
  /// memory or minutes of its time.
  ///
  /// - Throws: `SealingError.keyFile(.costOutOfBounds)`.
  public init(passes: UInt32, kibibytes: UInt32) throws(SealingError) {
    guard Self.passesRange.contains(passes), Self.kibibytesRange.contains(kibibytes) else {
      throw .keyFile(.costOutOfBounds(passes: passes, kibibytes: kibibytes))
    }
    self.init(known: passes, kibibytes)
  }

  /// Whether a file for someone else may use it: at most 4 passes and 512 MiB.
  ///
  /// The recipient of such a file cannot know what opening it will cost; the owner of a key file chose it.
  var isForOthers: Bool {
    passes <= Self.maxPassesForOthers && kibibytes <= Self.maxKibibytesForOthers
  }

  private init(known passes: UInt32, _ kibibytes: UInt32) {
    self.passes = passes
    self.kibibytes = kibibytes
  }
}
