internal import VaultStore

extension Failure {
  /// A bundle that cannot be taken in.
  init(_ problem: BundleProblem) {
    let what = "nothing was merged"
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
        what, because: "the bundle belongs to another vault",
        try: "--vault with the folder of the vault that it came from", status: .wrongKey)
    case .ofLaterKey:
      self.init(
        what,
        because: "the bundle was made with a later key of this vault, or belongs to another one",
        try: "the new key on this device first, from the recovery sheet or the other device",
        status: .wrongKey)
    case .oldFormat:
      self.init(
        what, because: "the bundle was made by a version that was never final (format 0)",
        try: "cardvault export it again", status: .damaged)
    case .newerFormat:
      self.init(
        what, because: "the bundle was written by a newer cardvault", try: "a newer cardvault",
        status: .damaged)
    }
  }
}
