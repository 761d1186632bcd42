internal import Sealing
internal import VaultFormat
internal import VaultStore
internal import Wallet

/// Helps a person who chooses a passphrase.
struct PassphraseRoutes: Sendable {
  private let holder: VaultHolder

  init(holder: VaultHolder) { self.holder = holder }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.post("weigh-passphrase", weigh)
    calls.get("suggest-passphrase", suggest)
  }

  private struct Typed: Decodable { let passphrase: String }

  private struct Weighed: Encodable, Sendable {
    let isWeak: Bool
    let words: String?
  }

  private struct Suggested: Encodable, Sendable { let passphrase: String }

  /// `weigh-passphrase`: rates whether a passphrase could be guessed.
  func weigh(_ call: Call) async throws -> Answer {
    try holder.checkOpenOrMissing()
    let typed = Array(try call.json(Typed.self).passphrase.utf8)
    let strength = try VaultError.ofKeys { () throws(SealingError) in
      PassphraseStrength(of: try Passphrase(typed.span))
    }
    return .json(
      Weighed(isWeak: strength.isWeak, words: strength.isWeak ? strength.sentence() : nil))
  }

  /// `suggest-passphrase`: six random words, which the page shows.
  func suggest(_ call: Call) async throws -> Answer {
    try holder.checkOpenOrMissing()
    let text = try VaultError.ofKeys { () throws(SealingError) in
      String(decoding: try Passphrase.suggested().unguardedBytes, as: UTF8.self)
    }
    return .json(Suggested(passphrase: text))
  }
}
