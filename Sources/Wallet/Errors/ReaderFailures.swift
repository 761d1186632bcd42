package import ReaderLink

extension ReaderLinkError: Explained {
  /// The error in words: a reader that could not be used at all.
  package var failure: Failure {
    switch self {
    case .readerMissing:
      return Failure(
        "cannot read pictures", because: "cardvault-reader is not in the same folder as cardvault",
        try: InstalledProgram.installation.advice, status: .unexpected)
    case .readerUnusable:
      return Failure(
        "cannot read pictures",
        because: "cardvault-reader could not set up its sandbox and stopped",
        try: .system("cardvault-reader", "--check", note: "it says why"), status: .unexpected)
    case .otherVersion(let version):
      let theirs = version.isEmpty ? "does not report its version" : "is version \(version)"
      return Failure(
        "cannot read pictures",
        because:
          "cardvault is version \(ProgramVersion.own) and the cardvault-reader next to it \(theirs)",
        try: InstalledProgram.installation.advice, status: .unexpected)
    case .notRendered:
      return Failure(
        "the picture was not created", because: "cardvault-reader did not produce it",
        try: .system("cardvault-reader", "--check", note: "it says what is wrong").or(
          .use("--as", "svg")),
        status: .unexpected)
    case .notWritten:
      return Failure(
        "the picture was not written", because: "the disk is full",
        try: .prose("free some space").or(.option("use --output on another disk")),
        status: .unexpected)
    case .timedOut:
      return Failure(
        "cardvault-reader was stopped", because: "it did not answer in time",
        try: "run the same command again when the machine is less busy",
        onPage: "try again when the machine is less busy", status: .unexpected)
    case .broken:
      return Failure(
        "cannot read pictures", because: "cardvault-reader stopped answering",
        try: "run the same command again", onPage: "try again", status: .unexpected)
    }
  }
}

extension Installation {
  /// What makes all programs the same version again.
  package var advice: Advice {
    switch self {
    case .debianPackage:
      .system(
        "sudo", "apt", "install", "--reinstall", "PACKAGE", note: "with cardvault's .deb file")
    case .tarball: "unpack cardvault's tarball again, into a new folder"
    case .source:
      .system("bash", "Samples/run.sh", "--install", note: "in the folder of cardvault's source")
    case .replaced:
      "start cardvault again, because its programs were replaced or removed while it ran"
    }
  }
}

/// Debian packages that may be missing.
enum DebianPackages {
  /// The command that installs packages.
  static func installing(_ names: Command.Word...) -> Advice {
    .system(["sudo", "apt-get", "install"] + names)
  }
}
