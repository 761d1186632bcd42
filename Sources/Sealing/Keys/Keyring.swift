internal import Ckeyring
internal import Glibc

/// Root keys kept by the kernel for a while, in the user's own keyring (user-keyring(7)).
///
/// A key is stored as `cardvault:` and its id in hexadecimal; its 32 bytes are the root. Every process of the same user can
/// read it until it is removed or times out; it is never written to a disk.
public enum Keyring {
  /// The longest time a key is kept: a day.
  public static let longest = Duration.seconds(86_400)

  /// keyctl_setperm(3): everything for possessors; view, read, search and set attributes for the user, since
  /// not every session's keyring links to the user's (keyrings(7)), for example under `su` and in services.
  private static let permissions: UInt32 =
    0x3F00_0000 | 0x0001_0000 | 0x0002_0000 | 0x0008_0000 | 0x0020_0000

  /// Keeps a key, replacing the same one if it is there.
  ///
  /// - Parameters:
  ///   - root: the key.
  ///   - time: how long, in whole seconds; at least one, and at most `longest`.
  /// - Throws: `SealingError.noKeyring`, or `.noGuardedMemory`. No new key is in the keyring then.
  public static func store(_ root: borrowing RootKey, for time: Duration) throws(SealingError) {
    precondition(time >= .seconds(1) && time <= longest, "a second to a day")
    // Only we can see it until the kernel knows when to forget it.
    let key = try check {
      unsafe cardvault_keyring_add(
        description(of: root.keyID), root.secret.address, root.secret.byteCount)
    }
    defer { cardvault_keyring_release(key) }
    try check { cardvault_keyring_set_timeout(key, UInt32(time.components.seconds)) }
    try check { cardvault_keyring_set_permissions(key, permissions) }
    try check { cardvault_keyring_link(key) }
  }

  /// The key with this id; `nil` if none is kept, or it timed out.
  ///
  /// - Throws: `SealingError.noKeyring`, or `.noGuardedMemory`.
  public static func load(_ id: KeyID) throws(SealingError) -> RootKey? {
    guard let key = try find(id) else { return nil }
    let secret = try SecretBytes(byteCount: RootKey.byteCount)
    let count = unsafe cardvault_keyring_read(key, secret.address, secret.byteCount)
    guard count >= 0 else {
      if isAbsence(errno) { return nil }
      throw .noKeyring(errno)
    }
    let root = RootKey(secret)
    // Another program of the same user may have stored something else there.
    guard count == RootKey.byteCount, root.keyID == id else { return nil }
    return root
  }

  /// Forgets a key.
  ///
  /// - Returns: whether it was there.
  /// - Throws: `SealingError.noKeyring`.
  @discardableResult
  public static func remove(_ id: KeyID) throws(SealingError) -> Bool {
    guard let key = try find(id) else { return false }
    let isInvalid = cardvault_keyring_invalidate(key) == 0
    let isUnlinked = cardvault_keyring_unlink(key) == 0
    // An invalidated key may already be gone from the keyring.
    guard isInvalid || isUnlinked || isAbsence(errno) else { throw .noKeyring(errno) }
    return true
  }

  /// Whether the kernel has a keyring for this user.
  package static var isThere: Bool {
    unsafe cardvault_keyring_search("cardvault:") >= 0 || isAbsence(errno)
  }

  private static func find(_ id: KeyID) throws(SealingError) -> Int32? {
    let key = unsafe cardvault_keyring_search(description(of: id))
    if key >= 0 { return key }
    if isAbsence(errno) { return nil }
    throw .noKeyring(errno)
  }

  private static func description(of id: KeyID) -> String { "cardvault:\(id)" }

  private static func isAbsence(_ code: Int32) -> Bool {
    [ENOKEY, EKEYEXPIRED, EKEYREVOKED].contains(code)
  }

  @discardableResult
  private static func check(_ call: () -> Int32) throws(SealingError) -> Int32 {
    let value = call()
    guard value >= 0 else { throw .noKeyring(errno) }
    return value
  }
}
