/// How much work each guess at a passphrase costs: passes over memory, and how much memory.
public struct KeyDerivationCost: Sendable, Hashable {
  /// The number of passes over the memory: 2 to 16.
  public let passes: UInt32
  /// The amount of memory in KiB: 65,536 to 2,097,152.
  public let kibibytes: UInt32

  static let passesRange: ClosedRange<UInt32> = 2...16
  static let kibibytesRange: ClosedRange<UInt32> = 65_536...2_097_152

  private static let mostPassesForOthers: UInt32 = 4
  private static let mostKibibytesForOthers: UInt32 = 524_288

  /// The cost of new keys: 3 passes and 256 MiB.
  ///
  /// libsodium's `crypto_pwhash_OPSLIMIT_MODERATE` and `_MEMLIMIT_MODERATE`, more than the second choice of RFC
  /// 9106, section 4 (3 passes, 64 MiB); 0.6 s on one 2.5 GHz core (our measurement).
  public static let moderate = KeyDerivationCost(known: 3, 262_144)
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
    passes <= Self.mostPassesForOthers && kibibytes <= Self.mostKibibytesForOthers
  }

  private init(known passes: UInt32, _ kibibytes: UInt32) {
    self.passes = passes
    self.kibibytes = kibibytes
  }
}
