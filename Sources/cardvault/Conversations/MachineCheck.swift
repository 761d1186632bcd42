internal import Cards
internal import Glibc
internal import ReaderLink
internal import Sealing
internal import Subprocess
internal import SystemPackage
internal import VaultFormat
internal import VaultStore
internal import Wallet

/// Checks which parts that cardvault uses this machine has; changes nothing, and opens no vault.
struct MachineCheck {
  /// Where the vault and its key are, or would be.
  let locations: VaultLocations
  /// The terminal's columns and rows; `nil` without a terminal.
  let terminal: (columns: Int, rows: Int)?

  /// What a terminal has had since the VT100; most codes fit into it.
  private static let minTerminal = (columns: 80, rows: 24)
  /// A dozen keys and passphrases, each with its guarding pages (`SecretBytes`), and as much again.
  private static let minLockedByteCount: rlim_t = 1 << 20
  private static let answerByteLimit = 1 << 20

  /// Looks for all parts, in the order of `MachinePart`.
  func findings() async -> [MachinePart.Finding] {
    var findings = await programs()
    let (eastAsian, emoji) = (await Self.font(for: "ja"), await Self.font(for: "und-zsye"))
    findings += [
      .init(.keyring, isThere: Keyring.isThere), .init(.lockedMemory, isThere: Self.locksMemory),
      .init(.keyFiles, keyFileState),
      .init(.vaultFolder, Self.privacy(of: locations.vault)),
      .init(.encoding, isThere: Self.isUTF8), .init(.terminal, terminalState),
      .init(.eastAsianFonts, eastAsian),
      .init(.emojiFont, emoji),
    ]
    for (part, name) in [
      (MachinePart.rclone, "rclone"), (.git, "git"), (.caddy, "caddy"), (.openssl, "openssl"),
    ] {
      findings.append(.init(part, isThere: Self.path(of: name) != nil))
    }
    return findings
  }

  /// The programs that are installed with this one, and what the kernel gives the reader.
  private func programs() async -> [MachinePart.Finding] {
    let reader = await InstalledProgram.answer(of: "cardvault-reader", to: ["--version"])
    let isReaderThere = reader?.first == ProgramVersion.own
    var check: String?
    if isReaderThere {
      check = await InstalledProgram.answer(of: "cardvault-reader", to: ["--check"])?.first
    }
    let protections = check
    let web = await InstalledProgram.answer(of: "cardvault-web", to: ["--version"])
    let state = { (name: String) -> MachinePart.State in
      guard let protections else { return .unknown }
      return protections.contains(name) ? .missing : .good
    }
    return [
      .init(.reader, isThere: isReaderThere && protections != nil),
      .init(.landlock, state("Landlock")),
      .init(.seccomp, state("seccomp")), .init(.webApp, isThere: web?.first == ProgramVersion.own),
    ]
  }

  private var terminalState: MachinePart.State {
    guard let terminal else { return .unknown }
    let isLarge =
      terminal.columns >= Self.minTerminal.columns && terminal.rows >= Self.minTerminal.rows
    return isLarge ? .good : .missing
  }

  private static var locksMemory: Bool {
    var limit = rlimit()
    let resource = __rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue)
    return unsafe getrlimit(resource, &limit) == 0 && limit.rlim_cur >= minLockedByteCount
  }

  private var keyFileState: MachinePart.State {
    let folder = locations.keyDirectory
    let names = (try? Folder(folder).names()) ?? []
    let files = names.map { folder.appending($0) } + [locations.keyFile].compactMap(\.self)
    let states = files.map { Self.privacy(of: $0) }
    return states.contains(.missing) ? .missing : states.contains(.good) ? .good : .unknown
  }

  /// Whether only its owner can read a file or folder; unknown if there is none.
  private static func privacy(of path: FilePath) -> MachinePart.State {
    var status = stat()
    guard unsafe stat(path.string, &status) == 0 else { return .unknown }
    return status.st_mode & 0o077 == 0 ? .good : .missing
  }

  /// Whether programs read the terminal's text as UTF-8 (POSIX.1-2017, 8.2: the first of these that is set).
  private static var isUTF8: Bool {
    let locale =
      Cards.Environment["LC_ALL"] ?? Cards.Environment["LC_CTYPE"] ?? Cards.Environment["LANG"]
      ?? ""
    let name = locale.uppercased()
    return name.contains("UTF-8") || name.contains("UTF8")
  }

  /// Whether fontconfig knows a font for a language.
  private static func font(for language: String) async -> MachinePart.State {
    guard let program = path(of: "fc-list") else { return .unknown }
    let answer = try? await Subprocess.run(
      .path(program), arguments: [":lang=\(language)", "family"], input: .none,
      output: .bytes(limit: answerByteLimit), error: .discarded)
    guard let answer, answer.terminationStatus.isSuccess else { return .unknown }
    return answer.standardOutput.isEmpty ? .missing : .good
  }

  /// The program of this name that a command would start.
  private static func path(of name: String) -> FilePath? {
    (Cards.Environment["PATH"] ?? "").split(separator: ":")
      .map { FilePath(String($0)).appending(name) }
      .first(where: isProgram)
  }

  /// Whether it is a file that may be started: folders may be marked as executable too.
  private static func isProgram(_ path: FilePath) -> Bool {
    var status = stat()
    guard unsafe stat(path.string, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return false
    }
    return unsafe access(path.string, X_OK) == 0
  }
}
