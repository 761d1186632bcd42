/// Why something could not be sealed or opened.
public enum SealingError: Error, Sendable, Hashable {
  /// It does not start with our magic bytes.
  case notSealed
  /// It starts like our files, but no key here made it: it was altered, or made by someone else.
  case unproved
  /// It has this other format version, proved by the key.
  case newerFormat(UInt8)
  /// It claims to be sealed with this other key.
  case wrongKey(KeyID)
  /// It is sealed, but not the kind of file asked for.
  case wrongKind
  /// The key made it, but it was altered, truncated or extended since.
  case damaged
  /// The key file cannot be used.
  case keyFile(KeyFileProblem)
  /// The machine provides no guarded memory or no randomness.
  case noGuardedMemory
  /// The passphrase is wrong, or the wrapped key was altered; the two cannot be told apart.
  case wrongPassphrase
  /// No passphrase could be read.
  case passphrase(PassphraseProblem)
  /// The machine does not have the free memory that the passphrase needs.
  case noMemoryForPassphrase(kibibytes: UInt32)
  /// The kernel's keyring is unavailable, forbidden or full, with this `errno`.
  case noKeyring(Int32)
}

/// Why no passphrase could be read.
public enum PassphraseProblem: Sendable, Hashable {
  /// It is empty.
  case empty
  /// It has more than 1,024 bytes.
  case tooLong
  /// The input ended before the passphrase.
  case missing
  /// A script gave a different passphrase than the one needed.
  case refused
  /// The system failed with this `errno`.
  case system(Int32)
}

/// What is wrong with a key file.
public enum KeyFileProblem: Sendable, Hashable {
  /// The file does not exist.
  case missing
  /// A file already exists; it is never overwritten.
  case alreadyExists
  /// It is a link, a folder or anything else but a regular file.
  case notAFile
  /// Its mode lets others than its owner read or change it; the value is the mode's last nine bits.
  case readableByOthers(mode: UInt32)
  /// It cannot be made there: the file system stores no modes, or sets its own, and lets others read or change
  /// it; the value is the last nine bits of the mode it got.
  case modesNotKept(mode: UInt32)
  /// It is not a key, or one with a typing error.
  case malformed
  /// It is not a correctly typed key: this group, counted from 1, has a wrong, swapped, missing or extra
  /// character.
  case mistyped(group: Int)
  /// It holds a newer program's key, in this format version.
  case newerFormat(UInt8)
  /// Its passphrase's cost is below or above the limits: it was altered, or made to do harm.
  case costOutOfBounds(passes: UInt32, kibibytes: UInt32)
  /// The system failed with this `errno`.
  case system(Int32)
}
