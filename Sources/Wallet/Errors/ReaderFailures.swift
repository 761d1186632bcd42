package import ReaderLink

extension Failure {
  /// A reader that could not be used at all.
  package init(_ error: ReaderLinkError) {
    switch error {
    case .readerMissing:
      self.init(
        "cannot read pictures", because: "cardvault-reader is not in the same folder as cardvault",
        try: InstalledProgram.installation.advice, status: .unexpected)
    case .readerUnusable:
      self.init(
        "cannot read pictures",
        because: "cardvault-reader could not set up its sandbox and stopped",
        try: "run cardvault-reader --check to see why", status: .unexpected)
    case .otherVersion(let version):
      let theirs = version.isEmpty ? "does not report its version" : "is version \(version)"
      self.init(
        "cannot read pictures",
        because:
          "cardvault is version \(ProgramVersion.own) and the cardvault-reader next to it \(theirs)",
        try: InstalledProgram.installation.advice, status: .unexpected)
    case .notRendered:
      self.init(
        "the picture was not created", because: "cardvault-reader did not produce it",
        try: "use --as svg, or run cardvault-reader --check to see what is wrong",
        onPage: "run cardvault-reader --check, in a terminal, to see what is wrong",
        status: .unexpected)
    case .notWritten:
      self.init(
        "the picture was not written", because: "the disk is full",
        try: "free some space, or use --output on another disk", onPage: "free some space",
        status: .unexpected)
    case .timedOut:
      self.init(
        "cardvault-reader was stopped", because: "it did not answer in time",
        try: "run the same command again when the machine is less busy",
        onPage: "try again when the machine is less busy", status: .unexpected)
    case .broken:
      self.init(
        "cannot read pictures", because: "cardvault-reader stopped answering",
        try: "run the same command again", onPage: "try again", status: .unexpected)
    }
  }
}

extension Installation {
  /// What makes all programs the same version again, as an imperative.
  package var advice: String {
    switch self {
    case .debianPackage: "install cardvault again: sudo apt install --reinstall ./cardvault_*.deb"
    case .tarball: "unpack cardvault's tarball again, into a new folder"
    case .source: "install cardvault again: bash Samples/run.sh --install"
    case .replaced:
      "start cardvault again, because its programs were replaced or removed while it ran"
    }
  }
}

/// Debian packages that may be missing.
enum DebianPackages {
  /// The command that installs packages, whose names are separated by spaces.
  static func installing(_ names: String) -> String { "sudo apt-get install \(names)" }
}
