package import VaultFormat
internal import VaultStore

extension Failure {
  /// A bundle that cannot be used; `what` names the operation that did not happen.
  package init(_ problem: BundleProblem, _ what: String = "nothing was merged") {
    switch problem {
    case .notABundle:
      self.init(
        what, because: "the file is not a cardvault bundle, or its beginning was altered",
        try: "use a bundle, as the command export writes it",
        onPage: "choose a bundle made with Export; the page Import reads other wallets' files",
        status: .damaged)
    case .damaged:
      self.init(
        what, because: "the bundle was altered or cut short",
        try: "copy it again, or export it again", status: .damaged)
    case .ofAnotherVault:
      self.init(
        what,
        because:
          "the bundle is sealed with a key that is not on this device: another vault's key, or a "
          + "key of this vault made on another device",
        try: .run("key", "restore", "PHOTO", note: "with that key's recovery sheet").or(
          "ask for a bundle exported with a passphrase"), status: .wrongKey)
    case .needsKey(let successor):
      self.init(
        what, because: "the bundle needs a key that is not on this device: \(successor.words)",
        try: successor.retrieval, status: .wrongKey)
    case .wrongPassphrase:
      self.init(
        what, because: "that is not the bundle's passphrase, or the file was altered",
        try: "type it again, or ask the person who made the bundle",
        status: .wrongKey)
    case .costOutOfBounds:
      self.init(
        what,
        because: "its key-derivation cost is outside the allowed range",
        try: "ask its sender for a new one", status: .damaged)
    case .makesNoVault:
      self.init(
        what, because: "there is no vault yet, and this bundle holds cards but no vault",
        try: .run("init", note: "then run the same command again"), status: .noVault)
    case .newerFormat:
      self.init(
        what, because: "the bundle was written by a newer cardvault", try: "update cardvault",
        status: .damaged)
    }
  }
}

extension PrivateFolder {
  /// Makes a temporary folder for a bundle.
  ///
  /// - Parameter refusal: The error's first line, if there is no place for temporary files.
  /// - Returns: the folder.
  /// - Throws: `Failure`.
  package static func make(orElse refusal: String) throws(Failure) -> PrivateFolder {
    do throws(VaultError) {
      return try PrivateFolder()
    } catch {
      throw Failure(
        refusal, because: "no temporary file can be made",
        try: "set TMPDIR to a folder that you may write to", status: .unexpected)
    }
  }
}
