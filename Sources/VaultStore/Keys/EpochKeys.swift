internal import Sealing

/// One root key of a vault, and the keys that derive from it, each made when it is first needed.
final class EpochKeys {
  let root: RootKey
  /// The root's public name.
  var id: KeyID { root.keyID }
  private var envelopes: [EnvelopeKind: Holder] = [:]

  /// Containers take no noncopyable values.
  private final class Holder {
    let key: EnvelopeKey
    init(_ key: consuming EnvelopeKey) { self.key = key }
  }

  private var cardIDs: HashHolder?

  private final class HashHolder {
    let key: HashKey
    init(_ key: consuming HashKey) { self.key = key }
  }

  init(_ root: consuming RootKey) {
    self.root = root
  }

  /// The keyed hash of a code, which is the id of a card that is imported with it.
  func cardID(of code: [UInt8]) throws(SealingError) -> [UInt8] {
    if let cardIDs { return cardIDs.key.hash(of: code) }
    let holder = HashHolder(try root.cardIDKey())
    cardIDs = holder
    return holder.key.hash(of: code)
  }

  /// Opens a file.
  ///
  /// - Throws: as `EnvelopeKey.open`.
  func open(
    _ file: Span<UInt8>, as kind: EnvelopeKind
  ) throws(SealingError) -> ArraySlice<UInt8> {
    try holder(kind).key.open(file)
  }

  /// Whether the key of some kind sealed a file that now says it is of another one.
  func sealed(_ file: Span<UInt8>) throws(SealingError) -> Bool {
    let claimed = EnvelopeHeader(claimedBy: file)?.kind
    for kind in EnvelopeKind.allCases where kind != claimed {
      if try holder(kind).key.sealed(file) { return true }
    }
    return false
  }

  /// Opens a file whose payload is a secret.
  func openSecret(_ file: Span<UInt8>, as kind: EnvelopeKind) throws(SealingError) -> SecretBytes {
    try holder(kind).key.openSecret(file)
  }

  /// Seals a payload.
  func seal(
    _ payload: [UInt8], as kind: EnvelopeKind, using generator: inout some RandomNumberGenerator
  ) throws(SealingError) -> [UInt8] {
    try holder(kind).key.seal(payload, using: &generator)
  }

  /// Seals a payload that is a secret.
  func seal(
    _ payload: borrowing SecretBytes, as kind: EnvelopeKind,
    using generator: inout some RandomNumberGenerator
  ) throws(SealingError) -> [UInt8] {
    try holder(kind).key.seal(payload, using: &generator)
  }

  private func holder(_ kind: EnvelopeKind) throws(SealingError) -> Holder {
    if let holder = envelopes[kind] { return holder }
    let holder = Holder(try root.envelopeKey(kind))
    envelopes[kind] = holder
    return holder
  }
}
