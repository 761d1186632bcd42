/// Why something could not be sealed or opened.
public enum SealingError: Error, Sendable, Hashable {
  /// It does not begin with our magic bytes.
  case notSealed
  /// It begins as our files do, and no key here made it: it was altered, or made by somebody else.
  case unproved
  /// It was sealed by another program, in the format version that is named; the key proves that.
  case newerFormat(UInt8)
  /// It claims to be sealed with another key, which is named.
  case wrongKey(KeyID)
  /// It is sealed, and something else than what was asked for.
  case wrongKind
  /// The key made it, and it was altered, cut short or lengthened since.
  case damaged
  /// The key file cannot be used.
  case keyFile(KeyFileProblem)
  /// The machine gives no guarded memory or no randomness.
  case noGuardedMemory
  /// It is not the passphrase that the key was wrapped with; or the wrapped key was altered, which cannot
  /// be told apart.
  case wrongPassphrase
  /// No passphrase could be taken.
  case passphrase(PassphraseProblem)
  /// The machine has not as much free memory as the passphrase takes, which is named.
  case noMemoryForPassphrase(kibibytes: UInt32)
  /// The kernel's keyring is not there, forbidden or full; its `errno` is named.
  case noKeyring(Int32)
}

/// Why no passphrase could be taken.
public enum PassphraseProblem: Sendable, Hashable {
  /// It has no bytes.
  case empty
  /// It has more than 1,024 bytes.
  case tooLong
  /// The input ended before it began.
  case missing
  /// The system refused, with this `errno`.
  case system(Int32)
}

/// What is wrong with a key file.
public enum KeyFileProblem: Sendable, Hashable {
  /// No file is there.
  case missing
  /// A file is there already, and is never overwritten.
  case exists
  /// It is a link, a folder or something else that is no plain file.
  case notAFile
  /// Its mode lets others than its owner read or change it; the mode's last nine bits are named.
  case readableByOthers(mode: UInt32)
  /// It cannot be made there: the file system keeps no modes, or sets its own, and lets others read or
  /// change it; the last nine bits of the mode that it got are named.
  case modesNotKept(mode: UInt32)
  /// It is no key, or one with a typing error.
  case malformed
  /// It is no key as people type it: the group that is named, counted from 1, has a wrong, swapped,
  /// missing or extra character.
  case mistyped(group: Int)
  /// It holds a key of a newer program, in the format version that is named.
  case newerFormat(UInt8)
  /// Its passphrase would take less or more than it may: it was altered, or made to do harm.
  case costOutOfBounds(passes: UInt32, kibibytes: UInt32)
  /// The system refused, with this `errno`.
  case system(Int32)
}
