/// Something of the machine that cardvault uses.
package enum MachinePart: String, CaseIterable, Sendable {
  /// `cardvault-reader`, of this version.
  case reader
  /// The kernel's Landlock, for the reader.
  case landlock
  /// The kernel's seccomp, for the reader.
  case seccomp
  /// `cardvault-web`, of this version.
  case webApp
  /// The kernel's keyring, for `unlock`.
  case keyring
  /// Memory that is never swapped out, for keys.
  case lockedMemory
  /// Key files that nobody else can read.
  case keyFiles
  /// A vault's folder that nobody else can read.
  case vaultFolder
  /// UTF-8 as the terminal's encoding.
  case encoding
  /// A terminal that is large enough for most codes.
  case terminal
  /// Fonts for Chinese, Japanese and Korean names.
  case eastAsianFonts
  /// A font for emoji.
  case emojiFont
  case rclone, git, caddy, openssl

  /// Whether nothing works as it should without it.
  package var isNeeded: Bool { self == .reader || self == .keyFiles }

  /// Whether it is there.
  package enum State: String, Sendable {
    case good, missing
    /// It could not be found out, or does not apply.
    case unknown
  }

  /// A part, and whether it is there.
  package struct Finding: Sendable {
    /// The part.
    package let part: MachinePart
    /// Whether it is there.
    package let state: State

    /// Makes a finding.
    package init(_ part: MachinePart, _ state: State) {
      self.part = part
      self.state = state
    }

    /// Makes a finding of what is there or not.
    package init(_ part: MachinePart, isThere: Bool) { self.init(part, isThere ? .good : .missing) }
  }
}
