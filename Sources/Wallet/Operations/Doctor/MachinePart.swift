/// A part of the machine that cardvault uses.
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

  /// Whether cardvault does not work as it should without it.
  package var isNeeded: Bool { self == .reader || self == .keyFiles }

  /// Whether a part was found.
  package enum State: String, Sendable {
    case good, missing
    /// Could not be determined, or does not apply.
    case unknown
  }

  /// A part, and whether it was found.
  package struct Finding: Sendable {
    /// The part.
    package let part: MachinePart
    /// Whether it was found.
    package let state: State

    /// Makes a finding.
    package init(_ part: MachinePart, _ state: State) {
      self.part = part
      self.state = state
    }

    /// Makes a finding about a part that is either there or missing.
    package init(_ part: MachinePart, isThere: Bool) { self.init(part, isThere ? .good : .missing) }
  }
}

/// A part of the machine, for scripts.
package struct MachineReport: Encodable, Sendable {
  let name: String
  let state: String
  let isNeeded: Bool
  let means: String?
  let `try`: String?

  /// Creates a report; the meaning and advice are absent unless something is missing.
  package init(_ finding: MachinePart.Finding) {
    let words = finding.words
    name = finding.part.name
    state = finding.state.rawValue
    isNeeded = finding.part.isNeeded
    means = words?.means
    `try` = words?.advice.line
  }
}

extension MachinePart.Finding {
  /// The finding in lines: what it is and, if it is missing, what that means and what helps.
  package var lines: [String] {
    switch state {
    case .good: ["ok       \(part.name)"]
    case .unknown: ["unknown  \(part.name)"] + reasons
    case .missing:
      [
        "\(part.canBeMissing ? "missing" : "problem")  \(part.name)\(part.isNeeded ? " (needed)" : "")"
      ] + reasons
    }
  }

  private var reasons: [String] {
    words.map { ["         \($0.means)", "         try: \($0.advice.line)"] } ?? []
  }

  /// What it means, as a sentence, and what helps; `nil` where nothing helps.
  fileprivate var words: (means: String, advice: Advice)? {
    switch (state, part) {
    case (.missing, _): part.words
    case (.unknown, .eastAsianFonts), (.unknown, .emojiFont):
      (
        "fc-list, which lists the fonts, is missing or fails.",
        DebianPackages.installing("fontconfig")
      )
    case (.unknown, _), (.good, _): nil
    }
  }
}

extension MachinePart {
  /// Whether the part can be missing; the others can only be set up wrong.
  fileprivate var canBeMissing: Bool {
    switch self {
    case .lockedMemory, .keyFiles, .vaultFolder, .encoding, .terminal: false
    default: true
    }
  }

  /// Its name for people.
  package var name: String {
    switch self {
    case .reader: "the photo reader (cardvault-reader)"
    case .landlock: "Landlock, for the photo reader"
    case .seccomp: "seccomp, for the photo reader"
    case .webApp: "the web app (cardvault-web)"
    case .keyring: "the kernel's keyring"
    case .lockedMemory: "memory that is not swapped out"
    case .keyFiles: "key files that only you can read"
    case .vaultFolder: "a private folder for the vault"
    case .encoding: "UTF-8 in the terminal"
    case .terminal: "a terminal of at least 80 by 24"
    case .eastAsianFonts: "Chinese, Japanese and Korean fonts"
    case .emojiFont: "an emoji font"
    case .rclone: "rclone"
    case .git: "git"
    case .caddy: "Caddy"
    case .openssl: "openssl"
    }
  }

  /// What it means that it is missing, as a sentence, and what helps.
  fileprivate var words: (means: String, advice: Advice) {
    switch self {
    case .reader:
      (
        "Photos cannot be read, and no pictures or sheets are made.",
        "reinstall cardvault, so that all programs have the same version"
      )
    case .landlock:
      (
        "The photo reader could look at files; its other protections are active.",
        "use Linux 5.13 or newer, with Landlock enabled"
      )
    case .seccomp:
      (
        "The photo reader has fewer limits; its other protections are active.",
        "use a kernel with seccomp, or allow it in your container"
      )
    case .webApp:
      (
        "cardvault serve does not work; everything else does.",
        "install the web app in the same version as cardvault"
      )
    case .keyring:
      (
        "cardvault unlock cannot keep a key; each command asks for the passphrase.",
        "allow keyctl and add_key in your container"
      )
    case .lockedMemory:
      (
        "Keys in use could be written to swap.",
        .system("ulimit", "-l", "8192").or("encrypt the swap space")
      )
    case .keyFiles:
      (
        "Other users could read your keys, so such a key is refused.",
        .system("chmod", "600", "FILE", note: "for each key file")
      )
    case .vaultFolder:
      (
        "Other users can see how many files there are and when they change; never your cards.",
        .system("chmod", "700", "FOLDER", note: "with the vault's folder, if only you use it")
      )
    case .encoding:
      (
        "Names with accents and in other scripts cannot be typed or shown.",
        "set a UTF-8 locale, such as LANG=C.UTF-8"
      )
    case .terminal:
      (
        "Many codes do not fit on the screen; you get the number to type instead.",
        "enlarge the window, or use a smaller font"
      )
    case .eastAsianFonts:
      (
        "Names in these scripts become boxes in pictures and PDFs.",
        DebianPackages.installing("fonts-noto-cjk")
      )
    case .emojiFont:
      (
        "Emoji in names become boxes in pictures and PDFs.",
        DebianPackages.installing("fonts-noto-color-emoji")
      )
    case .rclone:
      (
        "sync cannot use clouds (rclone:REMOTE:PATH).", DebianPackages.installing("rclone")
      )
    case .git:
      ("sync cannot use repositories (git:URL).", DebianPackages.installing("git"))
    case .caddy:
      ("serve --lan does not work.", DebianPackages.installing("caddy"))
    case .openssl:
      (
        "serve --lan does not work, and passes cannot be signed.",
        DebianPackages.installing("openssl")
      )
    }
  }
}
