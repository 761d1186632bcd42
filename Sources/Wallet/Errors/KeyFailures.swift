package import Sealing
package import SystemPackage
internal import VaultStore

extension Failure {
  /// A key file that cannot be used.
  package init(_ problem: KeyFileProblem, _ path: FilePath) {
    let what = "cannot use the key file at \(path.shown)"
    switch problem {
    case .missing where !VaultLocations.isOwnName(path):
      self.init(
        "cannot open the vault", because: "there is no key file at \(path.shown)",
        try: .option("check the name, or leave out --key-file, for the vault's own key"),
        status: .wrongKey)
    case .missing:
      self.init(
        "cannot open the vault",
        because: "its key is not on this device: there is no key file at \(path.shown)",
        try: .run(
          "key", "restore", "PHOTO", note: "with a photo of the vault's newest recovery sheet"
        ).or("copy the key file there from another device or a backup"),
        status: .wrongKey)
    case .alreadyExists:
      self.init(
        "no key was created at \(path.shown)",
        because: "a file already exists there, and keys are never overwritten",
        try: .option("use --key-file with another name"), status: .conflict)
    case .notAFile:
      self.init(
        what, because: "it is a link, a folder or a device", try: "name the key file itself",
        status: .wrongKey)
    case .readableByOthers(let mode):
      self.init(
        what, because: "other users can read or change it (mode \(String(mode, radix: 8)))",
        try: .system("chmod", "600", .path(path), note: "if nobody else has read it yet"),
        status: .wrongKey)
    case .modesNotKept:
      self.init(
        "no key can be stored at \(path.shown)",
        because: "its file system does not keep permissions, so others could read the key",
        try: .option("use --passphrase, or --key-file on another disk"), status: .conflict)
    case .malformed:
      self.init(
        what, because: "it contains no key, or a mistyped one",
        try: "copy it again from another device or a backup", status: .wrongKey)
    case .mistyped(let group):
      self.init(
        "the key does not match the sheet", because: "group \(group) contains an error",
        try: "compare that group with the recovery sheet", status: .wrongKey)
    case .newerFormat:
      self.init(
        what, because: "it was written by a newer cardvault", try: "update cardvault",
        status: .wrongKey)
    case .costOutOfBounds:
      self.init(
        what, because: "its key-derivation cost is outside the allowed range",
        try: "copy it again from another device or a backup", status: .wrongKey)
    case .system(let code):
      self.init(
        what, because: Errno(rawValue: code).reason,
        try: .system("chmod", "600", .path(path)).or("become its owner"), status: .wrongKey)
    }
  }

  /// The lines that `--passphrase-fd` reads.
  static let passphraseLines =
    "write one line for each passphrase to --passphrase-fd: first the vault key's, then those of other keys, then a bundle's or the new one"

  /// What to do when a key's passphrase is lost; its file is never overwritten.
  static var lostPassphrase: Advice {
    // Once it is moved away, its path is free for the restored key.
    let keyFile = Advice.namedOptions.filter { $0.name == "--key-file" }
    return .run(
      ["key", "restore", "PHOTO"] + keyFile.flatMap { [.text($0.name), .path($0.value)] },
      note:
        "if it is lost: first move the key file away; the sheet must be from before that passphrase was set"
    )
  }

  /// How a passphrase can be given where there was no terminal to ask for it.
  package static let givenPassphrase: Advice = .option("run the same command on a terminal")
    .or(.use("--passphrase-fd", "N", note: "in scripts"))

  /// A password of an archive that a script should have written to a file descriptor.
  package init(archivePassword problem: PassphraseProblem) {
    let what = "cannot read the archive's password"
    switch problem {
    case .empty, .missing, .refused:
      self.init(
        what, because: problem == .refused ? "it is wrong" : "the input is empty",
        try: .option("write it as one line to --password-fd"), status: .wrongKey)
    case .tooLong:
      self.init(
        what, because: "it has more than \(Passphrase.longestByteCount) bytes",
        try: .option("write it as one line to --password-fd"), status: .wrongKey)
    case .system:
      self = .usage(
        what, because: "the file descriptor is not open for reading",
        try: .option("use --password-fd with a file descriptor that is open for reading"))
    }
  }

  /// A passphrase that could not be used.
  package init(_ problem: PassphraseProblem) {
    let what = "the passphrase was not accepted"
    switch problem {
    case .empty:
      self.init(what, because: "it is empty", try: "use several words", status: .wrongKey)
    case .tooLong:
      self.init(
        what, because: "it has more than \(Passphrase.longestByteCount) bytes",
        try: "use a shorter one",
        status: .wrongKey)
    case .missing:
      self.init(
        what, because: "the input ended before the passphrase",
        try: .prose("type it").or(.option(Self.passphraseLines)),
        status: .wrongKey)
    case .refused:
      self.init(
        what, because: "that is not the passphrase of the key or bundle, or the file was altered",
        try: Advice.option(Self.passphraseLines).or(Self.lostPassphrase),
        onPage: "type it again", status: .wrongKey)
    case .system(let code):
      self.init(
        what, because: "the file descriptor cannot be read: \(Errno(rawValue: code).reason)",
        try: .option("use --passphrase-fd with a file descriptor that is open for reading"),
        status: .usage)
    }
  }
}

extension PassphraseStrength {
  /// Why the passphrase is weak, as an error's first line.
  ///
  /// - Parameter noun: Its name: an archive has a password.
  /// - Returns: The words.
  package func words(of noun: String) -> String { "this \(noun) is weak: \(measure)" }

  /// The same as a sentence.
  ///
  /// - Parameter noun: Its name; `nil` next to its field.
  /// - Returns: The sentence.
  package func sentence(of noun: String? = nil) -> String {
    "This \(noun.map { "\($0) " } ?? "")is weak: \(measure)."
  }

  /// What to do about a weak passphrase, for scripts that write it to a descriptor; it may be a bundle's or an
  /// archive's.
  package static let advice: Advice =
    "use a longer one; on a terminal, cardvault offers six random words instead"

  private var measure: String {
    "about \(bits) \(bits == 1 ? "bit" : "bits"); \(Self.enough) are enough"
  }
}
