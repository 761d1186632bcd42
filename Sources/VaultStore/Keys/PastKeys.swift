internal import Sealing

/// The keys before a vault's newest one, as its vault file carries them; `Format.md`, section 4.
struct PastKeys {
  /// None: the vault's key was never changed.
  static var none: PastKeys { PastKeys(line: [], united: []) }

  /// Those of all earlier epochs, in order: the first is the vault's first key.
  let line: [EpochKeys]
  /// Those of other lines, as the key was changed on two devices at once, which were united with this one.
  let united: [EpochKeys]

  /// All of them.
  var all: [EpochKeys] { line + united }

  /// The names of all of them.
  var ids: Set<KeyID> { Set(all.map(\.id)) }
}
