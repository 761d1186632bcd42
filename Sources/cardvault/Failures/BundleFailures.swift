internal import VaultFormat
internal import VaultStore

extension Failure {
  /// A bundle that cannot be used, and what therefore did not happen.
  init(_ problem: BundleProblem, _ what: String = "nothing was merged") {
    switch problem {
    case .notABundle:
      self.init(
        what, because: "the file is no bundle of cardvault, or its beginning was altered",
        try: "a file that cardvault export wrote", status: .damaged)
    case .damaged:
      self.init(
        what, because: "the bundle was altered or cut short",
        try: "copy it again, or cardvault export it again", status: .damaged)
    case .ofAnotherVault:
      self.init(
        what,
        because:
          "the bundle is sealed with a key that is not here: another vault's, or one of this "
          + "vault that another device made",
        try: "cardvault key restore with that key's recovery sheet; or have it made by "
          + "cardvault export --passphrase", status: .wrongKey)
    case .needsKey(let successor):
      self.init(
        what, because: "the bundle needs a key that is not here: \(successor.words)",
        try: successor.advice, status: .wrongKey)
    case .wrongPassphrase:
      self.init(
        what, because: "that is not the bundle's passphrase, or the file was altered",
        try: "the same command again; or ask who made it", status: .wrongKey)
    case .costOutOfBounds:
      self.init(
        what,
        because: "its passphrase would take less or more work than a bundle may ask for",
        try: "ask who made it for another one, by cardvault export --passphrase", status: .damaged)
    case .makesNoVault:
      self.init(
        what, because: "there is no vault yet, and this bundle holds cards without one",
        try: "cardvault init, then the same command again", status: .noVault)
    case .newerFormat:
      self.init(
        what, because: "the bundle was written by a newer cardvault", try: "a newer cardvault",
        status: .damaged)
    }
  }
}
